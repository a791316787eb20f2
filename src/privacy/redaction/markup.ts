import type { Finding } from './finding.ts';

/** Elements that part words; the others stand within a line, and a reader does not see them. */
const PARTING = 'br|p|div|li|ul|ol|td|th|tr|table|hr|h[1-6]|blockquote|pre';

/**
 * Marks of Markdown and HTML that nobody sees once they are rendered: short tags, the backslash of an escape, emphasis
 * around a word.
 */
const UNSEEN = new RegExp(
  String.raw`<\/?(?!(?:${PARTING})[\s\/>])[a-z][a-z\d]{0,11}(?:[\s\/][^<>\uFFFC]{0,120})?>|\\(?=[!-\/:-@[-\x60\{-~])|(?<=[\p{L}\p{N}@.+])(?:[*\x60]{1,3}|~~|_{1,3}(?![\p{L}\p{N}_]))|(?:[*\x60]{1,3}|~~|(?<![\p{L}\p{N}_])_{1,3})(?=[\p{L}\p{N}@.+])`,
  'giu',
);

/**
 * Finds what markup parts: `kate\@example.org`, `+49 **170** 1234567`. Without what has no markup within, which is found
 * without this.
 * @param findIn finds in a text without markup
 */
export function findThroughMarkup(text: string, findIn: (plain: string) => readonly Finding[]): Finding[] {
  if (!/[<\\*`_~]/.test(text)) return [];
  /** Where something was left out of the plain text, and how much in all before and at it. */
  const places: number[] = [];
  const shifts: number[] = [0];
  let shift = 0;
  const plain = text.replaceAll(UNSEEN, (mark, index: number) => {
    places.push(index - shift);
    shift += mark.length;
    shifts.push(shift);
    return '';
  });
  if (shift === 0) return [];
  return findIn(plain).flatMap((finding) => {
    const before = shifts[countUpTo(places, finding.start)] ?? 0;
    const within = shifts[countUpTo(places, finding.end - 1)] ?? 0;
    if (before === within) return [];
    return [{ ...finding, start: finding.start + before, end: finding.end + within }];
  });
}

/** How many of ascending numbers are not greater than a limit. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
