import { countFigure } from '../../../src/figures/kinds/count.ts';
import { spreadFigure } from '../../../src/figures/kinds/spread.ts';
import { array, assert, integer, nat, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeBetween } from '../../../src/figures/change.ts';
import { estimatedShare, estimatedSpread } from '../../../src/figures/statistics/estimates.ts';
import { chats } from '../../../src/figures/metrics/chats.ts';
import { firstResponse } from '../../../src/figures/metrics/first-response.ts';
import type { Figures } from '../../../src/figures/metrics/metric.ts';
import { segmentsOf } from '../../../src/figures/statistics/segments.ts';
import { ChatId } from '../../../src/model/ids.ts';
import { sampleAtHand, sampleOf, samplingRank } from '../../../src/model/sampling.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => ChatId.parse(index + 1));

describe('an estimated spread', () => {
  test('of all there is has no interval', () => {
    const spread = estimatedSpread(segmentsOf([[1], [2], [4]]), 3);
    expect(spread).toEqual({
      n: 3,
      mean: 7 / 3,
      median: 2,
      p90: 4,
      max: 4,
      population: 3,
      sampled: 3,
      estimated: false,
    });
  });

  test('of a small sample has none either', () => {
    expect(estimatedSpread(segmentsOf([[1], [2]]), 1000)).not.toHaveProperty('ci95');
    expect(estimatedSpread(segmentsOf([[], []]), 1000)).toEqual({
      n: 0,
      population: 1000,
      sampled: 2,
      estimated: true,
    });
  });

  test('has the interval of the binomial ranks where each member has one value', () => {
    // 100 of very many: 50 ± 1.96 · 0.5 · √(100 · 100/99), outwards: the 40th and the 61st.
    const sample = Array.from({ length: 100 }, (_, index) => [index + 1]);
    expect(estimatedSpread(segmentsOf(sample), 1_000_000_000).ci95).toEqual([40, 61]);
  });

  test('is surer where most of the population was seen, and less sure where members repeat themselves', () => {
    const width = (sample: number[][], population: number) => {
      const [low = Number.NaN, high = Number.NaN] = estimatedSpread(segmentsOf(sample), population).ci95 ?? [];
      return high - low;
    };
    const one = Array.from({ length: 100 }, (_, index) => [index + 1]);
    expect(width(one, 110)).toBeLessThan(width(one, 100_000));
    // Twenty members with five equal values each are twenty values, not a hundred.
    const alike = Array.from({ length: 20 }, (_, index) => Array.from({ length: 5 }, () => (index + 1) * 5));
    expect(width(alike, 100_000)).toBeGreaterThan(width(one, 100_000));
  });

  test('holds its own median, in order', () => {
    assert(
      property(array(array(nat(500), { maxLength: 4 }), { maxLength: 60 }), nat(1000), (values, others) => {
        const { median, ci95 } = estimatedSpread(segmentsOf(values), values.length + others);
        if (ci95 === undefined || median === undefined) return;
        expect(ci95[0]).toBeLessThanOrEqual(median);
        expect(median).toBeLessThanOrEqual(ci95[1]);
      }),
    );
  });
});

test('an estimated share lies in its interval, which no share exceeds', () => {
  assert(
    property(nat(50), nat(50), integer({ min: 1, max: 1000 }), (agreeing, others, unseen) => {
      const sampled = agreeing + others;
      const { rate, ci95 } = estimatedShare(agreeing, sampled, sampled + unseen);
      if (sampled === 0) {
        expect({ rate, ci95 }).toEqual({});
        return;
      }
      const [low = Number.NaN, high = Number.NaN] = ci95 ?? [];
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(rate ?? Number.NaN);
      expect(high).toBeGreaterThanOrEqual(rate ?? Number.NaN);
      expect(high).toBeLessThanOrEqual(1);
    }),
  );
});

describe('a random sample', () => {
  test('is the beginning of one order, however much is taken', () => {
    const all = ids(10_000);
    const ordered = all.toSorted((one, other) => samplingRank(one) - samplingRank(other));
    for (const size of [0, 1, 50, 5000, 20_000]) expect(sampleOf(all, size)).toEqual(ordered.slice(0, size));
  });

  test('ends at 50, or twice as many and so on, before the first that is not at hand', () => {
    const ordered = sampleOf(ids(300), 300);
    const sampled = (holes: readonly number[], isBeingRead = false, refused: readonly number[] = []) =>
      sampleAtHand(
        ordered,
        (id) => !holes.includes(ordered.indexOf(id)),
        (id) => refused.includes(ordered.indexOf(id)),
        50,
        isBeingRead,
      );
    expect(sampled([])).toEqual(ordered);
    expect(sampled([70])).toEqual(ordered.slice(0, 50));
    expect(sampled([250])).toEqual(ordered.slice(0, 200));
    expect(sampled([49])).toEqual([]);
    expect(sampled([49], true)).toEqual(ordered.slice(0, 49));
    expect(sampled([7, 70], false, [7])).toEqual(ordered.toSpliced(7, 1).slice(0, 50));
    expect(sampled([7, 50], false, [7])).toEqual([]);
  });
});

describe('a change', () => {
  const ofChats = (count: number): Figures => new Map([[chats, countFigure(count)]]);
  const ofResponses = (population: number, low: number, median: number, high: number): Figures =>
    new Map([
      [
        firstResponse,
        spreadFigure({ n: 50, mean: median, median, p90: high, max: high }, 'seconds', {
          population,
          sampled: 50,
          estimated: true,
          ci95: [low, high],
        }),
      ],
    ]);

  test('is marked where it rests on few', () => {
    const changed = (before: number, now: number) =>
      changeBetween(ofChats(before), ofChats(now), () => 0.001).get(chats);
    expect(changed(19, 40)).toEqual({ absolute: 21, relative: 1.1053, few: true, verdict: 'not_tested' });
    expect(changed(20, 40)).toEqual({ absolute: 20, relative: 1, verdict: 'beyond_chance' });
  });

  test('is beyond chance where chance alone does as much in fewer than one of twenty tries, among all figures', () => {
    const verdict = (chance: number | undefined, figures: number) =>
      changeBetween(ofResponses(500, 30, 40, 50), ofResponses(500, 45, 60, 70), () => chance, figures).get(
        firstResponse,
      )?.verdict;
    expect(verdict(0.049, 1)).toBe('beyond_chance');
    expect(verdict(0.051, 1)).toBe('within_chance');
    expect(verdict(0.049, 2)).toBe('within_chance');
    expect(verdict(undefined, 1)).toBe('not_tested');
  });
});
