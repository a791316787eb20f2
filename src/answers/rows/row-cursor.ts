import { InvalidArgument } from '../../model/errors.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { Seal } from '../cursor.ts';
import type { Arguments } from './filters.ts';

/** The place behind the last row shown. */
export interface Place {
  /** The moment of the first page, in whole seconds: periods and ages are the same on each page. */
  readonly at: EpochMillis;
  /** The keys of the row in the order of the list: whole numbers, of which the row's id is the last. */
  readonly keys: readonly number[];
}

/** The key of rows that lack what an order goes by: they come last. */
export const LAST = Number.MAX_SAFE_INTEGER;

/** The most characters of a cursor (design, "Answers"), such as `t5x2k0.-mi6qjs00.1f4k2a.x7Gq0a`. */
export const MAX_LENGTH = 32;

const SEAL_LENGTH = 6;

/**
 * Writes a cursor in base 36: the moment, the keys, and a seal that binds both to the tool, its arguments and the caller. The
 * arguments are not in it: the next call repeats them.
 */
export function writeRowCursor({ at, keys }: Place, tool: string, args: Arguments, seal: Seal): string {
  const numbers = [at / 1000, ...keys].map((key) => (key === LAST ? '~' : key.toString(36)));
  return [...numbers, sealOf(numbers, tool, args, seal)].join('.');
}

/** Reads a cursor. Throws InvalidArgument for one that came with other arguments, and for any other text. */
export function readRowCursor(cursor: string, tool: string, args: Arguments, seal: Seal): Place {
  const numbers = cursor.trim().split('.');
  const given = numbers.pop();
  const [at, ...keys] = numbers.map((number) => (number === '~' ? LAST : Number.parseInt(number, 36)));
  if (at === undefined || keys.length === 0 || given !== sealOf(numbers, tool, args, seal)) {
    throw new InvalidArgument(
      'The cursor does not belong to this call.',
      'Give it with the same arguments as the call that it came from; only limit may differ. Leave it out to start again.',
    );
  }
  return { at: epochMillis(at * 1000), keys };
}

function sealOf(numbers: readonly string[], tool: string, args: Arguments, seal: Seal): string {
  const { limit: _, cursor: __, ...others } = args;
  const asked = Object.entries(others).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return seal(JSON.stringify([tool, asked, numbers])).slice(0, SEAL_LENGTH);
}

/** Keys of which the highest comes first. */
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
