import { randomUUID } from 'node:crypto';
import { RateLimited, RecordNotFound, WrongCredentials } from '../../model/errors.ts';
import type { Question } from '../../model/progress.ts';
import { seconds, type Clock } from '../../model/time/units.ts';
import type { RequestCounts } from '../../upstream/budget.ts';
import { leave, refused, taken, waitAtMost, waitOf } from '../../upstream/pace.ts';
import { backoff, pauseAfter } from '../../upstream/retry-timing.ts';
import { TooManyRequests } from '../../upstream/client.ts';
import { NetworkFailure } from '../../upstream/transport/network-failure.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';
import { Agenda, type Step } from './agenda.ts';
import { Bell } from './bell.ts';
import { errorOf, failureOf, type Failure } from './failure.ts';
import { LEASE, RENEW_BEFORE } from './lease.ts';
import type { RecordEndpoint } from './needs.ts';
import type { Sources } from './sources.ts';
import { answered, NEW_STATE, stateIn, storedStanding, type ReaderState } from './state.ts';
import { endOf, isListed, storeEnd, storeLook } from './stored-page.ts';
import { forgetStaleWalks } from './walk-log.ts';
import type { Turn, WalkRun } from './walk-run.ts';
import { failWants, forgetExpired, liveWants, refuseRecord } from './wants.ts';

const MAX_UNDER_WAY = 4;
/** The times that a step is tried which the service fails to answer, and the failures in a row that are an outage. */
const MAX_TRIES = 3;
const FAILURES_OF_OUTAGE = 5;
/** How long nothing is tried in an outage: twice as long each time. */
const FIRST_OUTAGE = 10_000;
const MAX_OUTAGE = 300_000;
/** A wait that the service asks for is waited out, where it is no longer than this. */
const SHORT_WAIT = 5000;
/** How often a reader looks for what other processes want, and a process that does not read for the right to, in milliseconds. */
const LOOK_EVERY = 250;
/** A wait that changes by less is not told. */
const NOTICEABLE = 500;

export interface ReaderOptions {
  readonly tables: AccountTables;
  readonly sources: Sources;
  /** The most requests a minute. */
  readonly ceiling: number;
  readonly clock: Clock;
  /** Steady milliseconds that all processes on the archive count alike. */
  readonly now: () => number;
  /** Looks at the clock by which those count, where it is another machine's. */
  readonly adjustTime: () => Promise<void>;
  /** From 0 to 1. */
  readonly chance?: (() => number) | undefined;
}

/** Another process has become the reader: nothing that this one still gets may be stored. */
class LeaseLost extends Error {}

/**
 * Reads for a desk whatever its questions want. Of all processes on one archive only the holder of the lease reads. One with
 * nothing to read gives the lease back.
 */
export class Reader {
  /** Rung when something was stored, when a want was served or has failed, and when reading has failed in this process. */
  readonly stored = new Bell();
  /** What keeps this process from reading, other than the service, and how often that was so. */
  fault: { readonly error: unknown; readonly count: number } = { error: undefined, count: 0 };
  readonly counts = { requests: 0, refusals: 0, retries: 0 } satisfies Omit<RequestCounts, 'waiting'>;
  readonly #options: ReaderOptions;
  readonly #chance: () => number;
  readonly #holder = randomUUID();
  readonly #woken = new Bell();
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  /** How often each step was tried in vain. */
  readonly #tries = new Map<string, number>();
  readonly #toldOpenings = new Map<string, number>();
  #running: Promise<void> | undefined;
  #state: ReaderState = NEW_STATE;
  #heldUntil = 0;
  /** Stores go one after the other, each with the newest state. */
  #storing: Promise<unknown> = Promise.resolve();
  /** Until the service has answered, requests go one by one: a wrong password is tried once, and a service that was away once. */
  #isAnswering = false;
  #isLoginRefused = false;
  #failures = 0;
  #notBefore = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#chance = options.chance ?? Math.random;
  }

  /** Whether the service has refused the login of this process. */
  get isLoginRefused(): boolean {
    return this.#isLoginRefused;
  }

  /** Whether the service has let this process in. */
  get wasLetIn(): boolean {
    return this.#isAnswering;
  }

  /** Has the reader look at the wants at once. */
  wake(): void {
    if (this.#closing.signal.aborted) return;
    this.#running ??= this.#run();
    this.#woken.ring();
  }

  /** Stops everything at once. Resolves when it has stopped. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The archive is closing'));
    this.#woken.ring();
    await this.#running;
  }

  /**
   * Reads a record for a question at once, where nothing can be written and so nobody holds the lease. Throws RateLimited
   * where the pace does not allow it, and what `work` throws.
   */
  async readUnkept<T>(endpoint: RecordEndpoint, question: Question, work: () => Promise<T>): Promise<T> {
    const { now, ceiling } = this.#options;
    const request = { endpoint, priority: question.priority ?? 'person' };
    const wait = waitOf(this.#state.pace, now(), ceiling, request);
    if (wait > 0) throw new RateLimited(seconds(wait / 1000));
    const { pace, id } = leave(this.#state.pace, now(), ceiling, request);
    this.#state = { ...this.#state, pace };
    question.spent();
    try {
      return await work();
    } catch (error) {
      const failure = failureOf(error);
      if (error instanceof TooManyRequests) throw new RateLimited(pauseAfter(error.told, 0, this.#chance()));
      throw failure === undefined || failure.kind === 'unbelieved' ? error : errorOf(failure);
    } finally {
      this.#state = { ...this.#state, pace: taken(this.#state.pace, id) };
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted && !this.#isLoginRefused) {
      const heard = this.#woken.rings;
      const wait = await this.#readIfWanted().catch((error: unknown) => {
        this.fault = { error, count: this.fault.count + 1 };
        this.stored.ring();
        return LOOK_EVERY * 4;
      });
      // With nothing to read, it is woken by the next question.
      await this.#woken.wait(wait ?? 2 ** 31 - 1, heard, signal);
    }
  }

  /** Reads what is wanted, if it is this process's turn. Returns after how long to look again; undefined where nothing is wanted. */
  async #readIfWanted(): Promise<number | undefined> {
    const { tables, now, clock } = this.#options;
    if ((await liveWants(tables, now())).length === 0) {
      await tables.transaction((open) => forgetExpired(open, now()));
      return undefined;
    }
    const { awayUntil } = await storedStanding(tables);
    if (awayUntil > now() && awayUntil <= now() + MAX_OUTAGE * 3) {
      await tables.transaction((open) => failWants(open, this.#away(awayUntil), 'all'));
      this.stored.ring();
      return awayUntil - now();
    }
    await this.#options.adjustTime();
    const state = await tables.transaction((open) => open.takeLease('reader', this.#holder, now(), now() + LEASE));
    if (state === undefined) return LOOK_EVERY;
    this.#state = stateIn(state);
    this.#heldUntil = now() + LEASE;
    await forgetStaleWalks(tables, clock());
    await this.#readWhileHeld();
    return 0;
  }

  async #readWhileHeld(): Promise<void> {
    const { tables } = this.#options;
    const agenda = await Agenda.load(this.#options);
    agenda.onServed = () => this.stored.ring();
    this.#toldOpenings.clear();
    let isLost = false;
    try {
      await this.#read(agenda);
    } catch (error) {
      isLost = error instanceof LeaseLost;
      if (!isLost) throw error;
    } finally {
      agenda.stop();
      await Promise.allSettled(this.#underWay);
      this.#heldUntil = 0;
      if (!isLost) {
        const state = JSON.stringify(this.#state);
        await tables.transaction((open) => open.holdLease('reader', this.#holder, 0, state));
      }
      this.stored.ring();
    }
  }

  /** Sends what is most urgent as soon as the pace allows it, until there is nothing left. Throws LeaseLost. */
  async #read(agenda: Agenda): Promise<void> {
    const { now } = this.#options;
    const { signal } = this.#closing;
    let fault: { readonly error: unknown } | undefined;
    while (!signal.aborted && !this.#isLoginRefused && this.#state.awayUntil <= now()) {
      if (fault !== undefined) throw fault.error;
      if (this.#heldUntil - now() < RENEW_BEFORE) await this.#store(() => Promise.resolve());
      const heard = this.#woken.rings;
      const next = await this.#next(agenda);
      if (next === undefined && this.#underWay.size === 0) return;
      if (next === undefined || typeof next === 'number') {
        await this.#woken.wait(Math.min(next ?? LOOK_EVERY, LOOK_EVERY), heard, signal);
        continue;
      }
      const left = agenda.begin(next);
      const sending = this.#send(agenda, next, await this.#leave(agenda, next), left).catch((error: unknown) => {
        fault ??= { error };
      });
      this.#underWay.add(sending);
      void sending.finally(() => {
        this.#underWay.delete(sending);
        this.#woken.ring();
        this.stored.ring();
      });
    }
  }

  /** Returns the step to take now, or the milliseconds until one may be taken; undefined where there is nothing to read. */
  async #next(agenda: Agenda): Promise<Step | number | undefined> {
    const steps = await agenda.steps();
    if (this.#underWay.size >= (this.#isAnswering ? MAX_UNDER_WAY : 1)) return LOOK_EVERY;
    const waits = new Map<string, number>();
    for (const step of steps) {
      const wait = this.#waitOf(step);
      if (wait <= 0) return step;
      waits.set(step.want, Math.min(waits.get(step.want) ?? Infinity, wait));
    }
    await this.#tellOpenings(agenda, waits);
    return waits.size === 0 ? undefined : Math.min(...waits.values());
  }

  #waitOf({ request, perMinute }: Step): number {
    const { ceiling } = this.#options;
    const now = this.#options.now();
    const { pace } = this.#state;
    return Math.max(
      this.#notBefore - now,
      waitOf(pace, now, ceiling, request),
      perMinute === undefined ? 0 : waitAtMost(pace, now, perMinute),
    );
  }

  /** Lets those know for whom nothing comes before a moment: they may answer at once. */
  async #tellOpenings(agenda: Agenda, waits: ReadonlyMap<string, number>): Promise<void> {
    const { now } = this.#options;
    for (const [want, wait] of waits) {
      const opensAt = Math.ceil(now() + wait);
      const isTold = Math.abs((this.#toldOpenings.get(want) ?? 0) - opensAt) < NOTICEABLE;
      if (isTold || wait < NOTICEABLE || agenda.isUnderWay(want)) continue;
      this.#toldOpenings.set(want, opensAt);
      await this.#store((tables) => tables.changeWants([want], { opens_at: opensAt }));
      this.stored.ring();
    }
  }

  /** Counts a request before it leaves, so that whoever reads next knows of it even if this process is killed. */
  async #leave(agenda: Agenda, step: Step): Promise<number> {
    const { now, ceiling } = this.#options;
    const { pace, id } = leave(this.#state.pace, now(), ceiling, step.request);
    this.#state = { ...this.#state, pace };
    this.counts.requests += 1;
    const wants = agenda.wantsOf(step);
    for (const want of wants) this.#toldOpenings.delete(want);
    await this.#store((tables) => tables.countRequest(wants));
    return id;
  }

  /** Sends the request of a step and stores what comes of it. Throws LeaseLost, ArchiveUnusable, and what is a bug. */
  async #send(agenda: Agenda, step: Step, id: number, signal: AbortSignal): Promise<void> {
    const { clock, now, sources } = this.#options;
    const { what } = step;
    const [at, began] = [clock(), now()];
    try {
      if (what.kind === 'page') {
        const page = await what.run.list.read(what.page, signal);
        this.#accepted(id, now() - began);
        if (!agenda.end(step, signal)) return;
        for (const turn of what.run.take(what.page, page, at)) await this.#storeTurn(agenda, what.run, turn);
        return;
      }
      const keep = await sources.readRecord(what.endpoint, what.id, signal);
      this.#accepted(id, now() - began);
      await this.#store((tables) => keep(tables, at));
      agenda.end(step, signal);
      if (what.kind === 'record') agenda.recordRead(what.endpoint, what.id);
      // A chat that has gone on to another agent is none that the list has to show.
      else if (await isListed(this.#options.tables, what.run, what.id, at))
        await this.#disbelieve(agenda, step, what.run);
      else await this.#explained(agenda, what.run);
    } catch (error) {
      agenda.end(step, signal);
      await this.#failed(agenda, step, { id, error, isAborted: signal.aborted });
    }
  }

  #accepted(id: number, millis: number): void {
    const { trouble: _, ...state } = answered(this.#state, millis);
    this.#state = { ...state, pace: taken(state.pace, id), outages: 0 };
    this.#isAnswering = true;
    this.#failures = 0;
  }

  /** Stores a page; at the end of its walk what the list does not show any more, unless that is hard to believe. */
  async #storeTurn(agenda: Agenda, run: WalkRun, turn: Turn): Promise<void> {
    if (turn.result === undefined) return this.#store((tables) => storeLook(tables, run, turn));
    const end = await endOf(this.#options.tables, run, turn.result);
    if (end.doubted.length > 0 && run.doubt === undefined) {
      run.doubt = { turn, ids: end.doubted };
      return;
    }
    await this.#store((tables) => storeEnd(tables, run, turn, { ...end, finishedAt: this.#options.clock() }));
    await agenda.finish(run);
  }

  /** Notes that the first of the rows in doubt is none that the list has to show. */
  async #explained(agenda: Agenda, run: WalkRun): Promise<void> {
    if (run.doubt === undefined) return;
    const { turn, ids } = run.doubt;
    run.doubt = { turn, ids: ids.slice(1) };
    if (ids.length <= 1) await this.#storeTurn(agenda, run, turn);
  }

  /** An empty list whose records are there is none: as if nobody had looked. */
  async #disbelieve(agenda: Agenda, step: Step, run: WalkRun): Promise<void> {
    const wants = agenda.wantsOf(step);
    agenda.giveUp(run);
    await this.#store(async (tables) => {
      await tables.forgetWalk(run.list.key);
      await failWants(tables, { kind: 'unbelieved' }, wants);
    });
  }

  /** Stores something together with the state, if this process is still the reader. Throws LeaseLost. */
  #store(work: (tables: Tables) => Promise<void>): Promise<void> {
    const { tables, now } = this.#options;
    const stored = this.#storing.then(() =>
      tables.transaction(async (open) => {
        const until = now() + LEASE;
        if (!(await open.holdLease('reader', this.#holder, until, JSON.stringify(this.#state)))) throw new LeaseLost();
        await work(open);
        this.#heldUntil = until;
      }),
    );
    this.#storing = stored.catch(() => undefined);
    return stored;
  }

  /** Decides what a failed request means for those who wait. Throws what is no failure of the service. */
  async #failed(
    agenda: Agenda,
    step: Step,
    { id, error, isAborted }: { readonly id: number; readonly error: unknown; readonly isAborted: boolean },
  ): Promise<void> {
    const { now, ceiling } = this.#options;
    const { what } = step;
    if (error instanceof TooManyRequests) {
      const { pace } = this.#state;
      const pause = pauseAfter(error.told, pace.refusals, this.#chance()) * 1000;
      this.#state = { ...this.#state, pace: refused(pace, id, now(), ceiling, pause), untold: error.untold };
      this.counts.refusals += 1;
      return this.#store(() => Promise.resolve());
    }
    this.#state = { ...this.#state, pace: taken(this.#state.pace, id) };
    if (isAborted) return;
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    if (error instanceof NetworkFailure) return this.#unreachable(agenda, step, error, failure);
    if (error instanceof WrongCredentials) {
      this.#isLoginRefused = true;
      return this.#failAll(failure);
    }
    // It has answered: that is no trouble of the service.
    this.#accepted(id, 0);
    if (what.kind === 'check' && error instanceof RecordNotFound) return this.#explained(agenda, what.run);
    return this.#failStep(agenda, step, failure);
  }

  /** Makes those fail who wait for a step. One record that cannot be read does not end the reading of others. */
  async #failStep(agenda: Agenda, step: Step, failure: Failure): Promise<void> {
    const { what } = step;
    const wants = agenda.wantsOf(step);
    if (what.kind === 'check') return this.#disbelieve(agenda, step, what.run);
    if (what.kind === 'page') {
      agenda.giveUp(what.run);
      return this.#store((tables) => failWants(tables, failure, wants));
    }
    await this.#store((tables) => refuseRecord(tables, wants, what.id, failure));
    agenda.recordRead(what.endpoint, what.id);
  }

  /** Tries again soon, and some times in all; after some failures in a row nobody asks for a while, in whichever process. */
  async #unreachable(agenda: Agenda, step: Step, error: NetworkFailure, failure: Failure): Promise<void> {
    if (!error.passing) return this.#failAll(failure);
    const now = this.#options.now();
    const wait = error.retryAfter === undefined ? undefined : error.retryAfter * 1000;
    // What is read ahead, and fails, keeps nobody from asking, and takes no time from those who have none.
    if (step.request.priority === 'ahead') return this.#failStep(agenda, step, failure);
    this.#failures += 1;
    if (this.#failures >= FAILURES_OF_OUTAGE || (wait ?? 0) > SHORT_WAIT) {
      const { outages } = this.#state;
      const millis = wait ?? Math.min(FIRST_OUTAGE * 2 ** outages, MAX_OUTAGE);
      this.#isAnswering = false;
      this.#state = { ...this.#state, outages: outages + 1, awayUntil: now + millis };
      return this.#failAll(this.#failures >= FAILURES_OF_OUTAGE ? this.#away(now + millis) : failure);
    }
    const { what } = step;
    const name = what.kind === 'page' ? `${what.run.list.key} ${what.page}` : `${what.endpoint} ${what.id}`;
    const tries = (this.#tries.get(name) ?? 0) + 1;
    this.#tries.set(name, tries);
    if (tries >= MAX_TRIES) {
      this.#tries.delete(name);
      return this.#failStep(agenda, step, failure);
    }
    this.counts.retries += 1;
    this.#notBefore = now + (wait ?? backoff(this.#failures, this.#chance()) * 1000);
  }

  #away(until: number): Failure {
    return { kind: 'unavailable', after: Math.max(1, (until - this.#options.now()) / 1000) };
  }

  async #failAll(failure: Failure): Promise<void> {
    this.#state = { ...this.#state, trouble: { failure, at: this.#options.clock() } };
    await this.#store((tables) => failWants(tables, failure, 'all'));
    this.stored.ring();
  }
}
