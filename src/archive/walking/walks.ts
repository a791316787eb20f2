import { weakerPlanBasis, type Basis, type Plan, type PlanBasis } from '../../model/coverage.ts';
import type { DayRange } from '../../model/time/day.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import type { Question } from '../../model/progress.ts';
import { eachInSlices } from '../../model/slices.ts';
import { seconds, secondsBetween, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import { PartAskedElsewhere, type OthersWork } from '../../upstream/client.ts';
import { pagesSeenBy, readPages, requestsFor, type Reading } from '../../upstream/pages/list-reading.ts';
import type { Expectation } from './volume.ts';
import type { Page } from '../../upstream/pages/pages-in-turn.ts';
import { batchesOf } from '../tables/batches.ts';
import { guessPageSize, keepPageSize, pageSizeOf } from './page-sizes.ts';
import type { ReadingTime } from './reading-time.ts';
import type { OnceAmongAll } from '../sharing/once-among-all.ts';
import { sendRequest } from './send-request.ts';
import type { SharedWork, WorkContext } from '../sharing/shared-work.ts';
import type { AccountTables } from '../tables/tables.ts';
import { lookForUnmet } from './unmet-rows.ts';
import {
  forgetWalk,
  keepLook,
  logOf,
  looksIn,
  resumableWalks,
  type TimedPage,
  type WalkLog,
  type WalkScope,
} from './walk-log.ts';
import type { WalkPlan } from './walk-plan.ts';
import { isYoungAfter, type WalkUnderWay } from './walks-at-once.ts';

/** Bounds a walk whose end cannot be recognised. */
const PAGE_CAP = 20_000;
/** The readings of a list that shows in one reading whether rows slipped past it. */
const MAX_READINGS_ALONE = 2;
/** The readings of a list that needs two which agree. */
const MAX_READINGS = 3;
/** The records of listed rows that have to say that these are gone, before an empty list is believed. */
const RECORDS_OF_EMPTIED = 3;

/** The parts of a plan that tell how much is left of a walk. */
type CostedWalk = Pick<WalkPlan<unknown>, 'key' | 'list' | 'expect' | 'span'>;

/** What a walk has to do with others that run. */
export interface AmongOthers {
  /** Whether it may give way: it goes on with none that was interrupted. */
  readonly isNew: boolean;
  /** Whether a walk of another process keeps this one from beginning, and its question has to plan anew. */
  readonly overlaps: (other: OthersWork) => boolean;
  /** Whether it gives way to a walk of that key, in whichever process. */
  readonly givesWayTo: (key: string) => boolean;
}

/** A walk that runs in this process, or is waited for in it. */
interface RunningWalk {
  readonly scope: WalkScope;
  readonly isNew: boolean;
  /** The pages that it has asked for. */
  asked: number;
}

/** A reading, and when it began. */
interface TimedReading extends Reading {
  readonly startedAt: EpochMillis;
}

/** A page, and when it was asked for. */
type AskedPage<Row> = Page<Row> & { readonly at: EpochMillis };

/** Walks lists into the archive, each page in one transaction with the log, so that no page is paid for twice. */
export class Walks {
  readonly #tables: AccountTables;
  readonly #work: SharedWork;
  readonly #once: OnceAmongAll;
  readonly #time: ReadingTime;
  readonly #clock: Clock;
  readonly #running = new Map<string, RunningWalk>();

  constructor(tables: AccountTables, work: SharedWork, once: OnceAmongAll, time: ReadingTime, clock: Clock) {
    this.#tables = tables;
    this.#work = work;
    this.#once = once;
    this.#time = time;
    this.#clock = clock;
  }

  /**
   * Walks, or joins the same walk that runs already, in whichever process. Returns whether it came to its end before the
   * deadline. `isDone` tells whether what was found missing was read since. Throws PartAskedElsewhere where a walk that was
   * begun meanwhile reads a part of the same, or all of it and more.
   */
  walk<Row>(
    plan: WalkPlan<Row>,
    isDone: () => Promise<boolean>,
    question: Question,
    among?: AmongOthers,
  ): Promise<boolean> {
    const { key, scope } = plan;
    if (scope !== undefined && !this.#work.isRunning(key)) {
      this.#running.set(key, { scope, isNew: among?.isNew === true, asked: 0 });
    }
    const run = (context: WorkContext): Promise<void> => this.#run(plan, context);
    const task = omitUndefined({
      key,
      isLong: true,
      isDone,
      overlaps: among?.overlaps,
      isYoung: () => this.#isYoung(key),
      givesWay: mapKnown(
        among?.givesWayTo,
        (givesWayTo) => (elsewhere: readonly string[]) => [...this.#runningKeys(), ...elsewhere].some(givesWayTo),
      ),
      run,
    });
    return this.#once.join(task, question);
  }

  /** The walks and what else is under way in other processes. */
  elsewhere(): Promise<OthersWork[]> {
    return this.#once.elsewhere();
  }

  /** The walks of chats that run in this process. */
  running(): WalkUnderWay[] {
    return this.#runningKeys().flatMap((key) => {
      const walk = this.#running.get(key);
      return walk === undefined ? [] : [{ scope: walk.scope, isYoung: this.#isYoung(key) }];
    });
  }

  #runningKeys(): string[] {
    for (const key of this.#running.keys()) if (!this.#work.isRunning(key)) this.#running.delete(key);
    return [...this.#running.keys()];
  }

  #isYoung(key: string): boolean {
    const walk = this.#running.get(key);
    return walk?.isNew === true && isYoungAfter(walk.asked);
  }

  /** The days of interrupted walks of chats that can go on and are over some days at least. */
  resumable(scope: WalkScope): Promise<DayRange[]> {
    return resumableWalks(this.#tables, scope, this.#clock());
  }

  /** Estimates the cost of walking lists of one kind from where their walks are to their ends. */
  async cost(walks: readonly CostedWalk[]): Promise<Omit<Plan, 'missing'>> {
    const costs = await Promise.all(walks.map((walk) => this.#costOf(walk)));
    const [walk] = walks;
    if (walk === undefined) return { requests: 0, done: 0, seconds: seconds(0), basis: 'nothing' };
    const requests = costs.reduce((sum, cost) => sum + cost.requests, 0);
    const basis = costs.map((cost) => cost.basis).reduce(weakerPlanBasis, 'nothing');
    const done = costs.reduce((sum, cost) => sum + cost.done, 0);
    return { requests, done, seconds: await this.#time.of(walk.list, requests, basis === 'learned'), basis };
  }

  /** The time that the walk of a key has to wait before its next page, as far as it is known. */
  waitOf(key: string): Seconds | undefined {
    return this.#work.waitOf(key);
  }

  async #costOf({ key, list, expect, span }: CostedWalk): Promise<Pick<Plan, 'requests' | 'done' | 'basis'>> {
    const now = this.#clock();
    const log = await logOf(this.#tables, key, now);
    const looks = log?.readings.at(-1) ?? [];
    const pageSize = await pageSizeOf(this.#tables, list);
    const seen = log && pagesSeenBy(looks, { ...log.hints, span }, PAGE_CAP);
    const expected = await expect(this.#tables, log?.startedAt ?? now);
    const rows = expected?.rows ?? 0;
    const guess = Math.ceil(rows / (pageSize ?? (await guessPageSize(this.#tables))));
    const isOneMoment = pageSize !== undefined && expected !== undefined && rows < pageSize;
    // What was met until now tells nothing of the rest where the last page was looked for among it.
    const isBetter = seen !== undefined && (seen.isFound || expected?.basis !== 'learned');
    const requests = requestsFor(isBetter ? seen.pages : guess, isOneMoment) - looks.length;
    const basis = isBetter ? (seen.isFound ? 'learned' : 'guess') : basisOf(expected, pageSize);
    return { requests: Math.max(requests, 1), done: looks.length, basis };
  }

  async #run<Row>(plan: WalkPlan<Row>, work: WorkContext): Promise<void> {
    const log = (await logOf(this.#tables, plan.key, this.#clock())) ?? (await this.#begin(plan));
    this.#asksFor(plan.key, looksIn(log));
    try {
      await this.#walk(plan, work, log);
    } catch (error) {
      // What it has met is walked once more: nobody is to go on from here.
      if (error instanceof PartAskedElsewhere) await this.#forget(plan);
      throw error;
    }
  }

  async #walk<Row>(plan: WalkPlan<Row>, work: WorkContext, log: WalkLog): Promise<void> {
    const readings: TimedReading[] = [];
    /** The reading that has yet to be shown to be whole. */
    let candidate: TimedReading | undefined;
    let doubted: ReadonlySet<number> | undefined;
    for (;;) {
      const reading = await this.#read(plan, work, log, readings, candidate);
      readings.push(reading);
      if (!reading.confirmsEarlier) candidate = reading;
      if (reading.end === 'capped') return this.#finish(plan, reading, 'capped');
      if (candidate !== undefined && (reading.confirmsEarlier || reading.isWhole)) {
        const doubts = await this.#doubts(plan, work, candidate, readings, doubted);
        if (doubts === 'broken') return this.#forget(plan);
        if (doubts.length === 0) return this.#finish(plan, candidate, candidate.end === 'empty' ? 'proven' : 'assumed');
        // Rows that only one reading does not show may have slipped past it.
        if (doubted !== undefined) break;
        doubted = new Set(doubts);
        candidate = undefined;
      } else if (readings.length >= (reading.isAnchored ? MAX_READINGS_ALONE : MAX_READINGS)) break;
    }
    await this.#finish(plan, candidate ?? readings.at(-1), 'partial');
  }

  /**
   * Returns the doubts about a reading past which nothing slipped: rows that were listed before, that it did not meet,
   * and whose records do not say why. When another such reading did not meet them either, they are marked as gone.
   */
  async #doubts<Row>(
    plan: WalkPlan<Row>,
    work: WorkContext,
    whole: TimedReading,
    readings: readonly TimedReading[],
    doubted: ReadonlySet<number> | undefined,
  ): Promise<readonly number[] | 'broken'> {
    // Of a row that cannot be read nobody knows which one it is.
    if (rejectedIn(whole) > 0) return [];
    // Clocks may be set, and others with another clock may have stored a row once more: what was met is there.
    const later = readings.slice(readings.indexOf(whole));
    const unseen = await plan.unseenSince(this.#tables, whole.startedAt);
    const unmet = unseen.filter((id) => !later.some(({ ids }) => ids.has(id)));
    if (whole.ids.size === 0 && doubted === undefined) {
      // A service that suddenly shows nothing of what it had may be broken: then nobody looked. Some records tell.
      const some = unmet.splice(0, RECORDS_OF_EMPTIED);
      if ((await lookForUnmet(plan, some, this.#tables, work, this.#clock)).length > 0) return 'broken';
    }
    const agreed = unmet.filter((id) => doubted?.has(id));
    if (agreed.length > 0) await this.#tables.markGone(plan.list, agreed, whole.startedAt);
    const others = unmet.filter((id) => doubted?.has(id) !== true);
    return lookForUnmet(plan, others, this.#tables, work, this.#clock);
  }

  async #finish<Row>(plan: WalkPlan<Row>, reading: TimedReading | undefined, basis: Basis): Promise<void> {
    await this.#tables.transaction(async (tables) => {
      await forgetWalk(tables, plan.key, this.#clock());
      if (reading === undefined) return;
      const rejected = rejectedIn(reading);
      await plan.cover(tables, { lookedAt: reading.startedAt, finishedAt: this.#clock(), rejected, basis });
    });
  }

  #forget<Row>(plan: WalkPlan<Row>): Promise<void> {
    return this.#tables.transaction((tables) => forgetWalk(tables, plan.key, this.#clock()));
  }

  /** Writes down what is known of a list before the first look at it, for a walk that is interrupted. */
  async #begin<Row>(plan: WalkPlan<Row>): Promise<WalkLog> {
    const startedAt = this.#clock();
    const pageSize = await pageSizeOf(this.#tables, plan.list);
    const expected = await plan.expect(this.#tables, startedAt);
    const pages = expected && pageSize && Math.ceil(expected.rows / pageSize);
    return { startedAt, hints: { pageSize, pages, isCounted: expected?.isCounted === true }, readings: [] };
  }

  async #read<Row>(
    plan: WalkPlan<Row>,
    work: WorkContext,
    log: WalkLog,
    readings: readonly TimedReading[],
    earlier: TimedReading | undefined,
  ): Promise<TimedReading> {
    const looks = (log.readings[readings.length] ??= []);
    const before = readings.findLast(({ end }) => end !== undefined);
    const abandoned = new AbortController();
    const pages = readPages(
      {
        ...plan,
        fetchPage: (page, signal) => this.#fetch(plan, work, page, AbortSignal.any([signal, abandoned.signal])),
      },
      {
        ...(before === undefined ? log.hints : hintsFrom(before, log.hints.pageSize)),
        span: plan.span,
        pageCap: PAGE_CAP,
        log: [...looks],
        earlier,
      },
    );
    let expected: Expectation | undefined;
    try {
      for await (const step of pages) {
        if ('reading' in step) return { ...step.reading, startedAt: beginOf(looks) ?? log.startedAt };
        const { answer, logged, pageSize, lastPage } = step;
        const askedAt = answer?.at ?? this.#clock();
        looks.push({ ...logged, askedAt });
        const rows = answer?.kind === 'rows' ? answer.rows : [];
        await this.#store(plan, { rows, at: askedAt }, log, work.signal, pageSize);
        // A guess gets better as the walk goes on.
        if (lastPage === undefined && Number.isInteger(Math.log2(looks.length))) {
          expected = await plan.expect(this.#tables, log.startedAt);
        }
        const rowsOnPage = log.hints.pageSize ?? Math.max(1, ...looks.map(({ places }) => places.length));
        await this.#tell(plan, work, log, lastPage ?? (expected && Math.ceil(expected.rows / rowsOnPage)));
      }
      throw new Error('A reading ended without telling what it showed');
    } finally {
      abandoned.abort(new Error('The reading has ended'));
    }
  }

  async #fetch<Row>(
    plan: WalkPlan<Row>,
    work: WorkContext,
    page: number,
    signal: AbortSignal,
  ): Promise<AskedPage<Row>> {
    this.#asksFor(plan.key, 1);
    const { answer, at } = await sendRequest(work, this.#clock, (context) =>
      plan.fetch(page, { ...context, signal: AbortSignal.any([context.signal, signal]) }),
    );
    this.#time.answered(secondsBetween(at, this.#clock()));
    return { ...answer, at };
  }

  #asksFor(key: string, pages: number): void {
    const walk = this.#running.get(key);
    if (walk !== undefined) walk.asked += pages;
  }

  async #tell<Row>(
    { list, what }: WalkPlan<Row>,
    work: WorkContext,
    log: WalkLog,
    pages: number | undefined,
  ): Promise<void> {
    const done = looksIn(log);
    if (pages === undefined) return work.progressed({ done, what });
    const requests = Math.max(0, requestsFor(pages, false) - (log.readings.at(-1)?.length ?? 0));
    const left = await this.#time.of(list, requests, true);
    work.progressed({ done, total: done + requests, left, what });
  }

  /** Stores the rows of a page, how far the walk has come, and how many rows fill a page, if that was seen. */
  async #store<Row>(
    plan: WalkPlan<Row>,
    { rows, at }: { readonly rows: readonly Row[]; readonly at: EpochMillis },
    log: WalkLog,
    signal: AbortSignal,
    pageSize: number | undefined,
  ): Promise<void> {
    await this.#tables.transaction(async (tables) => {
      await eachInSlices(batchesOf(rows), (some) => plan.store(tables, some, at), signal);
      if (pageSize !== undefined && pageSize !== log.hints.pageSize) await keepPageSize(tables, plan.list, pageSize);
      await keepLook(tables, plan, log);
    });
  }
}

/**
 * Returns the moment when the first of some pages was asked for: others may have gone on with the same walk, and clocks
 * may be set.
 */
function beginOf(looks: readonly TimedPage[]): EpochMillis | undefined {
  const [first] = looks.map(({ askedAt }) => askedAt).sort((one, other) => one - other);
  return first;
}

/** Returns what a reading tells of the list for the next one. */
function hintsFrom({ inTurn }: Reading, pageSize: number | undefined): WalkLog['hints'] {
  const pages = inTurn.pages.length;
  return { pages, isCounted: true, pageSize: pages > 1 ? inTurn.pageSize : pageSize };
}

function basisOf(expected: Expectation | undefined, pageSize: number | undefined): PlanBasis {
  if (expected === undefined) return 'at least';
  return pageSize === undefined ? 'guess' : expected.basis;
}

function rejectedIn({ inTurn }: Reading): number {
  return inTurn.pages.reduce((sum, { rejected }) => sum + rejected, 0);
}
