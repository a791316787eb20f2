import { addDays, startOfDay, utcDayOf, type UtcDay } from '../../model/time/day.ts';
import type { ChatId } from '../../model/ids.ts';
import { trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import { seconds } from '../../model/time/units.ts';
import type { MaximumAges } from '../walking/freshness.ts';
import { AGENTS, OFFLINE_MESSAGES, readChats, readList, VISITORS } from './list-sync.ts';
import { Patience } from './patience.ts';
import { applyRetention, pause, runConcurrently, type Outcome, type SyncRun } from './sync-run.ts';
import { chosenTranscripts, readTranscripts, type TranscriptChoice } from './transcript-sync.ts';

/** Timers reach no farther than some weeks. To look whether something is too old costs nothing. */
const MAX_PAUSE = 86_400;

export interface WatchPlan {
  readonly transcripts: TranscriptChoice;
  readonly lookBackDays: number;
  readonly maximumAges: MaximumAges;
}

/**
 * Keeps a filled archive fresh until it is stopped: today's chats and those of the look-back with their transcripts; and
 * each whole list, which has no date filter, so that a late change anywhere in it is seen with its next reading. Each has
 * a loop of its own: a list that takes hours keeps none of the others waiting. Returns when the login may read nothing of
 * all that. Throws like `fill`.
 */
export async function watch(run: SyncRun, plan: WatchPlan): Promise<void> {
  const latest: Latest = { refused: new Set() };
  await runConcurrently(run, [
    (run) =>
      keepFresh(run, trusted`chats`, plan.maximumAges.today, (patience) => readLatest(run, patience, plan, latest)),
    ...[AGENTS, OFFLINE_MESSAGES, VISITORS].map(
      (list) => (run: SyncRun) =>
        keepFresh(run, list.what, plan.maximumAges[list.age], (patience) => readList(run, patience, list)),
    ),
  ]);
}

/** The day up to which the latest chats are read, and the chats whose transcripts the service does not give. */
interface Latest {
  readUpTo?: UtcDay;
  readonly refused: Set<ChatId>;
}

/** Reads again and again, each time when it is older than `maximumAge` seconds. */
async function keepFresh(
  run: SyncRun,
  what: ProgramText,
  maximumAge: number,
  read: (patience: Patience) => Promise<Outcome>,
): Promise<void> {
  const patience = new Patience();
  for (;;) {
    run.events.begins(what);
    const outcome = await read(patience);
    run.events.ends(what, outcome);
    if (outcome.kind === 'denied') return;
    // Data of exactly that age is still fresh.
    await pause(run, seconds(Math.min(maximumAge + 1, MAX_PAUSE)));
  }
}

async function readLatest(
  run: SyncRun,
  patience: Patience,
  { transcripts, lookBackDays }: WatchPlan,
  latest: Latest,
): Promise<Outcome> {
  await applyRetention(run);
  const today = utcDayOf(run.clock());
  // After a machine has slept, or the service was away, what lies in between is as new.
  const since = latest.readUpTo !== undefined && latest.readUpTo < today ? latest.readUpTo : today;
  const days = { from: addDays(since, -(1 + lookBackDays)), to: today };
  const chats = await readChats(run, patience, days);
  if (chats.kind !== 'read') return chats;
  latest.readUpTo = today;
  const period = { start: startOfDay(days.from), end: startOfDay(addDays(today, 1)) };
  const read = await readTranscripts(
    run,
    patience,
    await chosenTranscripts(run.archive, period, transcripts),
    latest.refused,
  );
  // A login that may read no transcript may still list chats.
  return read.kind === 'denied' ? chats : read;
}
