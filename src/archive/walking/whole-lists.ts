import { causeOf, isComplete, remainingOf, weakerBasis, type Basis, type Coverage } from '../../model/coverage.ts';
import { RateLimited } from '../../model/errors.ts';
import type { Question } from '../../model/progress.ts';
import { mapInSlices } from '../../model/slices.ts';
import type { Clock, EpochMillis, Seconds } from '../../model/time/units.ts';
import { basisOfFailure } from './failed-reading.ts';
import { isDoubted, isRecent } from './freshness.ts';
import type { Retention } from '../care/retention.ts';
import { keepWhileUnchanged } from '../tables/revision.ts';
import type { AccountKey, CoveredListRow, Schema } from '../schema/schema.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { AccountTables } from '../tables/tables.ts';
import type { Ask } from './unmet-rows.ts';
import type { Walks } from './walks.ts';
import type { WalkPlan } from './walk-plan.ts';

/** A list that the service gives only as a whole, because it has no date filter. */
export interface WholeList<Row, List extends CoveredListRow['list'] = CoveredListRow['list']> extends Pick<
  WalkPlan<Row>,
  'what' | 'fetch' | 'idOf' | 'arrivalOf'
> {
  /** Its table, too. */
  readonly list: List;
  readonly maximumAge: Seconds;
  readonly rowOf: (record: Row, account: AccountKey, seenAt: EpochMillis) => Schema[List];
  /** Reads a record by its id, and keeps it. Throws RecordNotFound when the service has it no more. */
  readonly readOne: (id: number, ask: Ask) => Promise<void>;
}

const LOOKS = statement((tables) => tables.coveredLists().selectAll());

const REJECTED = statement((tables, given: Given<{ readonly list: CoveredListRow['list'] }>) =>
  tables.coveredLists().where('list', '=', given.value('list')).select('rejected'),
);

/** Reads whole lists when they are older than their maximum age. */
export class Lists {
  readonly #tables: AccountTables;
  readonly #looks: () => Promise<readonly CoveredListRow[]>;
  readonly #walks: Walks;
  readonly #retention: Retention;
  readonly #clock: Clock;

  constructor(tables: AccountTables, walks: Walks, retention: Retention, clock: Clock) {
    this.#tables = tables;
    this.#looks = keepWhileUnchanged(tables, 'looks', () => LOOKS(tables, {}));
    this.#walks = walks;
    this.#retention = retention;
    this.#clock = clock;
  }

  /** Reads a list when that is due, until the question's deadline, and says what is covered then. */
  async cover<Row, List extends CoveredListRow['list']>(
    list: WholeList<Row, List>,
    question: Question,
  ): Promise<Coverage> {
    const before = await this.#lookAt(list.list);
    // Else a list that takes longer to read than it may be old would be read again and again, and never be answered from.
    if (before !== undefined && !isDoubted(before) && isRecent(before.finished_at, list.maximumAge, this.#clock())) {
      return this.coverageOf(list.list);
    }
    try {
      const isDone = async () => (await this.#lookAt(list.list))?.looked_at !== before?.looked_at;
      const finished = await this.#walks.walk(planOf(list, this.#clock), isDone, question);
      // The whole list came, and with it what is too old to be kept.
      if (finished) await this.#retention.apply();
      const now = await this.#lookAt(list.list);
      // A walk that nobody can believe leaves the look before it as it was.
      const isRead = finished && now?.looked_at !== before?.looked_at;
      const opensIn = finished ? undefined : this.#walks.waitOf(list.list);
      const isNothingKnown = now === undefined && (await this.#tables.countListed(list.list)) === 0;
      if (isNothingKnown && opensIn !== undefined) throw new RateLimited(opensIn);
      const coverage = await this.coverageOf(list.list, isRead ? 'proven' : 'partial');
      return opensIn === undefined ? coverage : { ...coverage, opensIn };
    } catch (error) {
      const coverage = await this.coverageOf(list.list, basisOfFailure(error, before !== undefined));
      return { ...coverage, ...causeOf(error) };
    }
  }

  /** The coverage of a list. Nothing is read for it. */
  async coverageOf(list: CoveredListRow['list'], basis: Basis = 'proven'): Promise<Coverage> {
    const look = await this.#lookAt(list);
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
    const remaining = remainingOf(await this.#walks.cost([{ key: list, list, expect: estimateAsBefore(list) }]));
    return remaining === undefined ? coverage : { ...coverage, remaining };
  }

  async #lookAt(list: CoveredListRow['list']): Promise<CoveredListRow | undefined> {
    const now = this.#clock();
    // A look that has yet to come was timed by a clock that was wrong.
    return (await this.#looks()).find((look) => look.list === list && look.looked_at <= now);
  }
}

/** A list that was read to its end has about as many rows as then. */
function estimateAsBefore(list: CoveredListRow['list']): WalkPlan<unknown>['expect'] {
  return async (tables) => {
    const [look] = await REJECTED(tables, { list });
    if (look === undefined) return undefined;
    const rows = (await tables.countListed(list)) + look.rejected;
    return { rows, atLeast: rows, isCounted: true, basis: 'learned' };
  };
}

function planOf<Row, List extends CoveredListRow['list']>(list: WholeList<Row, List>, clock: Clock): WalkPlan<Row> {
  return {
    key: list.list,
    list: list.list,
    what: list.what,
    arrivalOf: list.arrivalOf,
    expect: estimateAsBefore(list.list),
    fetch: list.fetch,
    idOf: list.idOf,
    store: async (tables, records, seenAt) => {
      const rows = await mapInSlices(records, (record) => list.rowOf(record, tables.account, seenAt));
      await tables.keepSeen(list.list, rows, clock());
    },
    look: async (_tables, id, ask) => {
      await list.readOne(id, ask);
      return true;
    },
    unseenSince: (tables, moment) => tables.unseenIn(list.list, moment),
    cover: (tables, { lookedAt, finishedAt, basis, rejected }) =>
      tables.upsert('covered_lists', [
        { account: tables.account, list: list.list, looked_at: lookedAt, finished_at: finishedAt, basis, rejected },
      ]),
  };
}
