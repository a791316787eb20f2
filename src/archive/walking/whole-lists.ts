import { causeOf, isComplete, remainingOf, weakerBasis, type Basis, type Coverage } from '../../model/coverage.ts';
import { RateLimited } from '../../model/errors.ts';
import type { Question } from '../../model/progress.ts';
import { mapInSlices } from '../../model/slices.ts';
import type { Clock, EpochMillis, Seconds } from '../../model/time/units.ts';
import type { Page } from '../../upstream/client.ts';
import type { Retention } from '../care/retention.ts';
import type { Asking } from '../reader/asking.ts';
import { readPage, type ListWalk } from '../reader/list-walk.ts';
import type { WholeListName } from '../reader/needs.ts';
import type { Plans } from '../reader/plan.ts';
import type { AccountKey, CoveredListRow, Schema } from '../schema/schema.ts';
import { keepWhileUnchanged } from '../tables/revision.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { AccountTables } from '../tables/tables.ts';
import { basisOfFailure } from './failed-reading.ts';
import { isDoubted, isRecent, type MaximumAges } from './freshness.ts';

/** A list that the service gives only as a whole, because it has no date filter. */
export interface WholeList<Row, List extends WholeListName> {
  /** Its table, too. */
  readonly list: List;
  readonly fetch: (page: number, signal: AbortSignal) => Promise<Page<Row>>;
  readonly idOf: (row: Row) => number;
  /** Grows from each row to those that came into the list after it. */
  readonly arrivalOf: (row: Row) => number | undefined;
  readonly rowOf: (record: Row, account: AccountKey, seenAt: EpochMillis) => Schema[List];
}

const LOOKS = statement((tables) => tables.coveredLists().selectAll());

const REJECTED = statement((tables, given: Given<{ readonly list: WholeListName }>) =>
  tables.coveredLists().where('list', '=', given.value('list')).select('rejected'),
);

/** The walk of a whole list. */
export function listWalk<Row, List extends WholeListName>(
  { list, fetch, idOf, arrivalOf, rowOf }: WholeList<Row, List>,
  clock: Clock,
): ListWalk {
  return {
    key: list,
    list,
    expect: async (tables) => {
      // A list that was read to its end has about as many rows as then.
      const [look] = await REJECTED(tables, { list });
      if (look === undefined) return undefined;
      const rows = (await tables.countListed(list)) + look.rejected;
      return { rows, isCounted: true, basis: 'learned' };
    },
    read: async (page, signal) =>
      readPage(await fetch(page, signal), {
        idOf,
        arrivalOf,
        store: async (tables, records, seenAt) => {
          const rows = await mapInSlices(records, (record) => rowOf(record, tables.account, seenAt));
          await tables.keepSeen(list, rows, clock());
        },
      }),
    unseenSince: (tables, moment) => tables.unseenIn(list, moment),
    cover: (tables, { lookedAt, finishedAt, basis, rejected }) =>
      tables.upsert('covered_lists', [
        { account: tables.account, list, looked_at: lookedAt, finished_at: finishedAt, basis, rejected },
      ]),
  };
}

/** The looks at whole lists. */
export class ListLooks {
  readonly #looks: () => Promise<readonly CoveredListRow[]>;
  readonly #ages: MaximumAges;
  readonly #clock: Clock;

  constructor(tables: AccountTables, ages: MaximumAges, clock: Clock) {
    this.#looks = keepWhileUnchanged(tables, 'looks', () => LOOKS(tables, {}));
    this.#ages = ages;
    this.#clock = clock;
  }

  async at(list: WholeListName): Promise<CoveredListRow | undefined> {
    const now = this.#clock();
    // A look that has yet to come was timed by a clock that was wrong.
    return (await this.#looks()).find((look) => look.list === list && look.looked_at <= now);
  }

  /** When a list was read last; `fresh` where it need not be read again. */
  async readAt(list: WholeListName): Promise<EpochMillis | 'fresh' | undefined> {
    const look = await this.at(list);
    if (look === undefined) return undefined;
    // By its end: a list that takes longer to read than it may be old would be read again and again.
    const isFresh = !isDoubted(look) && isRecent(look.finished_at, this.#ages[list], this.#clock());
    return isFresh ? 'fresh' : look.looked_at;
  }

  /** The age that a list may have. */
  maximumAge(list: WholeListName): Seconds {
    return this.#ages[list];
  }
}

/** Reads whole lists when they are older than their maximum age. */
export class Lists {
  readonly #tables: AccountTables;
  readonly #looks: ListLooks;
  readonly #asking: Asking;
  readonly #plans: Plans;
  readonly #retention: Retention;

  constructor(tables: AccountTables, looks: ListLooks, asking: Asking, plans: Plans, retention: Retention) {
    this.#tables = tables;
    this.#looks = looks;
    this.#asking = asking;
    this.#plans = plans;
    this.#retention = retention;
  }

  /** Reads a list when that is due, until the question's deadline, and says what is covered then. */
  async cover(list: WholeListName, question: Question): Promise<Coverage> {
    const before = await this.#looks.readAt(list);
    if (before === 'fresh') return this.coverageOf(list);
    try {
      const { isRead, opensIn } = await this.#asking.read({ kind: 'list', list }, question);
      // The whole list came, and with it what is too old to be kept.
      if (isRead) await this.#retention.apply();
      const isNothingKnown = (await this.#looks.at(list)) === undefined && (await this.#tables.countListed(list)) === 0;
      if (isNothingKnown && opensIn !== undefined) throw new RateLimited(opensIn);
      const coverage = await this.coverageOf(list, isRead ? 'proven' : 'partial');
      return opensIn === undefined ? coverage : { ...coverage, opensIn };
    } catch (error) {
      const coverage = await this.coverageOf(list, basisOfFailure(error, before !== undefined));
      return { ...coverage, ...causeOf(error) };
    }
  }

  /** The coverage of a list. Nothing is read for it. */
  async coverageOf(list: WholeListName, basis: Basis = 'proven'): Promise<Coverage> {
    const look = await this.#looks.at(list);
    const coverage: Coverage =
      look === undefined
        ? { basis: weakerBasis(basis, 'partial'), asked: 1, covered: 0, rejectedRecords: 0 }
        : {
            basis: weakerBasis(basis, look.basis),
            asked: 1,
            covered: 1,
            asOf: look.looked_at,
            changingAsOf: look.looked_at,
            rejectedRecords: look.rejected,
            ...(isDoubted(look) && { hasMoved: true }),
          };
    if (isComplete(coverage) || basis === 'denied') return coverage;
    const remaining = remainingOf(await this.#plans.ofList(list));
    return remaining === undefined ? coverage : { ...coverage, remaining };
  }
}
