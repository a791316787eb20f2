import { endsSentence } from '../reading/surroundings.ts';
import type { Group } from '../reading/groups.ts';
import type { Topic } from '../reading/topics.ts';
import { REACH, type Window } from '../reading/window.ts';
import type { Finding, Rule } from './rule.ts';

// Codes that confirm a login, open a door or pay: numbers, or letters and digits, that the words around them call a code.

const MIN_DIGITS = 3;
const MAX_DIGITS = 10;
/** The lengths that codes mostly have. */
const USUAL = new Set([4, 5, 6, 8]);
/** The most tokens between a code and a word behind it that calls it one. */
const BEHIND = 16;
/** The same between a code of six digits and a word such as "received". */
const SENT = 4;
/** The same of a word such as "verify", behind "use" and the code. */
const CONFIRMING = 6;
/** The most tokens between a number and the word before it that makes it one of something else: `order 4711`. */
const NAMED = 2;
const YEAR_OR_DATE = /^(?:19|20)\d\d$|^\d{1,2}[.-]\d{1,2}[.-](?:\d{2}|\d{4})$|^(?:19|20)\d\d-\d\d(?:-\d\d)?$/;

interface Code {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Digits alone, and in how many groups. */
  readonly groups: number;
}

/** Three to ten digits, in any groups that a message or a person makes of them. */
function digitsAt(window: Window): Code | undefined {
  const own = window.group(0);
  if (own === undefined || own.first !== window.place || isJoined(window)) return undefined;
  if (own.gap !== undefined && /^[ -]$/.test(own.gap) && isOfSameNumber(window, own)) return undefined;
  let digits = '';
  let to = 0;
  let groups = 0;
  for (let group = own; ; groups += 1) {
    digits += group.digits;
    to = group.last - window.place;
    const next = window.group(groups + 1);
    if (next === undefined || next.isSpelled !== own.isSpelled || next.gap === undefined || !/^[ -]$/.test(next.gap))
      break;
    if (digits.length > MAX_DIGITS) return undefined;
    group = next;
  }
  groups += 1;
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS || goesOn(window, to)) return undefined;
  // Some doors want a sign behind it: `4711#`.
  if (own.isSpelled && !/^\d{4,}$/.test(digits)) return undefined;
  return { from: 0, to: window.is(to + 1, '#') ? to + 1 : to, text: digits, groups };
}

/** Whether the group before belongs to the same number, and is not the year of `12/29 456` or the end of `CVV2 737`. */
function isOfSameNumber(window: Window, { isSpelled }: Group): boolean {
  const before = window.group(-1);
  if (before?.isSpelled !== isSpelled) return false;
  const last = before.last - window.place;
  return !window.is(before.first - window.place - 1, '/') && !window.has(last, 'code');
}

function isJoined(window: Window): boolean {
  const { kind, isLatin } = window.at(-1);
  if (kind === 'word') return isLatin;
  if (window.is(-1, '-')) return !/^\p{Lu}{1,3}$/u.test(window.at(-2).text);
  return window.is(-1, '#@_/&%$€£+') || (window.is(-1, '.,:') && window.at(-2).kind === 'number');
}

function goesOn(window: Window, to: number): boolean {
  const next = window.at(to + 1);
  if (next.kind === 'word') return next.isLatin;
  if (window.is(to + 1, '_@%€£$/')) return true;
  return window.is(to + 1, '.,:-') && window.at(to + 2).kind === 'number';
}

const MAX_MIXED = 24;
const MIXED = /^[a-z\d-]{4,14}$/i;
/** `3rd`, `B2`, `50x70`. */
const COUNTED = /^\d{1,3}\p{L}{1,3}$|^\p{L}\d{1,2}$|^\d+x\d+$/iu;
/** `G-482913`, whose letter stays in front of `is your code`; `E-4031`. */
const LETTER_AND_NUMBER = /^\p{L}-\d+$/u;

/** Letters and digits, with hyphens or without: `7kfp-2m9x`, `QW8-771-ZK`. */
function mixedAt(window: Window): Code | undefined {
  if (!window.is(1, '-') && !window.isWordOrNumber(1)) return undefined;
  let text = '';
  let to = -1;
  while (text.length <= MAX_MIXED && (window.isWordOrNumber(to + 1) || window.is(to + 1, '-'))) {
    to += 1;
    text += window.at(to).text;
  }
  if (window.is(to, '-')) return undefined;
  const isMixed = MIXED.test(text) && /\d/.test(text) && /[a-z]/i.test(text) && !COUNTED.test(text);
  const isOfMore = window.is(to + 1, '_@%/.:') && window.isWordOrNumber(to + 2);
  return isMixed && !isOfMore && !isRest(window) ? { from: 0, to, text, groups: 0 } : undefined;
}

/** Whether a longer value goes on here. */
function isRest(window: Window): boolean {
  const { kind, isLatin } = window.at(-1);
  return kind === 'number' || (kind === 'word' && isLatin) || window.is(-1, '#@_/&.$+-');
}

/** The offset of the nearest word of a topic that may speak of a code: before it, or behind it in its sentence. */
function near(window: Window, { from, to }: Code, topic: Topic, reach = REACH): number | undefined {
  const before = window.before(topic, from);
  if (before !== undefined && before >= from - reach && linesBetween(window, before, from) <= 1) return before;
  const behind = window.behind(topic, to);
  if (behind === undefined || behind > to + BEHIND) return undefined;
  for (let offset = to + 1; offset < behind; offset += 1) if (endsSentence(window, offset)) return undefined;
  return behind;
}

function linesBetween(window: Window, first: number, last: number): number {
  let lines = 0;
  for (let offset = first; offset < last; offset += 1) if (window.at(offset).kind === 'line') lines += 1;
  return lines;
}

/** Whether the number is that of something else: its name is nearer, or a unit or a currency stands beside it. */
function isOfOther(window: Window, { from, to, groups }: Code, name: number | undefined): boolean {
  const beside = window.isSpace(to + 1) || window.is(to + 1, '-') ? to + 2 : to + 1;
  if (groups > 0 && (window.is(beside, '€$£¥%') || window.has(beside, 'unit'))) return true;
  if (window.is(offsetBefore(window, from), '€$£¥#№')) return true;
  // `order BW-482913`.
  const begin = window.is(from - 1, '-') ? from - 2 : from;
  const other = window.before('other', begin);
  if (other === undefined || other < begin - NAMED || window.has(other, 'message')) return false;
  if (window.at(other).text.length === 1) return false;
  return name === undefined || other > name || name > 0;
}

/** The offset of the token before a place, a space aside. */
function offsetBefore(window: Window, from: number): number {
  return window.isSpace(from - 1) ? from - 2 : from - 1;
}

/** Right behind "is", a sign, or the word for codes itself. */
function isSaid(window: Window, { from }: Code): boolean {
  const before = offsetBefore(window, from);
  return window.has(before, 'is') || window.has(before, 'code') || window.is(before, ':=');
}

function isDirect(window: Window, { from }: Code): boolean {
  const before = offsetBefore(window, from);
  return window.at(before).kind === 'word' || window.is(before, ':="\'“„«');
}

/** Whether the words around it make a number or a mixed value a code. */
function isCode(window: Window, code: Code): boolean {
  const { text, groups } = code;
  const length = text.length;
  const strong = near(window, code, 'code');
  const isDigits = groups > 0;
  if (LETTER_AND_NUMBER.test(text) && (strong === undefined || strong > 0)) return false;
  if (isDigits && YEAR_OR_DATE.test(window.text(code.from, code.to)) && !(strong !== undefined && isSaid(window, code)))
    return false;
  if (strong !== undefined && !isOfOther(window, code, strong)) {
    const isLikely =
      !isDigits ||
      USUAL.has(length) ||
      groups > 1 ||
      (isDirect(window, code) && near(window, code, 'code', 12) !== undefined);
    if (isLikely && (length <= 8 || !isDigits || isDirect(window, code))) return true;
  }
  const weak = near(window, code, 'weakCode', 16);
  const counted = near(window, code, 'digits', 16);
  if (isOfOther(window, code, weak ?? counted)) return false;
  if (!isDigits) return weak !== undefined && weak < 0 && text.includes('-');
  const isOnCard = length <= 4 && groups === 1 && isBehindCard(window);
  if (isOnCard && (weak !== undefined || counted !== undefined || (length === 3 && isApart(window, code)))) return true;
  if (length <= 4 && near(window, code, 'back', 16) !== undefined) {
    if (groups === 1 && counted !== undefined) return true;
    if (length === 3 && near(window, code, 'card') !== undefined) return true;
  }
  if (USUAL.has(length) && (isTyped(window, code) || near(window, code, 'lock', 16) !== undefined)) return true;
  if (length === 6 && near(window, code, 'message', SENT) !== undefined) return true;
  if (length === 6 && (weak ?? counted) !== undefined && (counted !== undefined || isSaid(window, code)))
    return weak !== undefined || isSaid(window, code);
  return weak !== undefined && USUAL.has(length) && window.speaksOf('message');
}

/** The most groups of digits between a card and the code on its back: the groups of its date. */
const GROUPS_OF_DATE = 3;

/** Whether the number of a card stands before a group of digits, with its date or words between. */
function isBehindCard(window: Window): boolean {
  let digits = 0;
  for (let back = 1; back <= GROUPS_OF_DATE + 5; back += 1) {
    const group = window.group(-back);
    if (group === undefined) return false;
    if (group.digits.length >= 13) return true;
    digits = group.digits.length >= 4 ? digits + group.digits.length : 0;
    if (digits >= 15) return true;
  }
  return false;
}

/** On a line of its own, or right behind a date such as `12/29`. */
function isApart(window: Window, { from, to }: Code): boolean {
  const isLineEnd = (offset: number) => ['line', 'edge'].includes(window.at(offset).kind);
  const isEnd = isLineEnd(to + 1) || (window.isSpace(to + 1) && isLineEnd(to + 2));
  const isBeginning = isLineEnd(from - 1) || (window.isSpace(from - 1) && isLineEnd(from - 2));
  return (isBeginning && isEnd) || (window.isSpace(from - 1) && window.is(from - 3, '/-'));
}

/** Right behind a word for typing. */
function isTyped(window: Window, { from }: Code): boolean {
  const entering = window.before('entering', from);
  return entering !== undefined && entering >= from - 4;
}

/** The next of several codes: `7KQ2-93FD M4XT-08LP`, `4410 8823 e 9127 3360`. */
function isNextOfSeveral(window: Window, { from, to }: Code): boolean {
  let before = from - 1;
  for (let count = 0; count < 3 && !window.isFound(before); count += 1) before -= 1;
  if (!window.isFound(before) || window.at(from - 1).kind === 'line') return false;
  return window.text(from, to).length === window.text(before - (to - from), before).length;
}

/** `Use 204857 to verify your account`. */
function isToConfirm(window: Window, { from, to, groups }: Code): boolean {
  const confirming = window.behind('message', to);
  return groups > 0 && window.has(from - 2, 'entering') && confirming !== undefined && confirming <= to + CONFIRMING;
}

const SPEAKS_OF_CODES = ['code', 'weakCode', 'digits', 'back', 'lock', 'entering', 'message'] as const;

function codeAt(window: Window): Finding[] {
  const mayStandAlone = window.at(0).text.length === MIN_DIGITS;
  if (!mayStandAlone && !SPEAKS_OF_CODES.some((topic) => window.speaksOf(topic))) return [];
  const code = digitsAt(window) ?? mixedAt(window);
  if (code === undefined || window.isFound(0)) return [];
  return isCode(window, code) || isToConfirm(window, code) || isNextOfSeveral(window, code)
    ? [{ kind: 'secret', from: code.from, to: code.to, value: code.text }]
    : [];
}

/** A code in answer to the question for it: whatever looks like one. */
export function bareCodeAt(window: Window): Finding[] {
  const code = digitsAt(window) ?? mixedAt(window);
  if (code === undefined || window.isFound(0) || isOfOther(window, code, undefined)) return [];
  return [{ kind: 'secret', from: code.from, to: code.to, value: code.text }];
}

/** `PIN4711`, `cvc123`. */
function gluedCodeAt(window: Window): Finding[] {
  const isGlued = window.has(0, 'code') && window.at(1).kind === 'number';
  const { text } = window.at(1);
  return isGlued && text.length >= MIN_DIGITS && text.length <= 8
    ? [{ kind: 'secret', from: 1, to: 1, value: text }]
    : [];
}

export const CODES: readonly Rule[] = [
  { name: 'code near its word', at: ['group', 'start'], find: codeAt },
  { name: 'code right behind its word', at: ['code'], find: gluedCodeAt },
];
