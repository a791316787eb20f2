import { sql } from 'kysely';
import { z } from 'zod';
import { weakerPlanBasis, type Basis, type Plan, type PlanBasis } from '../model/coverage.ts';
import type { DayRange } from '../model/day.ts';
import type { AgentId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import { eachInSlices } from '../model/slices.ts';
import { epochMillis, seconds, secondsBetween, type Clock, type EpochMillis, type Seconds } from '../model/units.ts';
import type { RequestContext } from '../upstream/client.ts';
import { pageOneMoved, walkPages, type Page, type Place, type WalkEnd } from '../upstream/pages.ts';
import type { Expectation } from './expectation.ts';
import { inParts } from './in-parts.ts';
import { guessPageSize, keepPageSize, pageSizeOf } from './page-sizes.ts';
import type { ReadingTime } from './reading-time.ts';
import type { OnceAmongAll } from './once-among-all.ts';
import { requestFor, type SharedWork, type WorkContext } from './shared-work.ts';
import type { AccountTables, ListTable, Tables } from './tables.ts';

/** Bounds a walk whose end cannot be recognised. */
const PAGE_CAP = 20_000;
/** After this, rows may have moved too much for an interrupted walk to go on where it stopped. */
const RESUMABLE_MILLIS = 3_600_000;
/** And after the time that a slow walk may take for the pages that it has, which would be lost with it. */
const RESUMABLE_MILLIS_PER_PAGE = 60_000;
/** Behind the last page a walk asks for one that shows the end, and for page 1 again. */
const REQUESTS_AT_END = 2;

/** A list to be walked from its first page to its end. */
export interface WalkPlan<Row> {
  /** Names the walk, among the running ones and in its checkpoint. */
  readonly key: string;
  /** Whose pages they are. */
  readonly list: ListTable;
  /** What is being read, in words for a progress notice. */
  readonly what: string;
  readonly fetch: (page: number, context: RequestContext) => Promise<Page<Row>>;
  readonly idOf: (row: Row) => number;
  /** Grows from each row to those that came into the list after it. */
  readonly arrivalOf: (row: Row) => number | undefined;
  /** How many rows the walk will meet, where something tells: what was read before, or what it met since it began. */
  readonly expect: (tables: Tables, startedAt: EpochMillis) => Promise<Expectation | undefined>;
  /** Called with some rows of a page after the other, in the transaction that also writes how far the walk has come. */
  readonly store: (tables: Tables, rows: readonly Row[], seenAt: EpochMillis) => Promise<void>;
  /** Called once at the end, in the transaction that also ends the walk. */
  readonly cover: (tables: Tables, outcome: WalkOutcome) => Promise<void>;
  /** The ids of rows that the walk may have met since a moment: all it did meet, and perhaps others. */
  readonly seenSince: (tables: Tables, moment: EpochMillis) => Promise<readonly number[]>;
  /** The ids of listed rows that belong to what is walked and were not seen since a moment. */
  readonly unseenSince: (tables: Tables, moment: EpochMillis) => Promise<readonly number[]>;
  /** Marks rows that the service does not list any more. */
  readonly markGone: (tables: Tables, ids: readonly number[], at: EpochMillis) => Promise<void>;
  /** Which chats are walked, so that another question finds the walk when it runs or was interrupted. */
  readonly scope?: WalkScope;
}

/** A run of days of chats, of all agents (0) or of one, that is asked for with so many days more. */
export interface WalkScope extends DayRange {
  readonly agentId: AgentId | 0;
  readonly margin: number;
}

export interface WalkOutcome {
  /** When the walk began: what arrived later may be missing. */
  readonly lookedAt: EpochMillis;
  readonly finishedAt: EpochMillis;
  readonly basis: Basis;
  readonly rejected: number;
}

/** One reading of all pages. */
interface Pass extends Omit<WalkOutcome, 'finishedAt'> {
  /** Whether rows changed places under it. */
  readonly moved: boolean;
  /** The ids of the rows that it met. */
  readonly seen: ReadonlySet<number>;
  /** Whether it met no row at all, not even one that cannot be read. */
  readonly isEmpty: boolean;
}

interface Checkpoint {
  readonly startedAt: EpochMillis;
  readonly nextPage: number;
  readonly pageOne: readonly Place[];
  readonly rejected: number;
}

/** Walks lists into the archive, each page in one transaction with the checkpoint, so that no page is paid for twice. */
export class Walks {
  readonly #tables: AccountTables;
  readonly #work: SharedWork;
  readonly #once: OnceAmongAll;
  readonly #time: ReadingTime;
  readonly #clock: Clock;
  readonly #scopes = new Map<string, WalkScope>();

  constructor(tables: AccountTables, work: SharedWork, once: OnceAmongAll, time: ReadingTime, clock: Clock) {
    this.#tables = tables;
    this.#work = work;
    this.#once = once;
    this.#time = time;
    this.#clock = clock;
  }

  /**
   * Walks, or joins the same walk that runs already, in whichever process. Answers whether it came to its end before the
   * deadline. `isDone` tells whether what was found missing was read since.
   */
  walk<Row>(plan: WalkPlan<Row>, isDone: () => Promise<boolean>, question: Question): Promise<boolean> {
    const { key, scope } = plan;
    if (scope !== undefined) this.#scopes.set(key, scope);
    return this.#once.join({ key, isLong: true, isDone, run: (context) => this.#run(plan, context) }, question);
  }

  /** The keys of the walks and of what else is under way in other processes. */
  elsewhere(): Promise<string[]> {
    return this.#once.elsewhere();
  }

  /** The walks of chats that run in this process. */
  running(): WalkScope[] {
    for (const key of this.#scopes.keys()) if (!this.#work.isRunning(key)) this.#scopes.delete(key);
    return [...this.#scopes.values()];
  }

  /** The walks that were interrupted and can go on. */
  resumable() {
    return this.#tables
      .unfinishedWalks()
      .where(RESUMABLE_FROM, '>=', this.#oldestResumable())
      .where('started_at', '<=', this.#clock());
  }

  /** What it takes to walk lists of one kind from where their walks are to their ends. */
  async cost(walks: readonly Pick<WalkPlan<unknown>, 'key' | 'list' | 'expect'>[]): Promise<Omit<Plan, 'missing'>> {
    const costs = await Promise.all(
      walks.map(async ({ key, list, expect }): Promise<Pick<Plan, 'requests' | 'basis'>> => {
        const { nextPage, startedAt } = await this.#resume(key);
        const expected = await expect(this.#tables, startedAt);
        const pageSize = await pageSizeOf(this.#tables, list);
        const pages = Math.ceil((expected?.rows ?? 0) / (pageSize ?? (await guessPageSize(this.#tables))));
        const basis: PlanBasis =
          expected === undefined ? 'at least' : pageSize === undefined ? 'guess' : expected.basis;
        return { requests: Math.max(pages - (nextPage - 1), nextPage === 1 ? 1 : 0) + REQUESTS_AT_END, basis };
      }),
    );
    const [walk] = walks;
    if (walk === undefined) return { requests: 0, seconds: seconds(0), basis: 'nothing' };
    const requests = costs.reduce((sum, cost) => sum + cost.requests, 0);
    const basis = costs.map((cost) => cost.basis).reduce(weakerPlanBasis, 'nothing');
    return { requests, seconds: await this.#time.of(walk.list, requests, basis === 'learned'), basis };
  }

  /** How long the walk of that key has to wait before its next page, as far as it is known. */
  waitOf(key: string): Seconds | undefined {
    return this.#work.waitOf(key);
  }

  async #run<Row>(plan: WalkPlan<Row>, work: WorkContext): Promise<void> {
    const first = await this.#pass(plan, work, await this.#resume(plan.key));
    // Rows changed places while the pages were read, so some may have slipped through: once more.
    const outcome = first.moved ? await this.#pass(plan, work, this.#fresh()) : first;
    await this.#tables.transaction(async (tables) => {
      await tables
        .forgetWalks()
        .where((or) => or.or([or('walk', '=', plan.key), or(RESUMABLE_FROM, '<', this.#oldestResumable())]))
        .execute();
      const missed = await this.#missed(plan, tables, outcome);
      // A service that suddenly shows nothing of what it had is rather broken than empty: nobody looked.
      if (outcome.isEmpty && missed.length > 0) return;
      await plan.markGone(tables, missed, outcome.lookedAt);
      const { lookedAt, rejected } = outcome;
      const basis = outcome.moved ? 'assumed' : outcome.basis;
      await plan.cover(tables, { lookedAt, finishedAt: this.#clock(), rejected, basis });
    });
  }

  /** What a walk of the whole list should have seen, and did not. */
  async #missed<Row>(plan: WalkPlan<Row>, tables: Tables, pass: Pass): Promise<readonly number[]> {
    // Of a row that cannot be read nobody knows which one it is.
    const isWhole = !pass.moved && pass.basis !== 'capped' && pass.rejected === 0;
    if (!isWhole) return [];
    // Clocks may be set, and others with another clock may have stored a row once more: what was met is there.
    return (await plan.unseenSince(tables, pass.lookedAt)).filter((id) => !pass.seen.has(id));
  }

  async #pass<Row>(plan: WalkPlan<Row>, work: WorkContext, from: Checkpoint): Promise<Pass> {
    // What was met before an interruption tells rows that moved from rows that came in. It does not tell where the
    // list ends: others may have stored rows that this walk has yet to meet.
    const seen = new Set(from.nextPage === 1 ? [] : await plan.seenSince(this.#tables, from.startedAt));
    const pageSize = await pageSizeOf(this.#tables, plan.list);
    let expected = await plan.expect(this.#tables, from.startedAt);
    const isKnown = pageSize !== undefined && expected?.basis === 'learned';
    let { startedAt: askedAt } = from;
    const pages = walkPages(
      {
        ...plan,
        fetchPage: (page, signal) =>
          this.#fetch(plan, work, page, signal, (at) => {
            if (page === 1) askedAt = at;
          }),
      },
      {
        startPage: from.nextPage,
        pageCap: PAGE_CAP,
        expected: isKnown ? { rows: expected?.atLeast ?? 0, pageSize } : undefined,
      },
    );
    let checkpoint = from;
    let largestPage = from.pageOne.length;
    let isNewestFirst = false;
    let end: WalkEnd;
    try {
      let step = await pages.next();
      for (; step.done !== true; step = await pages.next()) {
        const { page, rows, newRows, rejected } = step.value;
        ({ isNewestFirst } = step.value);
        largestPage = Math.max(largestPage, rows.length + rejected);
        checkpoint = {
          ...checkpoint,
          // Before its turn it may have stood in line for long.
          startedAt: askedAt,
          nextPage: page + 1,
          pageOne: page === 1 ? placesOf(plan, rows) : checkpoint.pageOne,
          rejected: checkpoint.rejected + rejected,
        };
        for (const row of newRows) seen.add(plan.idOf(row));
        // A page is full when another one follows it.
        const fullPage = page > 1 && largestPage !== pageSize ? largestPage : undefined;
        await this.#store(plan, newRows, checkpoint, work.signal, fullPage);
        // A guess gets better as the walk goes on.
        if (expected?.basis !== 'learned' && Number.isInteger(Math.log2(page))) {
          expected = await plan.expect(this.#tables, from.startedAt);
        }
        await this.#tell(plan, work, page, expected && Math.ceil(expected.rows / Math.max(largestPage, 1)), isKnown);
      }
      end = step.value;
    } finally {
      await pages.return('capped');
    }
    const basis: Basis = end === 'empty' ? 'proven' : end === 'capped' ? 'capped' : 'assumed';
    const { startedAt, rejected, pageOne } = checkpoint;
    const outcome = { lookedAt: startedAt, basis, rejected, seen, isEmpty: seen.size === 0 && rejected === 0 };
    if (pageOne.length === 0) return { ...outcome, moved: false };
    const again = await this.#fetch(plan, work, 1);
    const rows = again.kind === 'rows' ? again.rows : [];
    await this.#store(plan, rows, checkpoint, work.signal);
    const now = placesOf(plan, rows);
    // Where a page or more came in between two pages, the later one only repeated the earlier, and was no end.
    const isNoEnd = end === 'repeat' && !now.some(({ id }) => pageOne.some((place) => place.id === id));
    return {
      ...outcome,
      moved: isNoEnd || pageOneMoved(pageOne, now, { wasSeen: (id) => seen.has(id), isNewestFirst }),
    };
  }

  async #fetch<Row>(
    plan: WalkPlan<Row>,
    work: WorkContext,
    page: number,
    signal?: AbortSignal,
    onSent: (at: EpochMillis) => void = () => undefined,
  ): Promise<Page<Row>> {
    let sentAt: EpochMillis | undefined;
    const answer = await requestFor(work, (context) =>
      plan.fetch(page, {
        ...context,
        signal: signal === undefined ? context.signal : AbortSignal.any([context.signal, signal]),
        onRequest: () => {
          sentAt = this.#clock();
          onSent(sentAt);
          context.onRequest?.();
        },
      }),
    );
    if (sentAt !== undefined) this.#time.answered(secondsBetween(sentAt, this.#clock()));
    return answer;
  }

  async #tell<Row>(
    { list, what }: WalkPlan<Row>,
    work: WorkContext,
    page: number,
    pages: number | undefined,
    looksAhead: boolean,
  ): Promise<void> {
    if (pages === undefined) return work.progressed({ done: page, what });
    const total = Math.max(pages, page);
    const left = await this.#time.of(list, total - page + REQUESTS_AT_END, looksAhead);
    work.progressed({ done: page, total, left, what });
  }

  /** Stores the rows of a page, how far the walk has come, and how many rows fill a page, if that was seen. */
  async #store<Row>(
    plan: WalkPlan<Row>,
    rows: readonly Row[],
    checkpoint: Checkpoint,
    signal: AbortSignal,
    pageSize?: number,
  ): Promise<void> {
    await this.#tables.transaction(async (tables) => {
      const seenAt = this.#clock();
      await eachInSlices(inParts(rows), (some) => plan.store(tables, some, seenAt), signal);
      if (pageSize !== undefined) await keepPageSize(tables, plan.list, pageSize);
      await tables.upsert('unfinished_walks', [
        {
          account: tables.account,
          walk: plan.key,
          from_day: plan.scope?.from ?? null,
          to_day: plan.scope?.to ?? null,
          agent_id: plan.scope?.agentId ?? null,
          margin: plan.scope?.margin ?? null,
          started_at: checkpoint.startedAt,
          next_page: checkpoint.nextPage,
          page_one: JSON.stringify(checkpoint.pageOne.map(({ id }) => id)),
          rejected: checkpoint.rejected,
        },
      ]);
    });
  }

  async #resume(key: string): Promise<Checkpoint> {
    const row = await this.resumable().where('walk', '=', key).selectAll().executeTakeFirst();
    if (row === undefined) return this.#fresh();
    return {
      startedAt: row.started_at,
      nextPage: row.next_page,
      pageOne: PageIds.parse(JSON.parse(row.page_one)).map((id) => ({ id })),
      rejected: row.rejected,
    };
  }

  #fresh(): Checkpoint {
    return { startedAt: this.#clock(), nextPage: 1, pageOne: [], rejected: 0 };
  }

  #oldestResumable(): EpochMillis {
    return epochMillis(this.#clock() - RESUMABLE_MILLIS);
  }
}

const RESUMABLE_FROM = sql<number>`started_at + next_page * ${sql.lit(RESUMABLE_MILLIS_PER_PAGE)}`;

const PageIds = z.array(z.number());

function placesOf<Row>({ idOf, arrivalOf }: WalkPlan<Row>, rows: readonly Row[]): Place[] {
  return rows.map((row) => ({ id: idOf(row), arrival: arrivalOf(row) }));
}
