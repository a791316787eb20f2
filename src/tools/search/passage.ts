import type { TermMatch, WordQuery } from '../../archive/words/word-query.ts';
import type { Foreign } from '../../model/foreign.ts';
import { marksIn } from '../../privacy/redaction/marks.ts';
import { cutPlace, joinMixed, mixed, plainText, sliceOf, withoutMarks, type Quoted } from '../../privacy/quoted.ts';
import type { Redactor } from '../../privacy/redactor.ts';

/** The length of a passage in UTF-16 units, without its marks. */
export const LENGTH = 200;
/** At least this part of the length is before what was found, and after it. */
const MARGIN = 0.15;
/** Of a longer message only a part is looked at. */
const LONGEST = 2000;
/** A passage rather begins and ends between words, where there is a space so near. */
const NEAR = 15;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Quotes the part of a message that has most of what is looked for, on one line, with the matches marked: `… the **refund** of …`. */
export function passageOf(message: Foreign, query: WordQuery, redactor: Redactor, length = LENGTH): Quoted {
  const quoted = redactor.near(message, LONGEST, (clean) => densest(query.matchesIn(clean), length).start);
  const text = plainText(quoted);
  const marks = marksIn(text);
  const matches = query
    .matchesIn(text)
    .filter((match) => !marks.some((mark) => match.start < mark.end && match.end > mark.start));
  const { start, end } = windowOf(text, densest(matches, length), length);
  const parts: Quoted[] = [];
  let shown = start;
  for (const match of withoutOverlaps(matches)) {
    const from = Math.max(match.start, start);
    const to = Math.min(match.end, end);
    if (from >= to) continue;
    parts.push(part(quoted, shown, from), mixed`**${part(quoted, from, to)}**`);
    shown = to;
  }
  parts.push(part(quoted, shown, end));
  const passage = joinMixed(parts, '');
  return mixed`${start > 0 ? '…' : ''}${passage}${end < text.length ? '…' : ''}`;
}

function part(text: Quoted, start: number, end: number): Quoted {
  return withoutMarks(sliceOf(text, start, end));
}

/** The matches that fit into a passage and have most of the words that are looked for; the first such ones. */
function densest(matches: readonly TermMatch[], length: number): Span {
  let best: Span & { readonly words: number } = { start: 0, end: 0, words: 0 };
  const counts = new Map<TermMatch['term'], number>();
  let words = 0;
  let first = 0;
  for (const match of matches) {
    const count = counts.get(match.term) ?? 0;
    if (count === 0) words += match.term.words.length;
    counts.set(match.term, count + 1);
    for (let oldest = matches[first]; oldest !== undefined && oldest !== match; oldest = matches[first]) {
      if (match.end - oldest.start <= length - 2 * MARGIN * length) break;
      const left = (counts.get(oldest.term) ?? 0) - 1;
      counts.set(oldest.term, left);
      if (left === 0) words -= oldest.term.words.length;
      first += 1;
    }
    if (words > best.words) best = { start: matches[first]?.start ?? match.start, end: match.end, words };
  }
  return best;
}

function windowOf(text: string, { start, end }: Span, length: number): Span {
  if (text.length <= length) return { start: 0, end: text.length };
  const room = Math.max(length - (end - start), 0);
  const begin = Math.min(Math.max(start - Math.floor(room / 2), 0), text.length - length);
  const from = begin === 0 ? 0 : afterSpace(text, begin, start);
  const finish = Math.min(begin + length, text.length);
  const to = finish === text.length ? finish : beforeSpace(text, Math.max(end, from + 1), finish);
  return { start: cutPlace(text, from), end: cutPlace(text, to) };
}

function afterSpace(text: string, begin: number, latest: number): number {
  const space = text.slice(begin, begin + NEAR).indexOf(' ');
  const after = space === -1 ? begin : begin + space + 1;
  return after <= latest ? after : begin;
}

function beforeSpace(text: string, earliest: number, finish: number): number {
  const space = text.slice(finish - NEAR, finish + 1).lastIndexOf(' ');
  const before = space === -1 ? finish : finish - NEAR + space;
  return before >= earliest ? before : finish;
}

/** Joins matches that touch or overlap, so that they are marked as one. */
function withoutOverlaps(matches: readonly Span[]): Span[] {
  const whole: Span[] = [];
  for (const { start, end } of matches) {
    const last = whole.at(-1);
    if (last !== undefined && start <= last.end)
      whole[whole.length - 1] = { start: last.start, end: Math.max(end, last.end) };
    else whole.push({ start, end });
  }
  return whole;
}
