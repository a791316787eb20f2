type UnknownKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : null extends T[K] ? K : never }[keyof T];

/** An object whose keys are absent where they had no value. */
type Known<T> = Omit<T, UnknownKeys<T>> & { [K in UnknownKeys<T>]?: NonNullable<T[K]> };

/** Copies an object without the keys whose value is `undefined` or `null`: what is unknown is an absent key. */
export function omitUndefined<T extends object>(values: T): Known<T>;
export function omitUndefined(values: Readonly<Record<string, unknown>>): object {
  const present: Record<string, unknown> = {};
  for (const key of Object.keys(values)) {
    const value = values[key];
    if (value !== undefined && value !== null) present[key] = value;
  }
  return present;
}

/** Makes something of a value, and nothing of `undefined` or `null`. */
export function mapKnown<Value, Made>(value: Value | undefined | null, make: (value: Value) => Made): Made | undefined {
  return value === undefined || value === null ? undefined : make(value);
}
