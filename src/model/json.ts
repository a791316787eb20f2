/** A JSON object as a caller gave it: its values have come out of JSON, and are not checked further. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A value of a JSON object that holds no others, or an empty list or object, and where it is. */
export interface JsonLeaf {
  /** The keys and places that lead there, from the outside. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The leaves of a JSON value, in order; lists and objects that are `deepest` levels down are leaves, too. Does not recurse:
 * what was nested to break a program ends here.
 */
export function* leavesOf(json: unknown, deepest: number): Generator<JsonLeaf> {
  const waiting: JsonLeaf[] = [{ path: [], value: json }];
  for (let leaf = waiting.pop(); leaf !== undefined; leaf = waiting.pop()) {
    const { path, value } = leaf;
    const inner = path.length < deepest ? innerOf(value) : [];
    if (inner.length === 0) yield leaf;
    for (const [key, value] of inner.toReversed()) waiting.push({ path: [...path, key], value });
  }
}

function innerOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return isJsonObject(value) ? Object.entries(value) : [];
}
