import { ENTITY_START, withoutUnseen } from './seen-text.ts';

/** Enough to recognise a name by. */
export const USUAL_QUOTATION = 80;

/** No more of a text is gone through for its quotation. */
const MAX_READ = 10_000;

/** What is between the parts of an image, a link, a reference or a definition, and before the name of a tag or an address. */
const MARKUP = /!(?=\[)|\](?=[([:])|<(?=[a-z/!?]|\S{1,64}@)/gi;

const JOINERS_AT_END = /[\u200C\u200D]+$/;

/**
 * Any text in a form that may stand in our words: on one line, without what hides or controls, with nothing in it that a
 * renderer takes for an image, a link, a tag or an entity, and cut to `most` characters (UTF-16 units). Ordinary text of every
 * script stays as it is; doing it twice is doing it once.
 */
export function quotable(text: string, most = USUAL_QUOTATION): string {
  const read = text.slice(0, MAX_READ);
  const seen = withoutUnseen(read).replaceAll(/\s+/gu, ' ').trim();
  const line = seen.replaceAll(ENTITY_START, '& ').replaceAll(MARKUP, '$& ');
  if (line.length <= most && read.length === text.length) return line;
  return `${beginningOf(line, most - 1)}…`;
}

/** The same, cut in its middle, where the end matters as much as the beginning. */
export function quotableEnds(text: string, most: number): string {
  if (text.length <= most) return quotable(text, most);
  const half = Math.floor((most - 1) / 2);
  return `${quotable(text.slice(0, half), half)}…${quotable(text.slice(-half), half)}`;
}

function beginningOf(line: string, most: number): string {
  return line
    .slice(0, most)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .replace(JOINERS_AT_END, '');
}
