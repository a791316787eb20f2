import { describe, expect, test } from 'vitest';
import { requestsFor } from '../../../src/archive/reader/walk/walk.ts';
import { ORDERS, PAST_ENDS, walkMovingList, type Ways } from './moving-list.ts';

const RUNS = Number(process.env['WALKS'] ?? 300);
const calm: Omit<Ways, 'order' | 'pastEnd' | 'pageSize' | 'rows'> = { restless: 0, seed: 1 };

describe('a list that stands still', () => {
  for (const order of ORDERS) {
    for (const pastEnd of PAST_ENDS) {
      test.each([0, 1, 6, 7, 8, 49, 50, 51, 350, 357])(`${order}, ${pastEnd}: %i rows are all met`, (rows) => {
        for (const pageSize of [1, 7, 50]) {
          const walked = walkMovingList({ ...calm, order, pastEnd, pageSize, rows });
          expect(walked.missed).toEqual([]);
          // Without any row, the last page is an empty one.
          const isEmptyEnd = pastEnd === 'empty' || (pastEnd === 'last page' && rows === 0);
          expect(walked.result.basis).toBe(isEmptyEnd ? 'proven' : 'assumed');
        }
      });
    }
  }

  test.each([20, 50, 100, 120, 1800])('of %i rows costs what a plan says, where its pages were counted', (rows) => {
    const { requests } = walkMovingList(
      { ...calm, order: 'newest', pastEnd: 'empty', pageSize: 50, rows },
      { pageSize: 50, pages: Math.ceil(rows / 50), isCounted: true },
    );
    expect(requests).toBe(requestsFor(rows, 50));
  });
});

describe('a list that moves', () => {
  for (const order of ORDERS) {
    for (const pastEnd of PAST_ENDS) {
      test(`${order}, ${pastEnd}: what is called proven lacks nothing`, () => {
        for (let seed = 0; seed < RUNS; seed += 1) {
          const ways = {
            order,
            pastEnd,
            pageSize: [1, 3, 7, 20][seed % 4] ?? 7,
            rows: [3, 20, 60, 140][Math.floor(seed / 4) % 4] ?? 20,
            restless: [0.02, 0.1, 0.3, 0.6][Math.floor(seed / 16) % 4] ?? 0.1,
            seed,
          };
          const { result, missed } = walkMovingList(ways);
          if (result.basis !== 'partial') expect({ ways, result, missed }).toEqual({ ways, result, missed: [] });
        }
      });
    }
  }
});
