import { z } from 'zod';
import type { Basis } from '../model/coverage.ts';
import type { DayRange } from '../model/day.ts';
import type { AgentId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import { epochMillis, type Clock, type EpochMillis } from '../model/units.ts';
import type { RequestContext } from '../upstream/client.ts';
import { pageOneMoved, walkPages, type Page } from '../upstream/pages.ts';
import { contextOf, type SharedWork, type WorkContext } from './shared-work.ts';
import type { AccountTables, Tables } from './tables.ts';

/** Bounds a walk whose end cannot be recognised. */
const PAGE_CAP = 20_000;
/** After this, rows may have moved too much for an interrupted walk to go on where it stopped. */
const RESUMABLE_MILLIS = 3_600_000;

/** A list to be walked from its first page to its end. */
export interface WalkPlan<Row> {
  /** Names the walk, among the running ones and in its checkpoint. */
  readonly key: string;
  /** What is being read, in words for a progress notice. */
  readonly what: string;
  readonly fetch: (page: number, context: RequestContext) => Promise<Page<Row>>;
  readonly idOf: (row: Row) => number;
  /** Called with the rows of a page, in the transaction that also writes how far the walk has come. */
  readonly store: (tables: Tables, rows: readonly Row[], seenAt: EpochMillis) => Promise<void>;
  /** Called once at the end, in the transaction that also ends the walk. */
  readonly cover: (tables: Tables, outcome: WalkOutcome) => Promise<void>;
  /** The ids of rows that the walk may have met since a moment: all it did meet, and perhaps others. */
  readonly seenSince: (tables: Tables, moment: EpochMillis) => Promise<readonly number[]>;
  /** The ids of listed rows that belong to what is walked and were not seen since a moment. */
  readonly unseenSince: (tables: Tables, moment: EpochMillis) => Promise<readonly number[]>;
  /** Marks rows that the service does not list any more. */
  readonly markGone: (tables: Tables, ids: readonly number[], at: EpochMillis) => Promise<void>;
  /** Which chats are walked, so that another question finds the walk when it was interrupted. */
  readonly scope?: WalkScope;
}

/** A run of days of chats, of all agents (0) or of one, that is asked for with so many days more. */
interface WalkScope extends DayRange {
  readonly agentId: AgentId | 0;
  readonly margin: number;
}

export interface WalkOutcome {
  /** When the walk began: what arrived later may be missing. */
  readonly lookedAt: EpochMillis;
  readonly basis: Basis;
  readonly rejected: number;
}

/** One reading of all pages. */
interface Pass extends WalkOutcome {
  /** Whether rows changed places under it. */
  readonly moved: boolean;
  /** Whether it met no row at all, not even one that cannot be read. */
  readonly isEmpty: boolean;
}

interface Checkpoint {
  readonly startedAt: EpochMillis;
  readonly nextPage: number;
  readonly pageOne: readonly number[];
  readonly rejected: number;
}

/** Walks lists into the archive, each page in one transaction with the checkpoint, so that no page is paid for twice. */
export class Walks {
  readonly #tables: AccountTables;
  readonly #work: SharedWork;
  readonly #clock: Clock;
  #largestPage: number | undefined;

  constructor(tables: AccountTables, work: SharedWork, clock: Clock) {
    this.#tables = tables;
    this.#work = work;
    this.#clock = clock;
  }

  /** The most rows that any page had: what a page can be expected to hold. A guess before the first page. */
  get pageSize(): number {
    return this.#largestPage ?? 50;
  }

  /** Walks, or joins the same walk that runs already. Answers whether it came to its end before the deadline. */
  walk<Row>(plan: WalkPlan<Row>, question: Question): Promise<boolean> {
    return this.#work.join(plan.key, question, (context) => this.#run(plan, context));
  }

  async #run<Row>(plan: WalkPlan<Row>, work: WorkContext): Promise<void> {
    const first = await this.#pass(plan, work, await this.#resume(plan.key));
    // Rows changed places while the pages were read, so some may have slipped through: once more.
    const outcome = first.moved ? await this.#pass(plan, work, this.#fresh()) : first;
    await this.#tables.transaction(async (tables) => {
      await tables.forgetWalks(plan.key, this.#oldestResumable()).execute();
      const missed = await this.#missed(plan, tables, outcome);
      // A service that suddenly shows nothing of what it had is rather broken than empty: nobody looked.
      if (outcome.isEmpty && missed.length > 0) return;
      await plan.markGone(tables, missed, outcome.lookedAt);
      const { lookedAt, rejected } = outcome;
      await plan.cover(tables, { lookedAt, rejected, basis: outcome.moved ? 'assumed' : outcome.basis });
    });
  }

  /** What a walk of the whole list should have seen, and did not. */
  async #missed<Row>(plan: WalkPlan<Row>, tables: Tables, pass: Pass): Promise<readonly number[]> {
    // Of a row that cannot be read nobody knows which one it is.
    const isWhole = !pass.moved && pass.basis !== 'capped' && pass.rejected === 0;
    return isWhole ? plan.unseenSince(tables, pass.lookedAt) : [];
  }

  async #pass<Row>(plan: WalkPlan<Row>, work: WorkContext, from: Checkpoint): Promise<Pass> {
    // What was met before an interruption tells rows that moved from rows that came in. It does not tell where the
    // list ends: others may have stored rows that this walk has yet to meet.
    const seen = new Set(from.nextPage === 1 ? [] : await plan.seenSince(this.#tables, from.startedAt));
    let checkpoint = from;
    const pages = walkPages((page) => plan.fetch(page, contextOf(work)), plan.idOf, {
      startPage: from.nextPage,
      pageCap: PAGE_CAP,
    });
    let step = await pages.next();
    for (; step.done !== true; step = await pages.next()) {
      const { page, rows, newRows, rejected } = step.value;
      this.#largestPage = Math.max(this.#largestPage ?? 0, rows.length);
      checkpoint = {
        ...checkpoint,
        nextPage: page + 1,
        pageOne: page === 1 ? rows.map(plan.idOf) : checkpoint.pageOne,
        rejected: checkpoint.rejected + rejected,
      };
      for (const row of newRows) seen.add(plan.idOf(row));
      await this.#store(plan, newRows, checkpoint);
      work.progressed(page, undefined, plan.what);
    }
    const end = step.value;
    const basis: Basis = end === 'empty' ? 'proven' : end === 'capped' ? 'capped' : 'assumed';
    const { startedAt, rejected } = checkpoint;
    const outcome = { lookedAt: startedAt, basis, rejected, isEmpty: seen.size === 0 && rejected === 0 };
    if (checkpoint.pageOne.length === 0) return { ...outcome, moved: false };
    const again = await plan.fetch(1, contextOf(work));
    const rows = again.kind === 'rows' ? again.rows : [];
    await this.#store(plan, rows, checkpoint);
    const ids = rows.map(plan.idOf);
    // With none of its first rows left, page 1 alone does not tell rows that moved up from rows that came in. And where
    // a page or more came in between two pages, the later one only repeated the earlier, and was no end.
    const isReplaced = !ids.some((id) => checkpoint.pageOne.includes(id));
    const moved = isReplaced && (end === 'repeat' || ids.some((id) => seen.has(id)));
    return { ...outcome, moved: moved || pageOneMoved(checkpoint.pageOne, ids) };
  }

  async #store<Row>(plan: WalkPlan<Row>, rows: readonly Row[], checkpoint: Checkpoint): Promise<void> {
    await this.#tables.transaction(async (tables) => {
      await plan.store(tables, rows, this.#clock());
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
          page_one: JSON.stringify(checkpoint.pageOne),
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
      pageOne: PageIds.parse(JSON.parse(row.page_one)),
      rejected: row.rejected,
    };
  }

  #fresh(): Checkpoint {
    return { startedAt: this.#clock(), nextPage: 1, pageOne: [], rejected: 0 };
  }

  /** The walks that were interrupted and can go on. */
  resumable() {
    return this.#tables
      .unfinishedWalks()
      .where('started_at', '>=', this.#oldestResumable())
      .where('started_at', '<=', this.#clock());
  }

  #oldestResumable(): EpochMillis {
    return epochMillis(this.#clock() - RESUMABLE_MILLIS);
  }
}

const PageIds = z.array(z.number());
