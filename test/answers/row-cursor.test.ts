import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LAST, MAX_LENGTH, readRowCursor, writeRowCursor } from '../../src/answers/rows/row-cursor.ts';
import { epochMillis } from '../../src/model/time/units.ts';

const seal = (text: string): string => `${text.length}-sealed`;

test('a cursor gives back the moment and the keys that were put into it', () => {
  const key = fc.oneof(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.constantFrom(LAST, 35, -35, 0));
  fc.assert(
    fc.property(
      fc.array(key, { minLength: 1, maxLength: 2 }),
      fc.integer({ min: 0, max: 4_000_000_000 }),
      (keys, at) => {
        const place = { at: epochMillis(at * 1000), keys };
        const cursor = writeRowCursor(place, 'list_chats', {}, seal);
        expect(readRowCursor(cursor, 'list_chats', {}, seal)).toEqual(place);
        expect(cursor.length).toBeLessThanOrEqual(MAX_LENGTH);
      },
    ),
  );
});
