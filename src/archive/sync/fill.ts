import { addDays, utcDayOf, type DayRange } from '../../model/time/day.ts';
import type { ChatId } from '../../model/ids.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { AGENTS, OFFLINE_MESSAGES, readChats, readList, VISITORS, type WholeListStep } from './list-sync.ts';
import { trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import { Patience } from './patience.ts';
import { applyRetention, type Outcome, type SyncRun } from './sync-run.ts';
import {
  chosenTranscripts,
  expectedTranscripts,
  monthsOf,
  readTranscripts,
  type TranscriptChoice,
} from './transcript-sync.ts';

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
  await applyRetention(run);
  const parts = partsOf(run, plan, patience);
  let isDenied = false;
  for (const [index, { what, read, isOfChats }] of parts.entries()) {
    // A login that may not list one month may not list any.
    if (isOfChats && isDenied) continue;
    const left = await Promise.all(parts.slice(index).map((part) => part.due()));
    run.events.begins(
      what,
      left.reduce((sum, requests) => sum + requests, 0),
    );
    const outcome = await read();
    run.events.ends(what, outcome);
    const why = outcome.kind === 'read' ? outcome.flaw : outcome.why;
    if (why !== undefined) shortfalls.push({ what, why, isLeft: outcome.kind === 'left' });
    if (isOfChats) isDenied = outcome.kind === 'denied';
  }
  return shortfalls;
}

/** A part of what a sync reads. */
interface Part {
  readonly what: ProgramText;
  readonly isOfChats: boolean;
  /** The requests that it takes about. Nothing is read for it. */
  readonly due: () => Promise<number>;
  readonly read: () => Promise<Outcome>;
}

function partsOf(run: SyncRun, plan: SyncPlan, patience: Patience): Part[] {
  const { archive } = run;
  const today = utcDayOf(run.clock());
  const end = utcDayOf(epochMillis(plan.end - 1));
  const all = { from: utcDayOf(plan.start), to: end < today ? end : today };
  const dayBefore = addDays(all.to, -1);
  const latest = { from: dayBefore < all.from ? all.from : dayBefore, to: all.to };
  const chats = (days: DayRange): Part => ({
    what: trusted`chats of ${days.from} to ${days.to}`,
    isOfChats: true,
    due: async () => {
      const { missing, requests } = await archive.chats.plan([days]);
      return missing === 0 ? 0 : requests;
    },
    read: () => readChats(run, patience, days),
  });
  const list = (step: WholeListStep): Part => ({
    what: step.what,
    isOfChats: false,
    due: async () => (await step.known(run)).remaining?.requests ?? 0,
    read: () => readList(run, patience, step),
  });
  const transcripts: Part = {
    what: trusted`transcripts`,
    isOfChats: false,
    due: () => expectedTranscripts(archive, plan, all),
    read: async () =>
      readTranscripts(run, patience, await chosenTranscripts(archive, plan, plan.transcripts), new Set<ChatId>()),
  };
  return [
    // The two latest days before anything else: they are asked about most.
    chats(latest),
    list(AGENTS),
    list(OFFLINE_MESSAGES),
    ...monthsOf({ from: all.from, to: addDays(latest.from, -1) }).map(chats),
    list(VISITORS),
    ...(plan.transcripts === 'none' ? [] : [transcripts]),
  ];
}
