import { array, assert, constantFrom, dictionary, integer, oneof, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { readCursor, writeCursor } from '../../../src/mcp/protocol/cursor.ts';
import { InvalidArgument } from '../../../src/model/errors.ts';
import { runs } from '../../support/runs.ts';

const question = dictionary(constantFrom('period', 'agent', 'missed', 'zone'), oneof(string(), integer()));
const position = tuple(integer(), integer()).map((after) => ({ after }));

test('a cursor is read as it was written, by the same question on any page', () => {
  assert(
    property(question, position, integer(), string(), (asked, at, limit, cursor) => {
      const written = writeCursor({ ...asked, limit: 20 }, at);
      const inAnotherOrder = Object.fromEntries(Object.entries(asked).toReversed());
      expect(readCursor({ ...inAnotherOrder, limit, cursor, unset: undefined }, written)).toMatchObject(at);
      expect(written).toMatch(/^[\w-]+$/);
    }),
  );
});

test('the days of the first page go with it', () => {
  const written = writeCursor({}, { after: [1, 2], days: ['2026-01-01', '2026-01-07'] });
  expect(readCursor({}, written)).toMatchObject({ after: [1, 2], days: ['2026-01-01', '2026-01-07'] });
});

test('a cursor of another question is refused', () => {
  assert(
    property(question, position, (asked, at) => {
      const written = writeCursor(asked, at);
      expect(() => readCursor({ ...asked, another: 1 }, written)).toThrow('other arguments');
    }),
  );
});

test('what was changed or invented is refused', () => {
  const written: string = writeCursor({ period: 'today' }, { after: [5, 7] });
  const changed = array(tuple(integer({ min: 0, max: written.length - 1 }), constantFrom('A', '_', '.', 'é', '')), {
    minLength: 1,
    maxLength: 3,
  }).map((changes) =>
    changes.reduce((text, [place, letter]) => text.slice(0, place) + letter + text.slice(place + 1), written),
  );
  assert(
    property(oneof(changed, string(), constantFrom('', 'null', 'bnVsbA', 'e30')), (cursor) => {
      const read = () => readCursor({ period: 'today' }, cursor);
      // A changed digit of the position is still a position; nothing else gets through.
      try {
        expect(read()?.after.every(Number.isFinite)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidArgument);
      }
    }),
    { numRuns: runs(1000) },
  );
});
