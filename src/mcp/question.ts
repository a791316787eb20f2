import type { ServerContext } from '@modelcontextprotocol/server';
import type { Question } from '../model/question.ts';
import { after } from '../model/units.ts';
import type { Desk } from './desk.ts';

/** Notices begin after this, and then come at most this often. */
const MILLIS_BETWEEN_NOTICES = 1000;
/** A notice sent right before the result is lost by clients that read both at once. */
const MILLIS_BEFORE_RESULT = 10;

/** A question that a client asked, with what it has cost. */
export interface AskedQuestion extends Question {
  readonly upstreamRequests: () => number;
  /** Resolves when a result may follow the last progress notice. */
  settled(): Promise<void>;
}

/** Turns a client's request into a question: its cancellation, its deadline, and progress notices if it wants them. */
export function askedQuestion(desk: Desk, context: ServerContext): AskedQuestion {
  const { signal, _meta: meta, notify } = context.mcpReq;
  const progressToken = meta?.progressToken;
  let requests = 0;
  const began = desk.clock();
  let lastNotice = began;
  let highest = 0;
  let pending: Promise<unknown> = Promise.resolve();
  return {
    signal,
    deadline: after(desk.clock(), desk.answerWithin),
    spent: () => {
      requests += 1;
    },
    upstreamRequests: () => requests,
    progressed: (done, total, what) => {
      const now = desk.clock();
      if (progressToken === undefined || signal.aborted || now - lastNotice < MILLIS_BETWEEN_NOTICES) return;
      lastNotice = now;
      // Progress has to increase (protocol), also where one question walks several lists.
      highest = Math.max(highest + 1, done);
      const params = {
        progressToken,
        progress: highest,
        message: `${done} ${what}`,
        ...(total !== undefined && { total }),
      };
      // The client may be gone by now; that is not this question's failure.
      pending = notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
    settled: async () => {
      if (lastNotice === began) return;
      await pending;
      await new Promise((resolve) => setTimeout(resolve, MILLIS_BEFORE_RESULT));
    },
  };
}
