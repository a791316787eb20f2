import type { ServerContext } from '@modelcontextprotocol/server';
import type { Progress, Question } from '../model/progress.ts';
import { after, seconds } from '../model/time/units.ts';
import type { Desk } from './desk.ts';
import type { CallUnderWay } from './observer.ts';
import { deskOfCaller, requireOwnAgent } from './own-chats.ts';
import { sealWith, type Seal } from './seal.ts';
import type { Redactor } from '../privacy/redactor.ts';
import { nounAhead } from '../model/words/count.ts';
import { durationText } from '../model/words/duration.ts';

/** The key under which a caller says that it is the last question to this server: `call` and its like do. */
export const LAST_QUESTION = 'chat-operations-mcp/last-question';

/** Notices begin after this, and then come at most this often. */
const MILLIS_BETWEEN_NOTICES = 1000;
/** A notice sent right before the result is lost by clients that read both at once. */
const MILLIS_BEFORE_RESULT = 10;

/** Of what is left to do, a notice without news of the progress takes this part. */
const CREEP = 100;

/** A question that a client asked, with what it has cost. */
export interface AskedQuestion extends Question {
  /** The redactor of strangers' text in the answer. */
  readonly redactor: Redactor;
  /** Makes the sums of the cursors in the answer. */
  readonly seal: Seal;
  readonly upstreamRequests: () => number;
  /** Whether the caller says that it is the last question, after which this server ends. */
  readonly isLast: boolean;
  /** Whether what is read for it is forgotten then, so that asking again begins anew. */
  readonly isForgotten: boolean;
  /** Says in the notices what the answer waits for, other than the service. */
  readonly waitsFor: (what: string) => void;
}

/** What a question is asked about, and the tool that answers it or shows the same. */
interface AskedOf {
  readonly desk: Desk;
  readonly tool: string;
  readonly context: QuestionContext;
}

/** What a question takes of the call that it is part of. */
export interface QuestionContext {
  readonly underWay: CallUnderWay;
  readonly mcpReq: Pick<ServerContext['mcpReq'], 'signal' | '_meta' | 'notify'>;
}

/**
 * Answers a question from what its caller may see of the desk. `read` checks the call before anything is requested, so that a wrong
 * argument costs nothing. A caller who is bound to an agent is answered from that agent's chats alone. Resolves when a result may
 * follow the last notice. Throws NoOwnAgent, ArchiveUnusable, and what `read` and `answer` throw.
 */
export async function answerQuestion<Asked, Answer>(
  { desk, tool, context }: AskedOf,
  read: () => Asked | Promise<Asked>,
  answer: (asked: Asked, seen: Desk, question: AskedQuestion) => Promise<Answer>,
): Promise<Answer> {
  const { settled, ...question } = timedQuestion(desk, context);
  try {
    return await desk.withArchive(async () => {
      const asked = await read();
      const seen = await deskOfCaller(desk, question);
      requireOwnAgent(tool, seen);
      return answer(asked, seen, { ...question, seal: await sealOf(desk), redactor: await seen.redactor() });
    });
  } finally {
    await settled();
  }
}

/** Finds something in the archive, of what the caller may see, without a request to the service. Throws ArchiveUnusable. */
export async function lookAt<Found>(desk: Desk, look: (seen: Desk) => Found | Promise<Found>): Promise<Found> {
  return desk.withArchive(async () => look(await deskOfCaller(desk, undefined)));
}

/** Turns a client's request into a question: its cancellation, its deadline, and progress notices if it wants them. */
function timedQuestion(desk: Desk, context: QuestionContext) {
  const { underWay } = context;
  const { signal, _meta: meta, notify: send } = context.mcpReq;
  const progressToken = meta?.progressToken;
  const isLast = meta?.[LAST_QUESTION] === true;
  let requests = 0;
  let lastNotice = desk.clock();
  let highest = 0;
  let latest: { readonly message: string; readonly total?: number | undefined } = {
    message: 'waiting for the chat service',
  };
  let pending: Promise<unknown> | undefined;
  const notify = (done: number) => {
    if (progressToken === undefined || signal.aborted) return;
    lastNotice = desk.clock();
    const { message, total } = latest;
    // Progress has to increase (protocol), also where one question walks several lists, or waits; towards a total it
    // then comes nearer without ever getting there.
    const isWithin = total !== undefined && total > highest;
    highest = Math.max(highest + (isWithin ? (total - highest) / CREEP : 1), done);
    const params = { progressToken, progress: highest, message, ...(isWithin && { total }) };
    // The client may be gone by now; that is not this question's failure.
    pending = send({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  // While a question waits, for the rate limit or for a slow page, nothing else would say that it is alive.
  const heartbeat =
    progressToken === undefined || signal.aborted ? undefined : setInterval(() => notify(0), MILLIS_BETWEEN_NOTICES);
  if (heartbeat !== undefined) {
    heartbeat.unref();
    signal.addEventListener('abort', () => clearInterval(heartbeat), { once: true });
  }
  return {
    signal,
    deadline: after(desk.clock(), seconds(Math.max(0, desk.answerWithin - underWay.waited))),
    spent: () => {
      requests += 1;
      underWay.spent();
    },
    upstreamRequests: () => requests,
    isLast,
    isForgotten: isLast && desk.archiveIsInMemory,
    progressed: (progress: Progress) => {
      const { done, total } = progress;
      latest = { message: progressWords(progress), total };
      if (desk.clock() - lastNotice < MILLIS_BETWEEN_NOTICES) return;
      notify(done);
      heartbeat?.refresh();
    },
    waitsFor: (what: string) => {
      latest = { message: `waiting for ${what}` };
    },
    /** Ends the notices. Resolves when a result may follow the last one. */
    settled: async () => {
      clearInterval(heartbeat);
      if (pending === undefined) return;
      await pending;
      await new Promise((resolve) => setTimeout(resolve, MILLIS_BEFORE_RESULT));
    },
  };
}

/** Words how far a reading is: `12 of about 40 pages of chats, about 30 s left`. */
function progressWords({ done, total, left, what }: Progress): string {
  if (total === undefined || total < done) return `${done} ${nounAhead(done, what)}`;
  return `${done} of about ${total} ${nounAhead(total, what)}${left === undefined ? '' : `, about ${durationText(left)} left`}`;
}

/**
 * Returns what makes the sums of the cursors of a desk's caller. An archive in memory has another key each time, and a command asks
 * each page in a process of its own: there the account's name stands for it, and a sum shows a slip, not a forgery.
 */
async function sealOf({ archive, archiveIsInMemory, account, caller }: Desk): Promise<Seal> {
  return sealWith(archiveIsInMemory ? Buffer.from(account ?? '') : await archive.pseudonymKey(), caller.id);
}
