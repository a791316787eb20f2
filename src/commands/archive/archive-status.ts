import { inventoryOf, type Inventory } from '../../archive/care/inventory.ts';
import type { DatedRecovery } from '../../archive/care/recovery.ts';
import { countWords, doubtWords } from '../../model/decided-here.ts';
import { openExistingStore, type Store } from '../../archive/store.ts';
import type { ArchivePlace } from '../../config/read.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { startOfDay, type DayRange } from '../../model/time/day.ts';
import { archiveWords, byteWords } from './archive-words.ts';
import { createLog } from '../log.ts';
import type { Run } from '../run.ts';
import { isoText } from '../../model/text/trusted-text.ts';
import { utcMinuteText } from '../../model/words/time.ts';

/**
 * Prints what an archive holds, in words or as JSON; with `check`, everything in it is read, and the exit code tells
 * whether it is sound. Throws ArchiveUnusable.
 */
export async function archiveStatus(
  place: ArchivePlace,
  options: { check: boolean; json: boolean },
  run: Run,
): Promise<void> {
  const log = createLog(place.log_level, run.errors);
  const store = await openExistingStore(place.archive, place.owner, { tell: log.warn, clock: run.clock });
  try {
    const inventory = await inventoryOf(store);
    const flaws = options.check ? await flawsOf(store) : undefined;
    const output = options.json
      ? JSON.stringify(dataOf(place, store, inventory, flaws), null, 2)
      : linesOf(place, store, inventory, flaws).join('\n');
    run.output.write(`${output}\n`);
    if (flaws !== undefined && flaws.length > 0) run.exitCode = 1;
  } finally {
    await store.close();
  }
}

/** What is wrong in the files, and the days whose chats are not as they were kept. */
async function flawsOf(store: Store): Promise<readonly string[]> {
  const days = await store.tables.allFlawedDays();
  return [
    ...(await store.flaws()),
    ...days.map(
      (day) => `the chats of ${day} are not as they were kept; the next question about the day reads it again`,
    ),
  ];
}

function linesOf(place: ArchivePlace, store: Store, inventory: Inventory, flaws?: readonly string[]): string[] {
  const { rows, covered, chats, lists, copies, recoveries, toReadAgain, format, bytes } = inventory;
  const { retention_days: retentionDays } = place;
  return [
    `Archive           ${archiveWords(place.archive)}`,
    `Desk              ${store.owner.login} at ${store.owner.origin}`,
    `Size, format      ${byteWords(bytes)}, ${format}`,
    `Kept              ${retentionDays === undefined ? 'everything' : `${retentionDays} days behind today`}`,
    chats === undefined
      ? 'Chats             none'
      : `Chats             ${rows.chats}, from ${utcMinuteText(chats.oldest)} to ${utcMinuteText(chats.newest)} (UTC)`,
    ...coveredLines(covered),
    `Transcripts       of ${rows.transcripts} of ${rows.chats} chats, ${rows.messages} messages`,
    `Offline messages  ${rows.offline_messages}, ${rows.offline_replies} replies${readAt('offline_messages')}`,
    `Agents            ${rows.agents}${readAt('agents')}`,
    `Visitors          ${rows.visitors}, the totals of ${rows.visitor_profiles}${readAt('visitors')}`,
    `Erased visitors   ${rows.erased_visitors}`,
    `Triage            ${rows.triage} decisions`,
    `Codes             ${rows.code_meanings} meanings that a person recorded`,
    `Audit             ${rows.audit} lines, and ${rows.calls} of calls over HTTP`,
    ...toReadAgain.map(
      ({ part, records }) =>
        `To read again     ${records} ${part.replaceAll('_', ' ')} of an older version${costWords(part)}`,
    ),
    ...recoveries.map(recoveryLine),
    ...copies.map(
      ({ path, kind, bytes }) =>
        `${kind === 'older' ? 'Older, aside     ' : 'Damaged, aside   '} ${path}, ${byteWords(bytes)}`,
    ),
    ...(flaws === undefined ? [] : flaws.length === 0 ? ['Checked           sound'] : flaws.map(flawLine)),
  ];

  function readAt(list: Inventory['lists'][number]['list']): string {
    const look = lists.find((one) => one.list === list);
    return look === undefined
      ? '; the list was not read to its end yet'
      : `; read at ${utcMinuteText(look.readAt)} (UTC)`;
  }
}

/** What is listed comes in pages, and is read by the next question about it. */
function costWords(part: string): string {
  return part === 'transcripts' || part === 'visitor_profiles' ? ', a request each' : ', by their list';
}

function recoveryLine({ at, carried, doubtful }: DatedRecovery): string {
  const lost = doubtful.length === 0 ? '' : `; MAY BE LOST: some ${doubtWords(doubtful)}`;
  return `Damage met        ${utcMinuteText(at)} (UTC): carried over ${countWords(carried)}${lost}`;
}

const flawLine = (flaw: string): string => `DAMAGED           ${flaw}`;

/** The most gaps that are named: an archive that was asked about single days has many. */
const MAX_GAPS = 10;

function coveredLines(covered: readonly DayRange[]): string[] {
  const [first, last] = [covered[0], covered.at(-1)];
  if (first === undefined || last === undefined) return ['Days read         none'];
  const gaps = covered.slice(1).map((range, index) => `${covered[index]?.to} to ${range.from}`);
  const more = gaps.length > MAX_GAPS ? `, and ${gaps.length - MAX_GAPS} more` : '';
  return [
    `Days read         ${first.from} to ${last.to} (UTC)${gaps.length === 0 ? ', without a gap' : ''}`,
    ...(gaps.length === 0 ? [] : [`Gaps between      ${gaps.slice(0, MAX_GAPS).join(', ')}${more}`]),
  ];
}

function dataOf(place: ArchivePlace, store: Store, inventory: Inventory, flaws?: readonly string[]) {
  const { rows, covered, chats, lists, copies, recoveries, toReadAgain, format, bytes } = inventory;
  return omitUndefined({
    archive: archiveWords(place.archive),
    service: store.owner.origin,
    login: store.owner.login,
    bytes,
    format,
    retention_days: place.retention_days,
    rows,
    days_covered: covered.reduce((sum, { from, to }) => sum + lengthOf(from, to), 0),
    covered,
    oldest_chat: mapKnown(chats?.oldest, isoText),
    newest_chat: mapKnown(chats?.newest, isoText),
    lists: lists.map(({ list, readAt, basis }) => ({ list, read_at: isoText(readAt), basis })),
    copies,
    recoveries: recoveries.map(({ at, carried, doubtful }) => ({ at: isoText(at), carried, may_be_lost: doubtful })),
    to_read_again: toReadAgain,
    flaws,
  });
}

function lengthOf(from: DayRange['from'], to: DayRange['to']): number {
  return Math.round((startOfDay(to) - startOfDay(from)) / 86_400_000) + 1;
}
