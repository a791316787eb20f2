import { beginsGroup, type NumberRun, separators } from '../numbers/number-runs.ts';

/** The characters between the groups of a card, up to three at once: almost any sign will do. */
export const CARD_SEPARATORS = separators(String.raw` -.,/_*:;|·•‧∙~+'’\()[]` + '\t\n');

/** A gap between the groups of a number, and between nothing else. */
const PLAIN_GAP = /^[ .-]+$/;
/** Groups as they are printed: any other sign between them parts numbers as well. */
const AS_PRINTED = /^(?:4-4-4-4|4-6-[45])$/;
const LINE_END = /^ ?\n ?$/;

/**
 * Whether digits of a run stand in groups like those of a card: five at most, or read out one by one or in pairs; where
 * other signs are between them, which may part numbers, too, as they are printed.
 */
export function isGroupedAsCard(text: string, run: NumberRun, first: number, last: number): boolean {
  const sizes: number[] = [];
  const gaps: string[] = [];
  for (let index = first; index <= last; index += 1) {
    if (index > first && !beginsGroup(run, index)) {
      sizes.push((sizes.pop() ?? 0) + 1);
      continue;
    }
    sizes.push(1);
    if (index > first) gaps.push(gapBefore(text, run, index));
  }
  const isAsPrinted = AS_PRINTED.test(sizes.join('-'));
  if (gaps.some((gap) => !PLAIN_GAP.test(gap))) {
    return isAsPrinted && (areAlike(gaps) || (gaps.every(isLineEnd) && isNoColumn(text, run, first, last)));
  }
  return (
    (sizes.length <= 5 && sizes.every((size) => size >= 2)) ||
    sizes.every((size) => size === 1) ||
    sizes.slice(0, -1).every((size) => size === 2)
  );
}

function gapBefore(text: string, { places }: NumberRun, index: number): string {
  return text.slice((places[index - 1] ?? 0) + 1, places[index]);
}

function isLineEnd(gap: string): boolean {
  return LINE_END.test(gap);
}

/** One and the same sign between all groups; a line may break once in place of it. */
function areAlike(gaps: readonly string[]): boolean {
  const others = gaps.filter((gap) => !isLineEnd(gap));
  return gaps.length - others.length <= 1 && new Set(others).size === 1 && others.every((gap) => !gap.includes('\n'));
}

/** A group a line, and no more such lines right before and behind, as a column of numbers has. */
function isNoColumn(text: string, { places }: NumberRun, first: number, last: number): boolean {
  const start = places[first] ?? 0;
  const end = (places[last] ?? 0) + 1;
  return (
    !/(?:^|\n) ?\d+ ?\n ?$/.test(text.slice(Math.max(0, start - 9), start)) &&
    !/^ ?\n ?\d+ ?(?:\n|$)/.test(text.slice(end, end + 9))
  );
}
