const TEXT_SIZE = 12;

/** Nothing longer is read to its end, with the marks on its letters and without most of them. */
const [MAX_READ, MAX_LENGTH] = [20_000, 2000];

/** What no XML may hold (XML 1.0, 2.2), and what would turn the text around it about. */
const UNDRAWABLE = /[\p{Cc}\p{Cs}\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFFE\uFFFF]/gu;
/** More marks on one letter would be drawn over what stands above and below it. */
const TOO_MANY_MARKS = /(\p{M}{4})\p{M}+/gu;

const NARROW = /[ijltfrI.,:;'|!()[\]{} -]/;
const WIDE = /[mwMWOQ@%&+=<>#~]|\p{Lu}/u;
const ONE_EM =
  /[mWM@%]|\p{Extended_Pictographic}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const NO_WIDTH = /\p{Mark}|\p{Cf}/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text as one line of characters that can be drawn. */
export function oneLine(text: string): string {
  const line = text.slice(0, MAX_READ).replaceAll(/\s+/g, ' ').replaceAll(UNDRAWABLE, '');
  return line.replaceAll(TOO_MANY_MARKS, '$1').slice(0, MAX_LENGTH).replace(UNDRAWABLE, '').trim();
}

/** How wide a line may be, in pixels. A guess that is seldom too small: the fonts of a browser are not known. */
export function widthOf(line: string, size = TEXT_SIZE): number {
  let ems = 0;
  for (const character of line) ems += emsOf(character);
  return ems * size;
}

function emsOf(character: string): number {
  if (NO_WIDTH.test(character)) return 0;
  if (ONE_EM.test(character)) return 1.02;
  if (WIDE.test(character)) return 0.8;
  return NARROW.test(character) ? 0.41 : 0.65;
}

/** As much of a text as there is room for, with an ellipsis where it is cut. */
export function fit(text: string, room: number, size = TEXT_SIZE): string {
  const line = oneLine(text);
  if (widthOf(line, size) <= room) return line;
  let kept = '';
  let left = room - widthOf('…', size);
  for (const { segment } of graphemes.segment(line)) {
    left -= widthOf(segment, size);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** A text in lines that fit, of which there are at most so many. */
export function wrap(text: string, room: number, size: number, most: number): string[] {
  const lines: string[] = [];
  const words = oneLine(text).split(' ');
  for (const [place, word] of words.entries()) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && widthOf(longer, size) <= room) lines[lines.length - 1] = longer;
    else if (lines.length < most) lines.push(fit(word, room, size));
    else return [...lines.slice(0, -1), fit([lines.at(-1), ...words.slice(place)].join(' '), room, size)];
  }
  return lines;
}
