type UnknownKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : null extends T[K] ? K : never }[keyof T];

/** An object whose keys are absent where they had no value. */
type Known<T> = Omit<T, UnknownKeys<T>> & { [K in UnknownKeys<T>]?: NonNullable<T[K]> };

/** Copies an object without the keys whose value is `undefined` or `null`: what is unknown is an absent key. */
export function known<T extends object>(values: T): Known<T>;
export function known(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
}

/** Makes something of a value, and nothing of `undefined` or `null`. */
export function mapKnown<Value, Made>(value: Value | undefined | null, make: (value: Value) => Made): Made | undefined {
  return value === undefined || value === null ? undefined : make(value);
}
