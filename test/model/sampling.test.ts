import { assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ChatId } from '../../src/model/ids.ts';
import { sampleOf, samplingRank } from '../../src/model/sampling.ts';

const idsFrom = (first: number, count: number, step = 1): ChatId[] =>
  Array.from({ length: count }, (_, index) => ChatId.parse(first + index * step));

/** Returns how far counts are from all being the same, as chi-square. */
function chiSquare(counts: readonly number[]): number {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
}

describe('the order of samples', () => {
  // The 99.9999 % quantile of chi-square with 63 degrees of freedom is about 128.
  test('is even, whatever ids a service gives one after the other', () => {
    assert(
      property(integer({ min: 1, max: 2 ** 50 }), integer({ min: 1, max: 4096 }), (first, step) => {
        const bins = Array.from({ length: 64 }, () => 0);
        for (const id of idsFrom(first, 6400, step)) {
          const bin = Math.floor((samplingRank(id) / 2 ** 32) * 64);
          bins[bin] = (bins[bin] ?? 0) + 1;
        }
        expect(chiSquare(bins)).toBeLessThan(140);
      }),
      { numRuns: 100, seed: 1 },
    );
  });

  test('has nothing to do with when a chat was', () => {
    // Every tenth of the ids gives its share of the sample.
    const ids = idsFrom(81_234_567, 20_000);
    const sample = sampleOf(ids, 4000);
    const tenths = Array.from({ length: 10 }, () => 0);
    for (const id of sample) {
      const tenth = Math.floor((id - 81_234_567) / 2000);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    // The 99.99 % quantile with 9 degrees of freedom.
    expect(chiSquare(tenths)).toBeLessThan(34);
  });

  test('stays as it is: who has read a sample asks for the same one later', () => {
    for (const id of [
      ...idsFrom(1, 100),
      ...idsFrom(81_234_567, 100),
      ...idsFrom(2 ** 40, 100),
      ...idsFrom(2 ** 52, 9),
    ]) {
      const high = BigInt(id) >> 32n;
      expect(BigInt(samplingRank(id))).toBe(murmur(murmur(high ^ 0x5eed0001n) ^ (BigInt(id) & WORD)));
    }
  });
});

const WORD = 0xffff_ffffn;

/** The finalizer of MurmurHash3 as it is published, in whole numbers of any length. */
function murmur(key: bigint): bigint {
  let hash = key & WORD;
  hash ^= hash >> 16n;
  hash = (hash * 0x85ebca6bn) & WORD;
  hash ^= hash >> 13n;
  hash = (hash * 0xc2b2ae35n) & WORD;
  return hash ^ (hash >> 16n);
}

describe('a sample', () => {
  test('is the beginning of every larger one, and of what is left when others are gone', () => {
    assert(
      property(integer({ min: 1, max: 500 }), integer({ min: 0, max: 500 }), (count, size) => {
        const ids = idsFrom(5_000_000, count, 7);
        const sample = sampleOf(ids, size);
        expect(sample).toHaveLength(Math.min(count, size));
        expect(sampleOf(ids.toReversed(), size + 10).slice(0, size)).toEqual(sample);
        const chosen = new Set(sample);
        const without = ids.filter((id) => chosen.has(id) || id % 2 === 0);
        expect(sampleOf(without, size)).toEqual(sample);
      }),
    );
  });
});
