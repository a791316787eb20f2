import { utcDayOf } from '../../model/time/day.ts';
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
 * Fills an archive: lists before transcripts, chats newest first. Every month of chats is a walk of its own, so that the
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
  for (const list of [AGENTS, OFFLINE_MESSAGES]) await step(list.what, () => readList(run, patience, list));
  const today = utcDayOf(run.clock());
  const last = utcDayOf(epochMillis(plan.end - 1));
  for (const month of monthsOf({ from: utcDayOf(plan.start), to: last < today ? last : today })) {
    const { kind } = await step(`chats of ${month.from} to ${month.to}`, () => readChats(run, patience, month));
    // A login that may not list one month may not list any.
    if (kind === 'denied') break;
  }
  await step(VISITORS.what, () => readList(run, patience, VISITORS));
  if (plan.transcripts !== 'none') {
    await step('transcripts', async () =>
      readTranscripts(run, patience, await chosenTranscripts(run.archive, plan, plan.transcripts), new Set<ChatId>()),
    );
  }
  return shortfalls;
}
