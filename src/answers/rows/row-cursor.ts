import { z } from 'zod';
import { InvalidArgument } from '../../model/errors.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { Seal } from '../seal.ts';
import type { Arguments } from './filters.ts';

/** The place behind the last row shown. */
export interface Place {
  /** The moment of the first page, in whole seconds: periods and ages are the same on each page. */
  readonly at: EpochMillis;
  /** The keys of the row in the order of the list: whole numbers; the last one is the row's id. */
  readonly keys: readonly number[];
}

/** The key of rows that lack what an order goes by: they come last. */
export const LAST = Number.MAX_SAFE_INTEGER;

/** How many whole numbers lie between 0 and 1 in the key of a number that need not be whole, such as a rating. */
const PARTS = 1e6;

/** The key of a number that need not be whole: to a millionth. What is no number comes last; too large a number is as the largest. */
export function keyOfFraction(number: number): number {
  if (!Number.isFinite(number)) return LAST;
  return Math.max(-LAST, Math.min(Math.round(number * PARTS), LAST - 1));
}

/**
 * The most characters of a cursor, such as `Bqdt4y~GfTzmMg~FN9bg.x7Gq0a`. With usual ids none has more than 32 (design, "Answers"); an
 * id near 2^53 takes nine characters, and a list that orders by three keys writes 33 then.
 */
const MAX_LENGTH = 40;

/** The argument of tools whose next page is asked for with the same arguments. */
export const rowCursorArgument = z.string().max(MAX_LENGTH).optional().describe('From the previous answer.');

const SEAL_LENGTH = 6;

/**
 * Writes a cursor: the moment, the keys, each behind its sign, and a seal that binds both to the tool, its arguments and the caller.
 * The arguments are not in it: the next call repeats them.
 */
export function writeRowCursor({ at, keys }: Place, tool: string, args: Arguments, seal: Seal): string {
  const place = [digitsOf(at / 1000), ...keys.map(signed)].join('');
  return `${place}.${sealOf(place, tool, args, seal)}`;
}

/** Reads a cursor. Throws InvalidArgument for one that came with other arguments, and for any other text. */
export function readRowCursor(cursor: string, tool: string, args: Arguments, seal: Seal): Place {
  const [, place = '', moment = '', numbers = '', given] = CURSOR.exec(cursor.trim()) ?? [];
  if (given !== sealOf(place, tool, args, seal)) {
    throw new InvalidArgument(
      'The cursor does not belong to this call.',
      'Give it with the same arguments as the call that it came from; only limit may differ. Leave it out to start again.',
    );
  }
  const keys = numbers.match(KEY)?.map((key) => {
    if (key === POSITIVE) return LAST;
    const number = numberOf(key.slice(1));
    return key.startsWith(NEGATIVE) ? -number : number;
  });
  return { at: epochMillis(numberOf(moment) * 1000), keys: keys ?? [] };
}

/** The moment of the first page of a call, which its cursor brings along, in whole seconds. */
export function firstMoment(place: Place | undefined, now: EpochMillis): EpochMillis {
  return place?.at ?? epochMillis(Math.floor(now / 1000) * 1000);
}

/** How the next page is asked for, and what is on it and behind it. */
export function nextPageWords(cursor: string, left: string): string {
  return `Next page: same arguments and cursor "${cursor}" (${left}).`;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const POSITIVE = '.';
const NEGATIVE = '~';
const KEY = /[.~][\w-]*/g;
const CURSOR = /^(([\w-]+)((?:[.~][\w-]*)+))\.([\w-]+)$/;

/** A whole number of at least 0 in base 64. Throws TypeError for any other: what it would write gives another number back, or none. */
function digitsOf(number: number): string {
  if (!Number.isSafeInteger(number) || number < 0) throw new TypeError(`${number} is no key of a row`);
  const rest = Math.floor(number / DIGITS.length);
  return `${rest === 0 ? '' : digitsOf(rest)}${DIGITS[number % DIGITS.length]}`;
}

function numberOf(digits: string): number {
  let number = 0;
  for (const digit of digits) number = number * DIGITS.length + DIGITS.indexOf(digit);
  return number;
}

/** A key with its sign, which separates it from the key before; the key LAST is a sign alone. */
function signed(key: number): string {
  if (key === LAST) return POSITIVE;
  return `${key < 0 ? NEGATIVE : POSITIVE}${digitsOf(Math.abs(key))}`;
}

function sealOf(place: string, tool: string, args: Arguments, seal: Seal): string {
  const { limit: _, cursor: __, ...others } = args;
  const asked = Object.entries(others).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return seal(JSON.stringify([tool, asked, place])).slice(0, SEAL_LENGTH);
}

/** Keys that put the highest number first. */
export function descending(...keys: readonly number[]): number[] {
  return keys.map((key) => -key);
}

/** Compares the keys of two rows, in order. */
export function compareKeys(one: readonly number[], other: readonly number[]): number {
  for (let place = 0; place < one.length; place += 1) {
    const difference = (one[place] ?? 0) - (other[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
