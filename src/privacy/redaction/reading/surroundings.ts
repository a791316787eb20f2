import type { Role } from './vocabulary.ts';
import { hasAny, type Token } from './tokens.ts';
import type { Window } from './window.ts';

/** Whether a sentence ends at a token: a line end, or a stop before a space and a capital. */
export function endsSentence(window: Window, offset: number): boolean {
  const { kind, text } = window.at(offset);
  if (kind === 'line' || kind === 'mark' || kind === 'edge') return true;
  if (kind !== 'sign') return false;
  if ('。！？'.includes(text)) return true;
  if (!window.isSpace(offset + 1)) return false;
  return text === '!' || text === '?' || (text === '.' && /^\p{Lu}/u.test(window.at(offset + 2).text));
}

/** Tokens before a place, the nearest first, as far as a number of characters, on the same line. */
export function before(window: Window, from: number, characters: number): Iterable<[Token, number]> {
  return walk(window, from, -1, characters);
}

/** Tokens behind a place, the nearest first, as far as a number of characters, on the same line. */
export function behind(window: Window, to: number, characters: number): Iterable<[Token, number]> {
  return walk(window, to, 1, characters);
}

function* walk(window: Window, from: number, step: 1 | -1, characters: number): Generator<[Token, number]> {
  const { start, end } = window.at(from);
  for (let offset = from + step; ; offset += step) {
    const token = window.at(offset);
    // A line above that ends with a colon introduces this one.
    const isEnd = token.kind === 'line' ? step > 0 || !window.is(offset - 1, ':') : token.kind === 'edge';
    const distance = step < 0 ? start - token.end : token.start - end;
    if (isEnd || token.kind === 'mark' || distance > characters) return;
    yield [token, offset];
  }
}

/** Whether a word with a role stands before a place, in its sentence. */
export function speaksBefore(window: Window, from: number, characters: number, roles: readonly Role[]): boolean {
  return speaks(window, before(window, from, characters), roles);
}

/** Whether a word with a role stands behind a place, in its sentence. */
export function speaksBehind(window: Window, to: number, characters: number, roles: readonly Role[]): boolean {
  return speaks(window, behind(window, to, characters), roles);
}

function speaks(window: Window, tokens: Iterable<[Token, number]>, roles: readonly Role[]): boolean {
  for (const [token, offset] of tokens) {
    if (endsSentence(window, offset)) return false;
    if (hasAny(token, roles)) return true;
  }
  return false;
}

export type Called = 'phone' | 'count';

/** The most words between a word for orders and a number that is still that of the order. */
const MAX_WORDS_BETWEEN = 4;
/** `no. 12`: the longest word that a full stop shortens, in letters. */
const MAX_ABBREVIATION = 3;

/** What the last word before a number says it is: a phone, or the count or name of something else. */
export function calledBefore(window: Window, from: number, characters: number): Called | undefined {
  let isNextSentence = false;
  for (const [token, offset] of before(window, from, characters)) {
    if (token.roles.has('phone')) return 'phone';
    if (token.roles.has('count')) return isNextSentence ? undefined : 'count';
    isNextSentence ||= endsSentence(window, offset) && token.kind !== 'line';
  }
  return undefined;
}

/** Whether few words before a number call it that of an order, a parcel or the like. */
export function isCounted(window: Window, from: number, characters: number): boolean {
  let words = 0;
  let isNumbered = false;
  for (const [token, offset] of before(window, from, characters)) {
    if (token.roles.has('phone')) return false;
    if (token.roles.has('count')) return true;
    if (token.kind === 'number' || window.is(offset, ',;')) return false;
    if (
      token.roles.has('entering') ||
      (token.kind === 'word' && !token.roles.has('is') && (words += 1) > MAX_WORDS_BETWEEN)
    )
      return false;
    const isStop = window.is(offset, '.!') && window.isSpace(offset + 1);
    if (isStop && !isNumbered && window.at(offset - 1).text.length > MAX_ABBREVIATION) return false;
    isNumbered ||= /^(?:nº?|n|nr|num\p{L}*|no)$/u.test(token.lower) || token.text === 'º';
    // A question about an order may be answered by its number: `¿y mi pedido? el nº es …`.
    if (endsSentence(window, offset) && token.kind !== 'line' && !isNumbered) return false;
  }
  return false;
}

/** What the words right behind a number say it is: `… is my order number`, `… (tracking number)`. */
export function calledBehind(window: Window, to: number, characters: number): Called | undefined {
  let words = 0;
  let isLed = false;
  let called: Called | undefined;
  for (const [token, offset] of behind(window, to, characters)) {
    if (token.roles.has('phone') && (isLed || words === 0)) called ??= 'phone';
    if (token.roles.has('count')) return isLed || words === 0 ? 'count' : undefined;
    if (token.kind === 'word') {
      if (words === 0 && !token.roles.has('is')) return called;
      isLed ||= token.roles.has('is');
      if ((words += 1) > MAX_WORDS_BETWEEN) return called;
    } else if (token.kind === 'sign') {
      if (!'(-='.includes(token.text) || endsSentence(window, offset)) return called;
      isLed = true;
    }
  }
  return called;
}

const SHORT_BEFORE = /^(?:is|no|nr|n|num|number|nummer|my|mi|mon|est|es|ist|to|at|on|på|op|al|auf|na|cc|mc|ip)$/;

/** Whether a number is the rest of an identifier that begins right before it: `ORD-4111…`, `A4111…`; but `Visa4111…`. */
export function isRestOfIdentifier(window: Window, from: number, isInGroups: boolean): boolean {
  let offset = from - 1;
  const sign = window.is(offset, '-./_') ? window.at(offset).text : '';
  if (sign !== '') offset -= 1;
  const word = window.at(offset);
  if (word.kind === 'number') return true;
  if (word.kind !== 'word' || !word.isLatin) return sign === '_';
  if (window.at(offset - 1).kind === 'number') return true;
  if (SHORT_BEFORE.test(word.lower) || hasAny(window.at(offset), ['card', 'paying', 'phone'])) return false;
  if (/^\p{Lu}+$/u.test(word.text) || word.text.length < 3 || /^[a-f]+$/.test(word.lower)) return true;
  return sign !== '' && !isInGroups;
}

/** Whether an identifier goes on right behind a number: `4111…GB`, but not `4111…thanks`. */
export function isBeginningOfIdentifier(window: Window, to: number): boolean {
  const next = window.at(to + 1);
  if (next.kind === 'sign') return next.text === '_';
  if (next.kind !== 'word' || !next.isLatin) return false;
  if (next.roles.has('card') || next.roles.has('code')) return false;
  if (window.at(to + 2).kind === 'number') return true;
  return !/^\p{L}?\p{Ll}{2,}$/u.test(next.text) || /^[a-f]+$/.test(next.lower);
}
