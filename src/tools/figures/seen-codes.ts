import { isRowCode } from '../../figures/code-counts.ts';
import type { Grouping } from '../../figures/groupings/grouping.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import type { Tally } from '../../figures/tally.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import { CODE_NAMES, type CodeName } from '../../model/codes.ts';
import type { SeenCode } from '../../answers/codes.ts';

/** The codes on which metrics and groupings rest, in the order in which codes are told. */
export function codesOf(resting: readonly (Metric | Grouping)[]): CodeName[] {
  const names = new Set(resting.flatMap(({ codes = [] }) => codes));
  return CODE_NAMES.filter((name) => names.has(name));
}

/**
 * The values of some codes that the chats of figures have, for the line about codes, with the number of chats in the first of
 * some tallies that has the value. Of a code that no figure leaves open, values without a known meaning are left out: nobody
 * asks who ended a missed chat, and names mostly tell who wrote.
 */
export function seenCodes(names: readonly CodeName[], tallies: readonly Tally[], book: Codebook): SeenCode[] {
  return names.map((name) => {
    const { values } = book[name];
    const counts = isRowCode(name)
      ? new Map(tallies.toReversed().flatMap((tally) => [...tally.countsOf(name)]))
      : new Map([...values.values()].map(({ value, count }) => [value, count]));
    const isOpen = tallies.some(({ open: { assumed, unknown } }) => assumed.has(name) || unknown.has(name));
    const seen = [...counts]
      .filter(([value]) => isOpen || values.get(value)?.meaning !== undefined)
      .sort(([one], [other]) => one - other);
    return { name, values: () => seen };
  });
}
