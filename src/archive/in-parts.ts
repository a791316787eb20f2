/** So many ids or rows go into one statement: no engine takes any number of values. */
const PER_STATEMENT = 500;

/** Ids or rows in parts that fit into a statement each, in order. */
export function* inParts<Value>(values: readonly Value[]): Generator<readonly Value[]> {
  for (let start = 0; start < values.length; start += PER_STATEMENT) yield values.slice(start, start + PER_STATEMENT);
}
