import { z } from 'zod';
import type { Basis } from '../model/coverage.ts';
import type { Question } from '../model/question.ts';
import { epochMillis, type Clock, type EpochMillis } from '../model/units.ts';
import type { RequestContext } from '../upstream/client.ts';
import { pageOneMoved, walkPages, type Page } from '../upstream/pages.ts';
import type { SharedWork, WorkContext } from './shared-work.ts';
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
  /** The ids of kept rows that belong to what is walked and were not seen since a moment. */
  readonly unseenSince: (tables: Tables, moment: EpochMillis) => Promise<readonly number[]>;
  /** Removes rows that the service has no more. */
  readonly forget: (tables: Tables, ids: readonly number[]) => Promise<void>;
}

export interface WalkOutcome {
  /** When the walk began: what arrived later may be missing. */
  readonly lookedAt: EpochMillis;
  readonly basis: Basis;
  readonly rejected: number;
}

/** One reading of all pages; `moved` when rows changed places under it. */
interface Pass extends WalkOutcome {
  readonly moved: boolean;
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
  #largestPage = 50;

  constructor(tables: AccountTables, work: SharedWork, clock: Clock) {
    this.#tables = tables;
    this.#work = work;
    this.#clock = clock;
  }

  /** The most rows that any page had: what a page can be expected to hold. */
  get pageSize(): number {
    return this.#largestPage;
  }

  /** Walks, or joins the same walk that runs already. Answers whether it came to its end before the deadline. */
  walk<Row>(plan: WalkPlan<Row>, question: Question): Promise<boolean> {
    return this.#work.join(plan.key, question, (context) => this.#run(plan, context));
  }

  async #run<Row>(plan: WalkPlan<Row>, work: WorkContext): Promise<void> {
    const first = await this.#pass(plan, work, await this.#resume(plan.key));
    // Rows vanished or changed places while the pages were read, so some may have slipped through: once more.
    const isDoubtful = first.moved || (await this.#missed(plan, this.#tables, first)).length > 0;
    const outcome = isDoubtful ? await this.#pass(plan, work, this.#fresh()) : first;
    await this.#tables.transaction(async (tables) => {
      await tables.forgetWalk(plan.key).execute();
      await plan.forget(tables, await this.#missed(plan, tables, outcome));
      const { lookedAt, rejected } = outcome;
      await plan.cover(tables, { lookedAt, rejected, basis: outcome.moved ? 'assumed' : outcome.basis });
    });
  }

  /** What a walk of the whole list should have seen, and did not: it is gone, or has slipped through. */
  async #missed<Row>(plan: WalkPlan<Row>, tables: Tables, pass: Pass): Promise<readonly number[]> {
    // Of a row that cannot be read nobody knows which one it is.
    const isWhole = !pass.moved && pass.basis !== 'capped' && pass.rejected === 0;
    return isWhole ? plan.unseenSince(tables, pass.lookedAt) : [];
  }

  async #pass<Row>(plan: WalkPlan<Row>, work: WorkContext, from: Checkpoint): Promise<Pass> {
    const context: RequestContext = { signal: work.signal, onRequest: work.spent };
    const seen = new Set<number>();
    let checkpoint = from;
    const pages = walkPages((page) => plan.fetch(page, context), plan.idOf, {
      startPage: from.nextPage,
      pageCap: PAGE_CAP,
    });
    let step = await pages.next();
    for (; step.done !== true; step = await pages.next()) {
      const { page, rows, newRows, rejected } = step.value;
      this.#largestPage = Math.max(this.#largestPage, rows.length);
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
    const outcome = { lookedAt: checkpoint.startedAt, basis, rejected: checkpoint.rejected };
    if (checkpoint.pageOne.length === 0) return { ...outcome, moved: false };
    const again = await plan.fetch(1, context);
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
          started_at: checkpoint.startedAt,
          next_page: checkpoint.nextPage,
          page_one: JSON.stringify(checkpoint.pageOne),
          rejected: checkpoint.rejected,
        },
      ]);
    });
  }

  async #resume(key: string): Promise<Checkpoint> {
    const row = await this.#tables.unfinishedWalks().where('walk', '=', key).selectAll().executeTakeFirst();
    if (row === undefined || !this.#isResumable(row.started_at)) return this.#fresh();
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

  /** The names of the walks that were interrupted and can go on. */
  async unfinished(): Promise<string[]> {
    const rows = await this.#tables.unfinishedWalks().select(['walk', 'started_at']).execute();
    return rows.filter(({ started_at }) => this.#isResumable(started_at)).map(({ walk }) => walk);
  }

  #isResumable(startedAt: EpochMillis): boolean {
    return epochMillis(startedAt + RESUMABLE_MILLIS) >= this.#clock();
  }
}

const PageIds = z.array(z.number());
