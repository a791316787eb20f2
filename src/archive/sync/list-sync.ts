import type { Coverage } from '../../model/coverage.ts';
import type { DayRange } from '../../model/time/day.ts';
import type { Question } from '../../model/progress.ts';
import { trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import type { MaximumAges } from '../walking/freshness.ts';
import type { Patience } from './patience.ts';
import { questionOf, type Outcome, type SyncRun } from './sync-run.ts';
import { flawIn, isRead, setbackIn, setbackOf } from './setbacks.ts';

/** A list that the service gives only as a whole. */
export interface WholeListStep {
  readonly what: ProgramText;
  readonly age: keyof MaximumAges;
  readonly cover: (run: SyncRun, question: Question) => Promise<Coverage>;
  /** What is covered of it. Nothing is read for it. */
  readonly known: (run: Pick<SyncRun, 'archive'>) => Promise<Coverage>;
}

export const AGENTS: WholeListStep = {
  what: trusted`agents`,
  age: 'agents',
  cover: ({ archive }, question) => archive.agents.cover(question),
  known: ({ archive }) => archive.agents.coverageOf(),
};
export const OFFLINE_MESSAGES: WholeListStep = {
  what: trusted`offline messages`,
  age: 'offline_messages',
  cover: ({ archive }, question) => archive.offlineMessages.cover(question),
  known: ({ archive }) => archive.offlineMessages.coverageOf(),
};
export const VISITORS: WholeListStep = {
  what: trusted`visitors`,
  age: 'visitors',
  cover: ({ archive }, question) => archive.visitors.cover(question),
  known: ({ archive }) => archive.visitors.coverageOf(),
};

/** Reads what is missing or too old of some days of chats. */
export function readChats(run: SyncRun, patience: Patience, days: DayRange): Promise<Outcome> {
  return readOn(run, patience, (question) => run.archive.chats.cover(days, undefined, question));
}

/** Reads a whole list when it is too old. */
export function readList(run: SyncRun, patience: Patience, list: WholeListStep): Promise<Outcome> {
  return readOn(run, patience, (question) => list.cover(run, question));
}

/**
 * Reads until all of it is read, however long that takes, or it turns out that it cannot be. Throws what ends the sync
 * as a whole, and the signal's reason when it is stopped.
 */
async function readOn(
  run: SyncRun,
  patience: Patience,
  read: (question: Question) => Promise<Coverage>,
): Promise<Outcome> {
  let unexplained = 0;
  for (;;) {
    const question = questionOf(run, (progress) => {
      patience.reset();
      run.events.progressed(progress);
    });
    const tried = await read(question).then(
      (coverage) => {
        // A sync is there to keep what it reads.
        if (coverage.unkept !== undefined) throw coverage.unkept;
        return { coverage };
      },
      (error: unknown) => {
        run.signal.throwIfAborted();
        return { setback: setbackOf(error) };
      },
    );
    if ('coverage' in tried && isRead(tried.coverage)) {
      patience.reset();
      const flaw = flawIn(tried.coverage);
      return flaw === undefined ? { kind: 'read' } : { kind: 'read', flaw };
    }
    if ('coverage' in tried && tried.coverage.basis === 'denied') {
      return { kind: 'denied', why: trusted`The login has no permission to read it any more.` };
    }
    const setback = 'coverage' in tried ? setbackIn(tried.coverage) : tried.setback;
    if (setback === undefined) {
      // A day may have ended meanwhile, or the question's time; what comes back unread without a reason is not believed.
      if (run.clock() < question.deadline) unexplained += 1;
      if (unexplained > 1) return { kind: 'left', why: trusted`What the service answered cannot be the whole of it.` };
    } else if ('kind' in setback) {
      return setback;
    } else if (!(await patience.waitOut(run, setback))) {
      return { kind: 'left', why: setback.why };
    }
  }
}
