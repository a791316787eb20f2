import { DeadlinePassed } from '../../model/errors.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { Question } from '../../model/progress.ts';
import type { Clock } from '../../model/time/units.ts';
import { AskedElsewhere, PartAskedElsewhere, type Claims, type OthersWork } from '../../upstream/client.ts';
import { delay } from '../../upstream/requests/delay.ts';
import type { SharedWork, WorkContext } from './shared-work.ts';

/** The time between two looks at what another process does: at first, and at most. */
const FIRST_PAUSE_MILLIS = 200;
const MAX_PAUSE_MILLIS = 1000;

/** Fetching that is done once, whoever wants it. */
export interface Task {
  readonly key: string;
  /** Whether it was done since it was found missing, in whichever process. */
  readonly isDone: () => Promise<boolean>;
  /** Whether it takes several requests: then nobody else begins it in between, and else only while one is under way. */
  readonly isLong: boolean;
  /** Whether work of another key does a part of the same. Of two such that begin at once, one throws PartAskedElsewhere. */
  readonly overlaps?: ((other: OthersWork) => boolean) | undefined;
  /** Whether it has hardly begun, and gives way to work that does all of it and more. */
  readonly isYoung?: (() => boolean) | undefined;
  /** Whether such work was begun: by what runs in other processes, or here. Asked before each request; then it throws PartAskedElsewhere. */
  readonly givesWay?: ((elsewhere: readonly string[]) => boolean) | undefined;
  /** Goes on from what is at hand. */
  readonly run: (context: WorkContext) => Promise<void>;
}

/**
 * Shared work that runs once among all processes of an archive. A process that finds it claimed waits, outside of the line
 * for requests, until the archive has what the other one fetched, or goes on where that one stopped.
 */
export class OnceAmongAll {
  readonly #work: SharedWork;
  readonly #claims: Claims;
  readonly #clock: Clock;

  constructor(work: SharedWork, claims: Claims, clock: Clock) {
    this.#work = work;
    this.#claims = claims;
    this.#clock = clock;
  }

  /** Waits for a task, in this process or another one, as SharedWork does. */
  join(task: Task, question: Question): Promise<boolean> {
    const { key, isDone, givesWay } = task;
    const isStillNeeded = async (): Promise<boolean> => {
      if (givesWay?.(this.#claims.seenElsewhere()) === true) throw new PartAskedElsewhere();
      return !(await isDone());
    };
    const claim = { key, isStillNeeded };
    return this.#work.join(key, question, (context) => this.#run(task, context), claim);
  }

  /** The long tasks under way in other processes; none where that cannot be read. */
  async elsewhere(): Promise<OthersWork[]> {
    const claims = await this.#claims.others().catch(() => []);
    return claims.filter(({ isDone }) => !isDone);
  }

  async #run(task: Task, context: WorkContext): Promise<void> {
    let isOver = false;
    try {
      while (!isOver) isOver = await this.#attempt(task, context);
    } finally {
      await this.#claims.release(task.key, isOver);
    }
  }

  /** Runs a task, or waits for another process that does. Answers whether it is done then. */
  async #attempt({ key, isDone, isLong, overlaps, isYoung, run }: Task, context: WorkContext): Promise<boolean> {
    try {
      if (await isDone()) return true;
      if (isLong) {
        const work = omitUndefined({
          priority: () => context.priority,
          opensIn: () => this.#work.waitOf(key),
          isYoung,
        });
        await this.#claims.take(key, work, overlaps);
      }
      await run(context);
      return true;
    } catch (error) {
      if (!(error instanceof AskedElsewhere)) throw error;
      return error.holder !== undefined && (await this.#endsElsewhere(key, error.holder, context));
    }
  }

  /** Waits until another process holds the task no more. Answers whether it has come to its end there. */
  async #endsElsewhere(key: string, holder: string, context: WorkContext): Promise<boolean> {
    const waiting = {};
    try {
      for (let pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, MAX_PAUSE_MILLIS)) {
        await delay(pause, context.signal);
        context.signal.throwIfAborted();
        if (this.#clock() >= context.deadline) throw new DeadlinePassed();
        const others = await this.#claims.others().catch(() => []);
        const other = others.find((claim) => claim.key === key && claim.holder === holder);
        if (other === undefined || other.isFreeFor(context.priority)) return other?.isDone === true;
        context.waits(waiting, other.opensIn);
      }
    } finally {
      context.waits(waiting, undefined);
    }
  }
}
