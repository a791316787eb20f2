import stringWidth from 'string-width';
import type { Span } from './spans.ts';

/** Latin letters, which take a column each: most of what is measured. */
const NARROW = /^[\x20-\x7e\xa0-\u02ff]*$/;

/** Returns the columns that a text takes on a terminal. */
export function columnsOf(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}

/** A word that is as long as this is measured and broken letter by letter. */
const LONG_WORD = 400;

/** Marks that take no column end a line after so many characters a column. */
const CHARACTERS_A_COLUMN = 10;

/** What belongs to the letter before it. */
const CONTINUES = /^[\p{M}\u200C\u200D\p{Emoji_Modifier}]/u;

/** Yields parts of a line as lines of a width: broken between words, and within one that is longer than a line. */
export function* wrapped(spans: readonly Span[], width: number): Generator<Span[]> {
  let line: Span[] = [];
  let taken = 0;
  let isFresh = true;
  for (const { text, style } of spans) {
    const put = (part: string, columns: number): void => {
      const last = line.at(-1);
      if (last !== undefined && last.style === style) line[line.length - 1] = { ...last, text: last.text + part };
      else line.push(style === undefined ? { text: part } : { text: part, style });
      taken += columns;
    };
    for (const [part] of text.matchAll(/\s+|\S+/g)) {
      if (part.trim() === '') {
        // Room at the end of a line shows nothing, and at the beginning it is an indent that nobody asked for.
        if (taken < width && !isFresh) put(' ', 1);
        continue;
      }
      const columns = part.length > LONG_WORD ? Infinity : columnsOf(part);
      if (taken + columns > width && taken > 0) {
        yield withoutEnd(line);
        [line, taken] = [[], 0];
      }
      isFresh = false;
      if (columns <= width) {
        put(part, columns);
        continue;
      }
      let characters = 0;
      for (const letter of part) {
        const more = CONTINUES.test(letter) ? 0 : columnsOf(letter);
        if ((taken + more > width && taken > 0) || characters > width * CHARACTERS_A_COLUMN) {
          yield line;
          [line, taken, characters] = [[], 0, 0];
        }
        put(letter, more);
        characters += 1;
      }
    }
  }
  if (line.length > 0 || isFresh) yield withoutEnd(line);
}

function withoutEnd(line: readonly Span[]): Span[] {
  const last = line.at(-1);
  return last === undefined ? [] : [...line.slice(0, -1), { ...last, text: last.text.trimEnd() }];
}

/** Returns the parts of a line as lists, cut where a separator stands; it is in none of them. */
export function parted(spans: readonly Span[], separator: string): Span[][] {
  const parts: Span[][] = [[]];
  for (const span of spans) {
    const [first = '', ...others] = span.text.split(separator);
    parts.at(-1)?.push({ ...span, text: first });
    for (const text of others) parts.push([{ ...span, text }]);
  }
  return parts.map((part) => part.filter(({ text }) => text !== ''));
}

/** Returns the columns of some parts together. */
export function columnsOfSpans(spans: readonly Span[]): number {
  return spans.reduce((sum, { text }) => sum + columnsOf(text), 0);
}
