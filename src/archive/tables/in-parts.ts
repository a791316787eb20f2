/** The ids or rows of one statement: no engine takes any number of values. */
const PER_STATEMENT = 500;

/** The rows, and the UTF-16 units in them, that one statement writes: with SQLite everything else waits meanwhile. */
const WRITTEN_PER_STATEMENT = { rows: 200, characters: 1_000_000 } as const;

/** Ids or rows in parts that fit into a statement each, in order. */
export function* inParts<Value>(values: readonly Value[], atOnce = PER_STATEMENT): Generator<readonly Value[]> {
  for (let start = 0; start < values.length; start += atOnce) yield values.slice(start, start + atOnce);
}

/** Rows in parts that can be written in a statement each, in order. */
export function* inWritableParts<Row extends object>(rows: readonly Row[]): Generator<readonly Row[]> {
  let part: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    const length = charactersIn(row);
    const isFull = part.length === WRITTEN_PER_STATEMENT.rows || characters + length > WRITTEN_PER_STATEMENT.characters;
    if (isFull && part.length > 0) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(row);
    characters += length;
  }
  if (part.length > 0) yield part;
}

function charactersIn(row: object): number {
  return Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}
