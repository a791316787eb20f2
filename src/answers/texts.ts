import { cutPlace, indented, joinMixed, mixed, plainText, sliceOf, type Quoted } from '../privacy/quoted.ts';
import { BYTES_PER_TOKEN, estimatedTokens } from './token-budget.ts';

/** A stranger's text with what stands before it on its line. */
export interface HeadedText {
  readonly heading: Quoted | string;
  readonly text: Quoted;
}

/** Which text is to come next, by its place in the order, and how much of it was shown already, in UTF-16 units. */
export interface TextPlace {
  readonly index: number;
  readonly character: number;
}

/** The part of a text that a page shows. */
export interface ShownText {
  readonly index: number;
  readonly text: Quoted;
  /** The number of its characters that earlier pages have. */
  readonly from: number;
}

/** The texts that one answer shows, whole or in part. */
export interface PageOfTexts {
  readonly shown: readonly ShownText[];
  /** The same as lines, further lines of a text indented. */
  readonly lines: Quoted;
  /** The start of the next page; absent on the last one. */
  readonly next: TextPlace | undefined;
  /** Words for what the next pages have. */
  readonly left: string;
}

/** Less of a text is not worth beginning it at the end of a page. */
const MIN_TOKENS = 150;
/** A line beside its text, and that it was cut. */
const TOKENS_BESIDE_TEXT = 40;

/**
 * Fills a page with texts of any number and length, from a place on: what does not fit goes on exactly where the page
 * ends, within a text that no page could hold. `textAt` is asked for no more texts than are shown, and one.
 */
export async function pageOfTexts(
  count: number,
  begin: TextPlace,
  tokens: number,
  textAt: (index: number) => HeadedText | Promise<HeadedText>,
): Promise<PageOfTexts> {
  const shown: ShownText[] = [];
  const lines: Quoted[] = [];
  let next: TextPlace | undefined;
  let isCut = false;
  let room = tokens;
  for (let index = begin.index; index < count; index += 1) {
    const { heading, text: whole } = await textAt(index);
    const from = index === begin.index ? cutPlace(whole, begin.character) : 0;
    const text = sliceOf(whole, from);
    const start = from === 0 ? heading : mixed`${heading}(from character ${from + 1}) …`;
    const line = mixed`${start}${indented(text)}`;
    const cost = estimatedTokens(line) + 1;
    const isFirst = shown.length === 0;
    if (cost > room && !isFirst && (cost <= tokens || room < MIN_TOKENS)) {
      next = { index, character: 0 };
      break;
    }
    if (cost > room) {
      const part = beginningOf(text, Math.max(room - estimatedTokens(start) - TOKENS_BESIDE_TEXT, TOKENS_BESIDE_TEXT));
      const left = text.length - part.length;
      isCut = left > 0;
      shown.push({ index, text: part, from });
      lines.push(isCut ? mixed`${start}${indented(part)}… (${left} more characters)` : line);
      next = isCut
        ? { index, character: from + part.length }
        : index + 1 < count
          ? { index: index + 1, character: 0 }
          : undefined;
      break;
    }
    room -= cost;
    shown.push({ index, text, from });
    lines.push(line);
  }
  const whole = next === undefined ? 0 : count - next.index - (isCut ? 1 : 0);
  return {
    shown,
    lines: joinMixed(lines, '\n'),
    next,
    left: [...(isCut ? ['the rest of a text'] : []), ...(whole > 0 ? [`${whole} more`] : [])].join(', '),
  };
}

/** The beginning of a text that fits into some tokens, at least one character. */
function beginningOf(text: Quoted, tokens: number): Quoted {
  let end = 0;
  let bytes = tokens * BYTES_PER_TOKEN;
  for (const character of plainText(text)) {
    // An indented line costs two characters more.
    bytes -= Buffer.byteLength(character) + (character === '\n' ? 2 : 0);
    if (bytes < 0) break;
    end += character.length;
  }
  return sliceOf(text, 0, cutPlace(text, end));
}
