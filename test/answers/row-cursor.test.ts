import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOfFraction, LAST, readRowCursor, writeRowCursor } from '../../src/answers/rows/row-cursor.ts';
import { keyOfName } from '../../src/model/name-key.ts';
import { sealWith } from '../../src/answers/seal.ts';
import { CallerId, LOCAL_CALLER } from '../../src/model/caller.ts';
import { InvalidArgument } from '../../src/model/errors.ts';
import { epochMillis } from '../../src/model/time/units.ts';

const KEY = Buffer.alloc(32, 7);
const seal = sealWith(KEY, LOCAL_CALLER.id);

const number = fc.oneof(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.constantFrom(LAST, 35, -35, 63, 64, 0));
/** A time in ms, the highest first. */
const time = fc.integer({ min: -4_000_000_000_000, max: 0 });
const id = fc.maxSafeInteger().filter((one) => one !== LAST);

test('a cursor gives back the moment and the keys that were put into it, and is never longer than it may be', () => {
  fc.assert(
    fc.property(fc.tuple(fc.oneof(time, number), id), fc.integer({ min: 0, max: 4_000_000_000 }), (keys, at) => {
      const place = { at: epochMillis(at * 1000), keys };
      const cursor = writeRowCursor(place, 'list_chats', {}, seal);
      expect(readRowCursor(cursor, 'list_chats', {}, seal)).toEqual(place);
      expect(cursor.length).toBeLessThanOrEqual(32);
    }),
  );
});

const PLACE = { at: epochMillis(1_795_336_200_000), keys: [-7_200_000, 87_874_084] };
const ASKED = { period: 'today', order: 'longest', limit: 20 };
const WRITTEN = writeRowCursor(PLACE, 'list_chats', ASKED, seal);

test('what was changed, cut or invented is refused', () => {
  const { length } = WRITTEN;
  const changes = fc.array(fc.tuple(fc.integer({ min: 0, max: length - 1 }), fc.constantFrom('A', '_', '.', 'é', '')), {
    minLength: 1,
    maxLength: 3,
  });
  const changed = changes.map((all) =>
    all.reduce((text, [place, letter]) => text.slice(0, place) + letter + text.slice(place + 1), WRITTEN),
  );
  const cut = fc.integer({ min: 0, max: length - 1 }).map((end) => WRITTEN.slice(0, end));
  const invented = fc.constantFrom(
    '',
    'null',
    'e30',
    '.',
    'A.A.A',
    'A.A.AAAAAA',
    `${WRITTEN}${WRITTEN}`,
    'a'.repeat(100_000),
  );
  fc.assert(
    fc.property(fc.oneof(changed, cut, fc.string(), invented), (cursor) => {
      if (cursor.trim() === WRITTEN) return;
      expect(() => readRowCursor(cursor, 'list_chats', ASKED, seal)).toThrow(InvalidArgument);
    }),
  );
});

test('it goes with its tool, its arguments, its account and its caller, and with any limit', () => {
  expect(readRowCursor(WRITTEN, 'list_chats', { order: 'longest', period: 'today', limit: 5 }, seal)).toEqual(PLACE);
  const others = [
    ['list_visitors', ASKED, seal],
    ['list_chats', { ...ASKED, order: 'newest' }, seal],
    ['list_chats', { ...ASKED, missed: true }, seal],
    ['list_chats', ASKED, sealWith(Buffer.alloc(32, 8), LOCAL_CALLER.id)],
    ['list_chats', ASKED, sealWith(KEY, CallerId.parse('token:ann'))],
  ] as const;
  for (const [tool, args, sealed] of others) {
    expect(() => readRowCursor(WRITTEN, tool, args, sealed)).toThrow('The cursor does not belong to this call.');
  }
});

test('the key of a name is that of no other, and a whole number that a cursor has room for', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `name ${index}`);
  const keys = names.map(keyOfName);
  expect(new Set(keys).size).toBe(names.length);
  for (const key of keys) {
    const place = { at: PLACE.at, keys: [99_999, key] };
    const cursor = writeRowCursor(place, 'get_support_performance', {}, seal);
    expect(readRowCursor(cursor, 'get_support_performance', {}, seal)).toEqual(place);
    expect(cursor.length).toBeLessThanOrEqual(32);
  }
});

test('a number that a cursor cannot give back is not written into one', () => {
  for (const key of [3.5, -0.5, Number.NaN, Infinity, -Infinity, 2 ** 53]) {
    const place = { at: PLACE.at, keys: [key, 1] };
    expect(() => writeRowCursor(place, 'list_chats', {}, seal)).toThrow(TypeError);
  }
});

test('the key of any number goes through a cursor, in the order of the numbers', () => {
  const numbers = [-1e300, -1e12, -0.5, -0.000_001, 0, 0.5, 3, 3.5, 5, 1e12, 1e300, Number.NaN];
  const keys = numbers.map(keyOfFraction);
  expect(keys).toEqual(keys.toSorted((one, other) => one - other));
  expect([keyOfFraction(-Infinity), keyOfFraction(Infinity), keyOfFraction(Number.NaN)]).toEqual([LAST, LAST, LAST]);
  for (const key of keys) {
    const place = { at: PLACE.at, keys: [key, 1] };
    expect(readRowCursor(writeRowCursor(place, 'list_chats', {}, seal), 'list_chats', {}, seal)).toEqual(place);
  }
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (rating) => {
      expect(Number.isSafeInteger(keyOfFraction(rating))).toBe(true);
    }),
  );
});
