import { omitUndefined } from '../../model/omit-undefined.ts';
import { goesBefore, PRIORITIES, type Priority, type Progress, type Question } from '../../model/progress.ts';
import { after, seconds, secondsBetween, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import type { ClaimedWork, RequestContext } from '../../upstream/client.ts';
import { SharedTask, TasksUnderWay } from '../../upstream/shared-tasks.ts';

/** The circumstances of a piece of work while it runs. */
export interface WorkContext {
  /** Aborted when nobody waits for the work any more and it has no budget to go on. */
  readonly signal: AbortSignal;
  /** No wait goes beyond this. It moves when another question joins. */
  readonly deadline: EpochMillis;
  /** Has to be called for each upstream request. */
  readonly spent: () => void;
  /** That of the question which goes before the others. It changes while the work runs. */
  readonly priority: Priority;
  /** Aborted when a question joins that goes before those that wait: what stands in line for these begins anew, for it. */
  readonly raised: AbortSignal;
  readonly progressed: (progress: Progress) => void;
  /** Has to be called when one of its requests has to wait before it goes out, and when it has ended. */
  readonly waits: (request: object, wait: Seconds | undefined) => void;
  /** The work that its requests are part of, where other processes may want the same. */
  readonly claim?: ClaimedWork | undefined;
}

/** Makes a request on behalf of a piece of work. */
export async function requestFor<Answer>(
  work: WorkContext,
  ask: (context: RequestContext) => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const { raised } = work;
    const leaving = new AbortController();
    const leave = (): void => leaving.abort();
    raised.addEventListener('abort', leave, { once: true });
    try {
      return await requestInLine(work, ask, leaving.signal, () => raised.removeEventListener('abort', leave));
    } catch (error) {
      if (!leaving.signal.aborted || work.signal.aborted || error !== leaving.signal.reason) throw error;
    } finally {
      raised.removeEventListener('abort', leave);
    }
  }
}

/** Makes a request in the line of the priority that the work has now. `gone` is called when it goes out. */
async function requestInLine<Answer>(
  { signal, deadline, spent, priority, waits, claim }: WorkContext,
  ask: (context: RequestContext) => Promise<Answer>,
  leaving: AbortSignal,
  gone: () => void,
): Promise<Answer> {
  const request = {};
  try {
    const context = omitUndefined({
      signal: AbortSignal.any([signal, leaving]),
      deadline,
      priority,
      onRequest: () => {
        gone();
        // The request under way may be all that is wanted, whoever else waits.
        waits(request, seconds(0));
        spent();
      },
      onWait: (wait: Seconds) => waits(request, wait),
      claim,
    });
    return await ask(context);
  } finally {
    waits(request, undefined);
  }
}

/** The cost that an answer may have behind its back: two minutes, and two minutes' budget (design, "One idea"). */
const MINUTES_BEHIND_ANSWER = 2;

/**
 * Fetching that several questions of this process may want at once: the same work runs once, and each question waits for
 * it until its own deadline, or until it is known that nothing will come before that. A question that is cancelled takes
 * its work with it unless another one waits; one that runs out of time leaves the work going on behind the answer, for a
 * bounded number of requests (design, "One idea").
 */
export class SharedWork {
  readonly #underWay = new TasksUnderWay<QuestionedTask>();
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
   * question is cancelled. `claim` is what the requests of the work are part of.
   */
  async join(
    key: string,
    question: Question,
    start: (context: WorkContext) => Promise<void>,
    claim?: ClaimedWork,
  ): Promise<boolean> {
    question.signal.throwIfAborted();
    const running = this.#underWay.get(key);
    // Else a question of many parts would leave the work of each behind its answer, with a budget each.
    if (running === undefined && this.#isOut(question)) return false;
    const options = { clock: this.#clock, requestsBehindAnswer: this.#requestsBehindAnswer, claim };
    const task = running ?? this.#underWay.add(key, new QuestionedTask(start, options));
    const leaving = new AbortController();
    const timer = setTimeout(
      () => {
        this.#outOfTime.add(question);
        task.sendAway(leaving);
      },
      Math.max(0, question.deadline - this.#clock()),
    );
    try {
      return await task.endsFor(question, leaving);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether the work of that name is under way, and can be joined. */
  isRunning(key: string): boolean {
    return this.#underWay.get(key) !== undefined;
  }

  /** Returns the wait of the next request of the work of that name, as far as it is known. */
  waitOf(key: string): Seconds | undefined {
    const opensAt = this.#underWay.get(key)?.opensAt;
    return opensAt !== undefined && opensAt > this.#clock() ? secondsBetween(this.#clock(), opensAt) : undefined;
  }

  /** Stops everything at once. Resolves when it has stopped. */
  close(): Promise<void> {
    return this.#underWay.close(new Error('The archive is closing'));
  }

  #isOut(question: Question): boolean {
    return this.#outOfTime.has(question) || this.#clock() >= question.deadline;
  }
}

interface QuestionedTaskOptions {
  readonly clock: Clock;
  readonly requestsBehindAnswer: number;
  readonly claim: ClaimedWork | undefined;
}

/** A task that questions wait for; when the last of them was sent away, it waits for itself until its budget is spent. */
class QuestionedTask extends SharedTask<void> implements WorkContext {
  readonly claim: ClaimedWork | undefined;
  /** The questions that wait, by what sends each away. One question may wait in several places. */
  readonly #waiting = new Map<AbortController, Question>();
  readonly #clock: Clock;
  readonly #requestsBehindAnswer: number;
  /** The earliest time of each of its requests, or the time at which it went out. */
  readonly #openings = new Map<object, EpochMillis>();
  #deadline: EpochMillis;
  /** The requests that it may still make behind an answer, and what ends its waiting for itself. */
  #budget = 0;
  #behindAnswer = new AbortController();
  #raised = new AbortController();

  constructor(
    start: (context: WorkContext) => Promise<void>,
    { clock, requestsBehindAnswer, claim }: QuestionedTaskOptions,
  ) {
    super(() => Promise.resolve().then(() => start(this)));
    this.#clock = clock;
    this.#requestsBehindAnswer = requestsBehindAnswer;
    this.claim = claim;
    this.#deadline = clock();
  }

  get deadline(): EpochMillis {
    return this.#deadline;
  }

  get priority(): Priority {
    const asked = new Set([...this.#waiting.values()].map(({ priority = 'person' }) => priority));
    // Behind an answer it goes on as before, also where somebody reads it ahead.
    if (this.#budget > 0) asked.add('background');
    return PRIORITIES.find((priority) => asked.has(priority)) ?? 'background';
  }

  get raised(): AbortSignal {
    return this.#raised.signal;
  }

  readonly spent = (): void => {
    for (const question of new Set(this.#waiting.values())) question.spent();
    if (this.#isAskedFor) return;
    this.#budget -= 1;
    if (this.#budget < 0) this.#behindAnswer.abort(new Error('The budget behind the answer is spent'));
  };

  readonly progressed = (progress: Progress): void => {
    for (const question of new Set(this.#waiting.values())) question.progressed(progress);
  };

  readonly waits = (request: object, wait: Seconds | undefined): void => {
    if (wait === undefined) this.#openings.delete(request);
    else this.#openings.set(request, after(this.#clock(), wait));
    this.#sendLateAway();
  };

  /** Whether a question waits for it: to read ahead is none. */
  get #isAskedFor(): boolean {
    return [...this.#waiting.values()].some(({ priority }) => priority !== 'ahead');
  }

  /** The earliest time of the first of its requests; undefined when there is none. */
  get opensAt(): EpochMillis | undefined {
    const [first] = [...this.#openings.values()].sort((one, other) => one - other);
    return first;
  }

  /** Waits for its end. Returns false when the question was sent away before. */
  async endsFor(question: Question, leaving: AbortController): Promise<boolean> {
    const behindAnswer = after(question.deadline, seconds(MINUTES_BEHIND_ANSWER * 60));
    if (behindAnswer > this.#deadline) this.#deadline = behindAnswer;
    const before = this.#waiting.size > 0 || this.#budget > 0 ? this.priority : 'person';
    this.#waiting.set(leaving, question);
    const end = this.wait(AbortSignal.any([question.signal, leaving.signal]));
    if (this.#isAskedFor) {
      this.#budget = 0;
      this.#behindAnswer.abort();
    }
    if (goesBefore(this.priority, before)) this.#raise();
    this.#sendLateAway();
    try {
      await end;
      return true;
    } catch (error) {
      if (leaving.signal.aborted && error === leaving.signal.reason) return false;
      throw error;
    } finally {
      this.#waiting.delete(leaving);
    }
  }

  /** Lets a question that waits be answered, and goes on behind the answer if it is the last one. */
  sendAway(leaving: AbortController): void {
    const wasAskedFor = this.#isAskedFor;
    if (this.#waiting.delete(leaving) && wasAskedFor && !this.#isAskedFor) {
      this.#budget = this.#requestsBehindAnswer;
      this.#behindAnswer = new AbortController();
      this.wait(this.#behindAnswer.signal).catch(() => undefined);
    }
    leaving.abort();
  }

  /** Has what stands in line begin anew. When it goes then is not known yet. */
  #raise(): void {
    this.#openings.clear();
    const raised = this.#raised;
    this.#raised = new AbortController();
    raised.abort();
  }

  /** Sends those away for whom nothing comes in time. */
  #sendLateAway(): void {
    const { opensAt } = this;
    if (opensAt === undefined) return;
    for (const [leaving, { deadline }] of this.#waiting) if (opensAt > deadline) this.sendAway(leaving);
  }
}
