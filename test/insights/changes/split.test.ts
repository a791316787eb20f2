import { array, assert, constantFrom, integer, property, record, type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { PartSums } from '../../../src/insights/changes/part-sums.ts';
import { splitOf } from '../../../src/insights/changes/split.ts';
import { done } from './worlds.ts';
import { runs } from '../../support/runs.ts';

// Whatever the parts are, what they contribute is the whole change.

const chats = array(
  record({
    which: constantFrom(0 as const, 1 as const),
    key: integer({ min: 0, max: 60 }),
    block: integer({ min: 0, max: 6 }),
    value: integer({ min: 0, max: 500 }),
    weight: integer({ min: 0, max: 3 }),
  }),
  { minLength: 2, maxLength: 400 },
);

type OneChat = typeof chats extends Arbitrary<(infer One)[]> ? One : never;

function tableOf(all: readonly OneChat[], keyOf: (chat: OneChat) => number) {
  const sums = new PartSums();
  for (const chat of all) {
    sums.add(chat.which, Float64Array.of(keyOf(chat)), Uint32Array.of(chat.block), {
      sums: Float64Array.of(chat.weight === 0 ? 0 : chat.value),
      weights: Float64Array.of(chat.weight),
      isUnsettled: false,
    });
  }
  return done(sums.table([7, 7]));
}

function figureOf(all: readonly OneChat[], which: number) {
  const own = all.filter((chat) => chat.which === which && chat.weight > 0);
  const total = (valueOf: (chat: OneChat) => number) => own.reduce((sum, chat) => sum + valueOf(chat), 0);
  return { sum: total(({ value }) => value), weight: total(({ weight }) => weight) };
}

test('the parts of a mean make the whole change', () => {
  assert(
    property(chats, (all) => {
      const [before, now] = [figureOf(all, 0), figureOf(all, 1)];
      const split = splitOf(
        tableOf(all, ({ key }) => key),
        { kind: 'mean' },
      );
      if (before.weight === 0 || now.weight === 0) {
        expect(split).toBeUndefined();
        return;
      }
      const change = now.sum / now.weight - before.sum / before.weight;
      expect(split?.change).toBeCloseTo(change, 8);
      const parts = split?.parts ?? [];
      expect(parts.reduce((sum, { rate, mix }) => sum + rate + mix, 0)).toBeCloseTo(change, 8);
      // The same shares everywhere are no mix, and the same rates no rate.
      const whole = splitOf(
        tableOf(all, () => 0),
        { kind: 'mean' },
      );
      expect(whole?.parts.reduce((sum, { mix }) => sum + mix, 0)).toBeCloseTo(0, 8);
    }),
    { numRuns: runs(2000) },
  );
});

test('the parts of a count make the whole change, for each day where the periods have unlike lengths', () => {
  assert(
    property(chats, integer({ min: 1, max: 31 }), integer({ min: 1, max: 31 }), (all, days, daysBefore) => {
      const [before, now] = [figureOf(all, 0), figureOf(all, 1)];
      const split = splitOf(
        tableOf(all, ({ key }) => key),
        { kind: 'sum', lengths: [daysBefore, days] },
      );
      const change = now.sum / days - before.sum / daysBefore;
      expect(split?.change).toBeCloseTo(change, 8);
      expect(split?.parts.reduce((sum, { rate }) => sum + rate, 0)).toBeCloseTo(change, 8);
      expect(split?.parts.every(({ mix }) => mix === 0)).toBe(true);
    }),
    { numRuns: runs(2000) },
  );
});
