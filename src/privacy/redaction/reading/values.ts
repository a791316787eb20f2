import { isSpace } from './tokens.ts';
import { rolesOf } from './vocabulary.ts';
import { REACH, type Window } from './window.ts';

/** The most characters of a value that are judged; the rest of its chunk still belongs to it. */
export const MAX_JUDGED = 96;

/** What may be a secret. */
export interface Value {
  readonly from: number;
  readonly to: number;
  /** Its beginning, as far as it is judged. */
  readonly text: string;
  readonly isQuoted: boolean;
  /** Nothing but the end of the sentence follows. */
  readonly isLast: boolean;
}

/** Closing quotes by their opening one. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ...([
    ['"', '"'],
    ["'", "'"],
    ['“', '”'],
    ['„', '“”'],
    ['«', '»'],
    ['»', '«'],
    ['‘', '’'],
    ['”', '”'],
  ] as const),
  ...([
    ['『', '』'],
    ['[', ']'],
    ['`', '`'],
    ['「', '」'],
  ] as const),
]);
const MAX_QUOTED = 64;
const ENDING = '.,:;?)]}"\'»”“。、，；：';
/** A word of a script without spaces; a longer one is a sentence. */
const JOINED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const MAX_JOINED = 24;
const PARTING = '"“”„«»‘`<>（）「」『』，。；！？、';

/** Reads the value that begins at a token, in quotes or not. */
export function valueAt(window: Window, offset: number): Value | undefined {
  return quotedAt(window, offset) ?? bareAt(window, offset);
}

/** Reads what stands in quotes on one line. */
function quotedAt(window: Window, offset: number): Value | undefined {
  const opening = window.at(offset);
  const closing = opening.kind === 'sign' ? QUOTES.get(opening.text) : undefined;
  if (closing === undefined) return undefined;
  let text = '';
  for (let at = offset + 1; text.length <= MAX_JUDGED; at += 1) {
    const token = window.at(at);
    if (token.kind === 'line' || token.kind === 'edge' || token.kind === 'mark') return undefined;
    if (token.kind === 'sign' && closing.includes(token.text) && text !== '') {
      const isApostrophe = token.text === "'" && window.at(at + 1).kind === 'word';
      const isTooLong = text.length > MAX_QUOTED && text.includes(' ');
      if (!isApostrophe) return isTooLong || text.trim() === '' ? undefined : trimmed(window, offset + 1, at - 1, text);
    }
    text += token.text;
  }
  return undefined;
}

function trimmed(window: Window, from: number, to: number, text: string): Value {
  const first = window.isSpace(from) ? from + 1 : from;
  const last = window.isSpace(to) ? to - 1 : to;
  return { from: first, to: last, text: text.trim(), isQuoted: true, isLast: true };
}

/** Reads a value up to the next space, quote or name of a link, without what ends a sentence. */
export function bareAt(window: Window, offset: number): Value | undefined {
  let text = '';
  let to = offset - 1;
  for (let at = offset; ; at += 1) {
    const token = window.at(at);
    if (at > REACH || text.length >= MAX_JUDGED) {
      to = window.endOfChunk(Math.min(at, REACH));
      break;
    }
    if (text.length > MAX_JOINED && JOINED.test(text)) return undefined;
    if (isSpace(token) || token.kind === 'edge' || token.kind === 'mark' || isParting(window, at)) break;
    if (token.kind === 'word' && !token.isLatin && /[\x21-\x7E]$/.test(text) && JOINED.test(token.text)) break;
    if (isNextName(window, at)) break;
    text += token.text;
    to = at;
  }
  const end = to;
  while (to >= offset && to <= REACH && window.at(to).kind === 'sign' && ENDING.includes(window.at(to).text)) {
    text = text.slice(0, -1);
    to -= 1;
  }
  if (to < offset || text === '') return undefined;
  const next = window.at(end + 1).kind;
  return {
    from: offset,
    to,
    text,
    isQuoted: false,
    isLast: end > to || next === 'edge' || next === 'line' || window.at(end + 1).kind === 'sign',
  };
}

function isParting(window: Window, offset: number): boolean {
  if (window.is(offset, PARTING)) return true;
  // A quote that closes: nothing of a word follows.
  return window.is(offset, "'’") && !window.isWordOrNumber(offset + 1) && !window.is(offset + 1, '!#$%&*+=');
}

/** `&name=`, `; name=`: where the next name of a link, a form or a list begins. */
function isNextName(window: Window, offset: number): boolean {
  if (!window.is(offset, '&;,')) return false;
  let at = offset + 1;
  if (window.at(at).kind !== 'word') return window.isSpace(at) || window.at(at).kind === 'edge';
  while (at < offset + 8 && (window.isWordOrNumber(at) || window.is(at, '_-.'))) at += 1;
  return window.is(at, '=');
}

/** Whether a word belongs to the talk about a secret. */
export function isTalk(text: string): boolean {
  const word = text.toLowerCase().replaceAll(/^[([{¿¡]+|[!?]+$/g, '');
  return rolesOf(word).has('talk') || (rolesOf(word.replace(/['’].*$/, '')).has('talk') && /['’]/.test(word));
}
