/** The ids or rows of one statement: no engine takes any number of values. */
const PER_STATEMENT = 500;

/** The rows, and the UTF-16 units in them, that one statement writes: with SQLite everything else waits meanwhile. */
const WRITTEN_PER_STATEMENT = { rows: 200, characters: 1_000_000 } as const;

/** Splits ids or rows into batches that fit into a statement each, in order. */
export function* batchesOf<Value>(values: readonly Value[], size = PER_STATEMENT): Generator<readonly Value[]> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}

/** Splits rows into batches that can be written in a statement each, in order. */
export function* writableBatchesOf<Row extends object>(rows: readonly Row[]): Generator<readonly Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    const length = charactersIn(row);
    const isFull =
      batch.length === WRITTEN_PER_STATEMENT.rows || characters + length > WRITTEN_PER_STATEMENT.characters;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(row);
    characters += length;
  }
  if (batch.length > 0) yield batch;
}

function charactersIn(row: object): number {
  return Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}
