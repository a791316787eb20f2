import type { Steps } from '../../model/slices.ts';

/** The first values in an order, at most `most` (1 or more), in steps: of very many, few are ever sorted. */
export function* firstInOrder<Value>(
  values: Iterable<Value>,
  compare: (one: Value, other: Value) => number,
  most: number,
): Steps<Value[]> {
  let first: Value[] = [];
  let last: Value | undefined;
  let looked = 0;
  for (const value of values) {
    looked += 1;
    if (looked % 4096 === 0) yield;
    if (last !== undefined && compare(value, last) >= 0) continue;
    first.push(value);
    if (first.length < 2 * most) continue;
    first = first.sort(compare).slice(0, most);
    last = first.at(-1);
  }
  return first.sort(compare).slice(0, most);
}
