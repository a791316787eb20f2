import { FirstInOrder } from '../../model/first-in-order.ts';
import { slices } from '../../model/slices.ts';
import type { CodeCounts } from '../codes.ts';
import type { Condition } from './filters.ts';
import { compareKeys, LAST } from './row-cursor.ts';

/** Rows, all of them at once or a portion after the other. */
export type Rows<Row> = Iterable<Row> | AsyncIterable<Iterable<Row>>;

/** What is looked for among rows, and in which order. */
interface Search<Row> {
  readonly rows: Rows<Row>;
  readonly conditions: readonly Condition<Row>[];
  /** The keys of a row in the order: the lowest first. */
  readonly keys: (row: Row) => readonly number[];
  /** The keys of the last row that was shown before; undefined for the first page. */
  readonly after: readonly number[] | undefined;
  readonly limit: number;
  /** Count the rows that match, or may match. */
  readonly codes: readonly CodeCounts<Row>[];
  /** Given each row that matches. */
  readonly add: (row: Row) => void;
  /** Given each row that may match. */
  readonly addUndecided: (row: Row) => void;
  readonly merge?: Merge<Row> | undefined;
}

/** Makes one row of several that say the same. */
export interface Merge<Row> {
  /** Given all rows that match, in their order. */
  readonly rows: (rows: readonly Row[]) => readonly Row[];
  /** How many rows one of them stands for, itself included. */
  readonly size: (row: Row) => number;
}

/** The rows that match, as far as an answer needs them. */
export interface Found<Row> {
  /** The rows before any condition. */
  readonly all: number;
  readonly total: number;
  /** Those among them that match by the likely meaning of a code. */
  readonly assumed: number;
  /** The rows that may match, because a condition cannot be judged, and how many there are by its argument. */
  readonly undecided: number;
  readonly unknown: ReadonlyMap<string, number>;
  /** The rows that would match without one condition, by how to ask without it. */
  readonly without: ReadonlyMap<string, number>;
  /** The first rows behind the cursor, and how many there are behind it, where each that was merged counts. */
  readonly first: readonly Row[];
  readonly behind: number;
  /** Rows that match, but lack what the order goes by. */
  readonly unplaced: number;
}

/** Goes through rows once, in slices, and keeps no more of them than a page needs. Throws the reason of an aborted signal. */
export async function findRows<Row>(search: Search<Row>, signal: AbortSignal): Promise<Found<Row>> {
  const { rows, conditions, keys, after, limit, codes, add, addUndecided, merge } = search;
  const first = new FirstInOrder<{ readonly row: Row; readonly keys: readonly number[] }>(
    (one, other) => compareKeys(one.keys, other.keys),
    limit,
  );
  const unknown = new Map<string, number>();
  const without = new Map<string, number>();
  const matching: Row[] = [];
  let [all, total, assumed, undecided, behind, unplaced] = [0, 0, 0, 0, 0, 0];
  const place = (row: Row): void => {
    const key = keys(row);
    if (key[0] === LAST) unplaced += 1;
    if (after !== undefined && compareKeys(key, after) <= 0) return;
    behind += merge?.size(row) ?? 1;
    first.add({ row, keys: key });
  };
  const judge = (row: Row): void => {
    all += 1;
    let isAssumed = false;
    let mayMatch = true;
    let unmet = 0;
    let lastUnmet: Condition<Row> | undefined;
    const notKnown: string[] = [];
    for (const condition of conditions) {
      const outcome = condition.test(row);
      isAssumed ||= outcome === 'assumed';
      if (outcome !== 'no' && outcome !== 'unknown') continue;
      mayMatch &&= outcome === 'unknown';
      if (outcome === 'unknown') notKnown.push(condition.argument);
      unmet += 1;
      lastUnmet = condition;
    }
    if (!mayMatch) {
      if (unmet === 1 && lastUnmet !== undefined) count(without, lastUnmet.without);
      return;
    }
    for (const counts of codes) counts.add(row);
    if (unmet > 0) {
      undecided += 1;
      addUndecided(row);
      for (const argument of notKnown) count(unknown, argument);
      return;
    }
    if (isAssumed) assumed += 1;
    total += 1;
    add(row);
    if (merge === undefined) place(row);
    else matching.push(row);
  };
  for await (const portion of Symbol.asyncIterator in rows ? rows : [rows]) {
    for (const row of portion) {
      // Before each: a condition may read a long text, and a look at the clock costs next to nothing.
      if (slices.isOver()) await slices.next(signal);
      judge(row);
    }
  }
  if (merge !== undefined) {
    const ordered = matching.toSorted((one, other) => compareKeys(keys(one), keys(other)));
    for (const row of merge.rows(ordered)) place(row);
  }
  return {
    all,
    total,
    assumed,
    undecided,
    unknown,
    without,
    first: first.values().map(({ row }) => row),
    behind,
    unplaced,
  };
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
