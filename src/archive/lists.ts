import { weakerBasis, type Basis, type Coverage } from '../model/coverage.ts';
import type { Question } from '../model/question.ts';
import { after, type Clock, type Seconds } from '../model/units.ts';
import { basisOfFailure } from './failure.ts';
import type { CoveredListRow } from './schema.ts';
import type { AccountTables } from './tables.ts';
import type { WalkPlan, Walks } from './walks.ts';

/** A list that the service gives only as a whole, because it has no date filter. */
export interface WholeList<Row> extends Omit<WalkPlan<Row>, 'key' | 'cover'> {
  readonly list: CoveredListRow['list'];
  readonly maximumAge: Seconds;
}

/** Reads whole lists when they are older than their maximum age. */
export class Lists {
  readonly #tables: AccountTables;
  readonly #walks: Walks;
  readonly #clock: Clock;

  constructor(tables: AccountTables, walks: Walks, clock: Clock) {
    this.#tables = tables;
    this.#walks = walks;
    this.#clock = clock;
  }

  /** Reads a list when that is due, until the question's deadline, and says what is covered then. */
  async cover<Row>(list: WholeList<Row>, question: Question): Promise<Coverage> {
    const before = await this.#lookAt(list.list);
    if (before !== undefined && after(before.looked_at, list.maximumAge) >= this.#clock()) {
      return this.coverageOf(list.list);
    }
    try {
      const finished = await this.#walks.walk(planOf(list), question);
      return await this.coverageOf(list.list, finished ? 'proven' : 'partial');
    } catch (error) {
      return this.coverageOf(list.list, basisOfFailure(error, before !== undefined));
    }
  }

  /** What is covered of a list without reading anything. */
  async coverageOf(list: CoveredListRow['list'], basis: Basis = 'proven'): Promise<Coverage> {
    const look = await this.#lookAt(list);
    if (look === undefined) return { basis: weakerBasis(basis, 'partial'), asked: 1, covered: 0, rejectedRecords: 0 };
    return {
      basis: weakerBasis(basis, look.basis),
      asked: 1,
      covered: 1,
      asOf: look.looked_at,
      rejectedRecords: look.rejected,
    };
  }

  #lookAt(list: CoveredListRow['list']): Promise<CoveredListRow | undefined> {
    return this.#tables.coveredLists().where('list', '=', list).selectAll().executeTakeFirst();
  }
}

function planOf<Row>(list: WholeList<Row>): WalkPlan<Row> {
  return {
    ...list,
    key: list.list,
    cover: (tables, { lookedAt, basis, rejected }) =>
      tables.upsert('covered_lists', [
        { account: tables.account, list: list.list, looked_at: lookedAt, basis, rejected },
      ]),
  };
}
