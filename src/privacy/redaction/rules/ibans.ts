import { z } from 'zod';
import lengths from './account-lengths.json' with { type: 'json' };
import type { Token } from '../reading/tokens.ts';
import type { Window } from '../reading/window.ts';
import type { Finding, Rule } from './rule.ts';

/** The lengths of account numbers, by country (registry of ISO 13616); `digits` have no letters behind those of their country. */
const Lengths = z
  .string()
  .transform((row) => new Map(row.split(' ').map((entry) => [entry.slice(0, 2), Number(entry.slice(2))])));
const { digits: OF_DIGITS, lettersAndDigits: OF_BOTH } = z
  .object({ digits: Lengths, lettersAndDigits: Lengths })
  .parse(lengths);

/** The digits that account numbers have in all countries but a few, and that other texts hardly ever have. */
const MANY_DIGITS = 10;
const MIN_DIGITS = 4;
const SEPARATORS = /^[ .\-/_:;,|·•‧+*\t\n]{0,3}$/;
/** The most words between two parts of one number: `first DE89 3704 0044, then 0532 0130 00`. */
const MAX_WORDS_BETWEEN = 2;

interface Account {
  value: string;
  written: string;
  /** Ranges of tokens: one, or two with words between. */
  readonly parts: { from: number; to: number }[];
}

/** Account numbers: of a country's length, with their check digits; in groups or not. */
function ibanAt(window: Window): Finding[] {
  const { text, isLatin } = window.at(0);
  if (!isLatin || window.at(-1).kind === 'number' || window.is(-1, '_')) return [];
  const isSpelled = text.length === 1;
  const next = window.at(window.at(1).kind === 'space' ? 2 : 1).text;
  const country = (isSpelled ? text + next : text.slice(-2)).toUpperCase();
  const length = OF_DIGITS.get(country) ?? OF_BOTH.get(country);
  const digits = isSpelled ? 3 : 1;
  if (length === undefined || ![digits, digits + 1].some((at) => window.at(at).kind === 'number')) return [];
  const lead = isSpelled ? 0 : text.length - 2;
  const account = accountAt(window, lead, length);
  if (account === undefined || !isWritten(account)) return [];
  const value = account.value.toUpperCase();
  return account.parts.map((part, index) => ({ kind: 'iban', ...part, value, ...(index === 0 && { lead }) }));
}

function accountAt(window: Window, lead: number, length: number): Account | undefined {
  const start = window.at(0).text.slice(lead);
  const account: Account = { value: start, written: start, parts: [{ from: 0, to: 0 }] };
  let gap = '';
  let words = 0;
  for (let at = 1; account.value.length < length; at += 1) {
    const token = window.at(at);
    const { kind, text } = token;
    if (kind === 'edge' || kind === 'mark' || (words > 0 && kind === 'line')) return undefined;
    if (kind === 'word' && (words > 0 || (gap !== '' && isWordBetween(token, start)))) {
      words += 1;
      if (words > MAX_WORDS_BETWEEN || account.parts.length > 1) return undefined;
    } else if (kind === 'number' || (kind === 'word' && /^[A-Za-z]+$/.test(text))) {
      const isOfText = text.length > 5 && /[a-z]/.test(text) && account.value.length + text.length < length;
      if (isOfText) return undefined;
      if (words > 0) account.parts.push({ from: at, to: at });
      account.value += text;
      account.written += gap + text;
      const part = account.parts.at(-1);
      if (part !== undefined) part.to = at;
      [gap, words] = ['', 0];
    } else {
      gap += text;
      if (words === 0 && !SEPARATORS.test(gap)) return undefined;
    }
  }
  return account.value.length > length || goesOn(window, account.parts.at(-1)?.to ?? 0) ? undefined : account;
}

/** Whether a number, a word or an identifier goes on right behind. */
function goesOn(window: Window, end: number): boolean {
  const next = window.at(end + 1);
  const isGlued = window.at(end).kind === 'word' || window.at(end + 2).kind === 'number';
  return next.kind === 'number' || (next.kind === 'word' && next.isLatin && isGlued);
}

/** Small letters in the middle of an account number in capitals or of digits alone are a word. */
function isWordBetween({ text }: Token, start: string): boolean {
  return /^\p{Ll}{2,}$/u.test(text) && /^[A-Z]/.test(start);
}

/** One kind of separator, and digits: one of 97 beginnings of a sentence has right check digits, too. */
function isWritten({ value, written, parts }: Account): boolean {
  if (OF_DIGITS.has(value.slice(0, 2).toUpperCase()) && !/^..\d+$/.test(value)) return false;
  if (!/^..\d\d/.test(value) || !hasCheckDigits(value)) return false;
  const groups = written.split(/[^A-Za-z0-9]+/);
  const gaps = new Set(written.match(/[^A-Za-z0-9]+/g)?.map((gap) => gap.trim()));
  const isBlock = groups.length === 1;
  const isMixed = /[A-Z]/.test(written) && /[a-z]/.test(written);
  if (gaps.size > parts.length || (isMixed && !isBlock)) return false;
  const digits = written.replaceAll(/\D/g, '').length;
  const isInFours = groups.slice(0, -1).every((group) => group.length === 4);
  return digits >= MANY_DIGITS || (digits >= MIN_DIGITS && !/[a-z]/.test(written) && isInFours);
}

/** ISO 13616: the remainder of the rearranged number divided by 97 is one. */
function hasCheckDigits(iban: string): boolean {
  const digits = Array.from(iban.slice(4) + iban.slice(0, 4), (character) => String(Number.parseInt(character, 36)));
  return BigInt(digits.join('')) % 97n === 1n;
}

/** A Polish account number without its country: 2 and six times 4 digits. */
function polishAccount(window: Window): Finding[] {
  const groups = [0, 1, 2, 3, 4, 5, 6].map((offset) => window.group(offset));
  const isAccount = groups.every((group, index) =>
    index === 0
      ? group?.first === window.place && group.digits.length === 2
      : group?.digits.length === 4 && /^[ -]$/.test(group.gap ?? ''),
  );
  const value = `PL${groups.map((group) => group?.digits).join('')}`;
  if (!isAccount || window.at(-1).kind === 'word' || !hasCheckDigits(value)) return [];
  return [{ kind: 'iban', from: 0, to: (groups[6]?.last ?? 0) - window.place, value }];
}

export const IBANS: readonly Rule[] = [
  { name: 'iban', at: ['word'], find: ibanAt },
  { name: 'Polish account', at: ['group'], find: polishAccount },
];
