// Numbers of many records, a value each, in the order of the records.

type Column = Float64Array | Uint32Array | Int32Array | Uint8Array;

/** The value at a place that the column has. */
export function valueAt(column: Column, index: number): number {
  const value = column[index];
  if (value === undefined) throw new RangeError(`A column of ${column.length} has no place ${index}`);
  return value;
}

/** The first place of a column in rising order whose value is not below `value`; its length, where there is none. */
export function firstFrom(column: Column, value: number): number {
  let [low, high] = [0, column.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (valueAt(column, middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last place of a column in rising order whose value is not above `value`; -1, where there is none. */
export function lastUpTo(column: Column, value: number): number {
  const next = firstFrom(column, value);
  return column[next] === value ? next : next - 1;
}

/** The place of a value in a column in rising order; undefined where it is not in it. */
export function placeOf(column: Column, value: number): number | undefined {
  const place = firstFrom(column, value);
  return column[place] === value ? place : undefined;
}

/** `count` ids above `after`, with gaps. */
export function risingIds(count: number, after: number, gap: () => number): Uint32Array {
  let id = after;
  return new Uint32Array(count).map(() => (id += gap()));
}
