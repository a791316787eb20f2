import { addDays, utcDayOf, type DayRange } from '../../model/time/day.ts';
import type { ChatId } from '../../model/ids.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { AGENTS, OFFLINE_MESSAGES, readChats, readList, VISITORS } from './list-sync.ts';
import { Patience } from './patience.ts';
import { applyRetention, type Outcome, type SyncRun } from './sync-run.ts';
import { chosenTranscripts, monthsOf, readTranscripts, type TranscriptChoice } from './transcript-sync.ts';

/** The contents of a filled archive: chats requested from `start` until just before `end`, and all whole lists. */
export interface SyncPlan {
  readonly start: EpochMillis;
  readonly end: EpochMillis;
  readonly transcripts: TranscriptChoice;
}

/** A part of a sync that is not whole, and why. */
export interface Shortfall {
  readonly what: string;
  readonly why: string;
  /** Whether reading it again may help. */
  readonly isLeft: boolean;
}

/**
 * Fills an archive: the two latest days of chats, then lists before transcripts, chats newest first. Every month of chats is a walk of its own, so that the
 * latest can be used first. Whatever was read is kept at any end of this process, and not read again by the next sync.
 * Parts that the service refuses or fails to give are left out, and returned. Throws WrongCredentials, UntrustedCertificate,
 * ArchiveUnusable, and the signal's reason when it is stopped.
 */
export async function fill(run: SyncRun, plan: SyncPlan): Promise<Shortfall[]> {
  const patience = new Patience();
  const shortfalls: Shortfall[] = [];
  const step = async (what: string, read: () => Promise<Outcome>): Promise<Outcome> => {
    run.events.begins(what);
    const outcome = await read();
    run.events.ends(what, outcome);
    const why = outcome.kind === 'read' ? outcome.flaw : outcome.why;
    if (why !== undefined) shortfalls.push({ what, why, isLeft: outcome.kind === 'left' });
    return outcome;
  };

  await applyRetention(run);
  const today = utcDayOf(run.clock());
  const end = utcDayOf(epochMillis(plan.end - 1));
  const [first, last] = [utcDayOf(plan.start), end < today ? end : today];
  const dayBefore = addDays(last, -1);
  const latest = { from: dayBefore < first ? first : dayBefore, to: last };
  const readDays = (days: DayRange) =>
    step(`chats of ${days.from} to ${days.to}`, () => readChats(run, patience, days));
  // The two latest days before anything else: they are asked about most.
  let { kind } = await readDays(latest);
  for (const list of [AGENTS, OFFLINE_MESSAGES]) await step(list.what, () => readList(run, patience, list));
  for (const month of monthsOf({ from: first, to: addDays(latest.from, -1) })) {
    // A login that may not list one month may not list any.
    if (kind === 'denied') break;
    ({ kind } = await readDays(month));
  }
  await step(VISITORS.what, () => readList(run, patience, VISITORS));
  if (plan.transcripts !== 'none') {
    await step('transcripts', async () =>
      readTranscripts(run, patience, await chosenTranscripts(run.archive, plan, plan.transcripts), new Set<ChatId>()),
    );
  }
  return shortfalls;
}
