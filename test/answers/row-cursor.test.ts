import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LAST, readRowCursor, writeRowCursor } from '../../src/answers/rows/row-cursor.ts';
import { epochMillis } from '../../src/model/time/units.ts';

const seal = (text: string): string => `${text.length}-sealed`;

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
