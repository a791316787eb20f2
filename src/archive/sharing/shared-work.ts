import type { Progress, Question } from '../../model/progress.ts';
import { after, seconds, secondsBetween, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import type { ClaimedWork, RequestContext, Urgency } from '../../upstream/client.ts';

/** What a piece of work is given while it runs. */
export interface WorkContext {
  /** Aborted when nobody waits for the work any more and it has no budget to go on. */
  readonly signal: AbortSignal;
  /** No wait goes beyond this. It moves when another question joins. */
  readonly deadline: EpochMillis;
  /** To be called for each upstream request. */
  readonly spent: () => void;
  /** Whether somebody waits for it who does not yield to others. It changes while the work runs. */
  readonly urgency: Urgency;
  readonly progressed: (progress: Progress) => void;
  /** To be called when one of its requests has to wait that long before it may go out, and when it has ended. */
  readonly waits: (request: object, wait: Seconds | undefined) => void;
  /** What its requests are part of, where other processes may want the same. */
  readonly claim?: ClaimedWork;
}

/** Makes a request on behalf of a piece of work. */
export async function requestFor<Answer>(
  { signal, deadline, spent, urgency, waits, claim }: WorkContext,
  ask: (context: RequestContext) => Promise<Answer>,
): Promise<Answer> {
  const request = {};
  try {
    return await ask({
      signal,
      deadline,
      urgency,
      onRequest: () => {
        // What is under way may be all that is wanted, whoever else waits.
        waits(request, seconds(0));
        spent();
      },
      onWait: (wait) => waits(request, wait),
      ...(claim !== undefined && { claim }),
    });
  } finally {
    waits(request, undefined);
  }
}

interface RunningWork {
  readonly done: Promise<void>;
  /** The questions that wait, and how each is told that it waits for nothing. */
  readonly waiting: Map<Question, () => void>;
  readonly abort: AbortController;
  /** Requests it may still spend after the last question stopped waiting; grows when a deadline sends one away. */
  allowance: number;
  deadline: EpochMillis;
  /** When each of its requests goes out at the earliest, or went out. */
  readonly opensAt: Map<object, EpochMillis>;
}

/** What an answer may cost behind its back: two minutes, and two minutes' budget (design, "One idea"). */
const MINUTES_BEHIND_ANSWER = 2;

/**
 * Fetching that several questions of this process may want at once: the same work runs once, and each question waits for
 * it until its own deadline, or until it is known that nothing will come before that. A question that is cancelled takes
 * its work with it unless another one waits; one that runs out of time leaves the work going on behind the answer, for a
 * bounded number of requests (design, "One idea").
 */
export class SharedWork {
  /** What a question may join. */
  readonly #running = new Map<string, RunningWork>();
  /** And what nobody waits for any more, but has yet to stop and to give back what it claimed. */
  readonly #unfinished = new Set<RunningWork>();
  /** Questions whose deadline came. A timer may be a little ahead of the clock. */
  readonly #outOfTime = new WeakSet<Question>();
  readonly #clock: Clock;
  readonly #requestsBehindAnswer: number;

  constructor(clock: Clock, requestsPerMinute: number) {
    this.#clock = clock;
    this.#requestsBehindAnswer = MINUTES_BEHIND_ANSWER * requestsPerMinute;
  }

  /**
   * Waits for the work named `key`, starting it when it is not running and the question has time left. Answers whether
   * it was finished when the question had to be answered. Throws what the work throws, and the signal's reason when the
   * question is cancelled.
   */
  async join(key: string, question: Question, start: (context: WorkContext) => Promise<void>): Promise<boolean> {
    question.signal.throwIfAborted();
    const running = this.#running.get(key);
    // Else a question of many parts would leave the work of each behind its answer, with a budget each.
    if (running === undefined && this.#isOut(question)) return false;
    const work = running ?? this.#start(key, start);
    const behindAnswer = after(question.deadline, seconds(MINUTES_BEHIND_ANSWER * 60));
    if (behindAnswer > work.deadline) work.deadline = behindAnswer;
    const left = new AbortController();
    const inVain = Promise.withResolvers<false>();
    work.waiting.set(question, () => inVain.resolve(false));
    this.#dismiss(work);
    try {
      return await Promise.race([
        work.done.then(() => true),
        this.#deadlineOf(question, left.signal),
        inVain.promise,
        rejectionOf(question.signal, left.signal),
      ]);
    } finally {
      left.abort();
      work.waiting.delete(question);
      if (work.waiting.size === 0) this.#left(key, work, question);
    }
  }

  /** Whether the work of that name is under way, and can be joined. */
  isRunning(key: string): boolean {
    return this.#running.has(key);
  }

  /** How long the work of that name has to wait before its next request goes out, as far as it is known. */
  waitOf(key: string): Seconds | undefined {
    const work = this.#running.get(key);
    const opensAt = work && opening(work);
    return opensAt !== undefined && opensAt > this.#clock() ? secondsBetween(this.#clock(), opensAt) : undefined;
  }

  /** Stops everything at once. Resolves when it has stopped. */
  async close(): Promise<void> {
    const unfinished = [...this.#unfinished];
    for (const { abort } of unfinished) abort.abort(new Error('The archive is closing'));
    await Promise.allSettled(unfinished.map(({ done }) => done));
  }

  #start(key: string, start: (context: WorkContext) => Promise<void>): RunningWork {
    const waiting: RunningWork['waiting'] = new Map();
    const abort = new AbortController();
    const spent = () => {
      for (const question of waiting.keys()) question.spent();
      if (waiting.size > 0) return;
      work.allowance -= 1;
      if (work.allowance >= 0) return;
      this.#forget(key, work);
      abort.abort(new Error('The budget behind the answer is spent'));
    };
    const progressed: WorkContext['progressed'] = (progress) => {
      for (const question of waiting.keys()) question.progressed(progress);
    };
    const waits: WorkContext['waits'] = (request, wait) => {
      if (wait === undefined) work.opensAt.delete(request);
      else work.opensAt.set(request, after(this.#clock(), wait));
      this.#dismiss(work);
    };
    const done = Promise.resolve()
      .then(() =>
        start({
          signal: abort.signal,
          get deadline() {
            return work.deadline;
          },
          get urgency() {
            return [...waiting.keys()].some(({ yields }) => yields !== true) ? 'person' : 'background';
          },
          spent,
          progressed,
          waits,
        }),
      )
      .finally(() => {
        this.#forget(key, work);
        this.#unfinished.delete(work);
      });
    // Work that nobody waits for any more may fail without anybody being told: the next question starts it again.
    done.catch(() => undefined);
    const work: RunningWork = { done, waiting, abort, allowance: 0, deadline: this.#clock(), opensAt: new Map() };
    this.#running.set(key, work);
    this.#unfinished.add(work);
    return work;
  }

  #left(key: string, work: RunningWork, question: Question): void {
    if (question.signal.aborted) {
      this.#forget(key, work);
      work.abort.abort(question.signal.reason);
    } else {
      work.allowance = this.#requestsBehindAnswer;
    }
  }

  /** Answers those for whom nothing comes in time. */
  #dismiss(work: RunningWork): void {
    const opensAt = opening(work);
    for (const [question, leave] of work.waiting) if (opensAt !== undefined && opensAt > question.deadline) leave();
  }

  /** Before it has stopped, so that a question that comes meanwhile starts afresh instead of failing with it. */
  #forget(key: string, work: RunningWork): void {
    if (this.#running.get(key) === work) this.#running.delete(key);
  }

  #isOut(question: Question): boolean {
    return this.#outOfTime.has(question) || this.#clock() >= question.deadline;
  }

  #deadlineOf(question: Question, left: AbortSignal): Promise<false> {
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => {
          this.#outOfTime.add(question);
          resolve(false);
        },
        Math.max(0, question.deadline - this.#clock()),
      );
      left.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });
  }
}

function rejectionOf(signal: AbortSignal, left: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: left });
  });
}

/** When the first of the requests goes out at the earliest; undefined when there is none. */
function opening({ opensAt }: RunningWork): EpochMillis | undefined {
  const [first] = [...opensAt.values()].sort((one, other) => one - other);
  return first;
}
