type UnknownKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** An object whose keys are absent where they had no value. */
type Known<T> = Omit<T, UnknownKeys<T>> & { [K in UnknownKeys<T>]?: Exclude<T[K], undefined> };

/** Copies an object without the keys whose value is `undefined`: what is unknown is an absent key. */
export function omitUndefined<const T extends object>(values: T): Known<T>;
export function omitUndefined(values: object): object {
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) if (value !== undefined) copy[key] = value;
  return copy;
}
