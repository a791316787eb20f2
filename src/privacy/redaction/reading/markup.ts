import type { Finding } from './finding.ts';
import { LeftOut } from './left-out.ts';

/** Elements that part words; the others stand within a line, and a reader does not see them. */
const PARTING = 'br|p|div|li|ul|ol|td|th|tr|table|hr|h[1-6]|blockquote|pre';

/** Marks of Markdown and HTML that nobody sees once rendered: short tags, backslashes of escapes, emphasis around a word. */
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
  const leftOut = new LeftOut();
  const plain = text.replaceAll(UNSEEN, (mark, index: number) => {
    leftOut.at(index - leftOut.length, mark.length);
    return '';
  });
  if (leftOut.length === 0) return [];
  return findIn(plain).flatMap((finding) => {
    const before = leftOut.upTo(finding.start);
    const within = leftOut.upTo(finding.end - 1);
    if (before === within) return [];
    return [{ ...finding, start: finding.start + before, end: finding.end + within }];
  });
}
