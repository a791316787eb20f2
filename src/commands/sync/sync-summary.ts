import { chosenTranscripts, SAMPLE_A_MONTH } from '../../archive/sync/transcript-sync.ts';
import type { Shortfall, SyncPlan } from '../../archive/sync/fill.ts';
import type { Archive } from '../../archive/archive.ts';
import { utcDaysOf } from '../../model/calendar/period.ts';
import type { Coverage } from '../../model/coverage.ts';
import type { Clock, EpochMillis } from '../../model/time/units.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { timeText } from '../../model/words/time.ts';

/** Returns lines for people: what an archive holds after a sync of all that it was to hold, and what is missing. */
export async function syncSummary(
  archive: Archive,
  clock: Clock,
  plan: SyncPlan,
  shortfalls: readonly Shortfall[],
  zone: Zone,
): Promise<string[]> {
  const days = utcDaysOf(plan, clock());
  const coverage = await archive.chats.coverageOf(days);
  const { asked, covered, asOf: readAt } = coverage;
  const { lists } = await archive.holdings();
  const asOfWords = (at: EpochMillis | undefined): string => (at === undefined ? '' : `, as of ${timeText(zone, at)}`);
  const listWords = ({ count, asOf }: (typeof lists)['agents']): string =>
    asOf === undefined ? 'not read yet' : `${count}${asOfWords(asOf)}`;
  return [
    `Chats             ${days.from} to ${days.to} (UTC): ${covered} of ${asked} days loaded${readAt === undefined ? '' : `, ${ageText(coverage, zone)}`}`,
    `Transcripts       ${await transcriptWords(archive, plan)}`,
    `Agents            ${listWords(lists.agents)}`,
    `Offline messages  ${listWords(lists.offline_messages)}`,
    `Visitors          ${listWords(lists.visitors)}`,
    ...shortfalls.map(({ what, why }) => `Not whole         ${what}: ${why}`),
  ];
}

/** The age of days that may still change; of others, which are not loaded again, the day of the oldest reading. */
function ageText({ asOf, changingAsOf }: Pick<Coverage, 'asOf' | 'changingAsOf'>, zone: Zone): string {
  if (asOf === undefined) return 'never read';
  const age = `as of ${timeText(zone, changingAsOf ?? asOf)} ${zone.id}`;
  if (changingAsOf === undefined) return `${age} (settled)`;
  return changingAsOf === asOf ? age : `${age} (settled days: ${zone.dateOf(asOf)} or later)`;
}

async function transcriptWords(archive: Archive, plan: SyncPlan): Promise<string> {
  const { have, of } = await archive.transcripts.held(plan);
  const held = `of ${have} of ${of} chats`;
  if (plan.transcripts === 'none') return `${held}; none were asked for`;
  const missing = (await chosenTranscripts(archive, plan, plan.transcripts)).length;
  const chosen = plan.transcripts === 'all' ? 'chats that are over' : `sample of ${SAMPLE_A_MONTH} chats a month`;
  return missing === 0 ? `${held}: all of the ${chosen}` : `${held}; ${missing} of the ${chosen} are missing`;
}
