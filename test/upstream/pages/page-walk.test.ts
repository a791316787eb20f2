import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  walkPages,
  type PagedList,
  type WalkedPage,
  type WalkEnd,
  type WalkOptions,
} from '../../../src/upstream/pages/page-walk.ts';
import type { Page } from '../../../src/upstream/pages/pages-in-turn.ts';
import { cut, idOf, pageOf, type EndStyle, type Row } from './paged-ids.ts';

type FetchPage = PagedList<Row>['fetchPage'];

/** Serves a list that does not change. */
function serve(ids: readonly number[], size: number, style: EndStyle): FetchPage {
  return (page) => Promise.resolve(cut(ids, page, size, style));
}

interface Walked {
  readonly pages: readonly WalkedPage<Row>[];
  readonly end: WalkEnd;
  readonly newIds: readonly number[];
}

/** Walks to the end. Ids grow with time. */
async function walk(fetchPage: FetchPage, options: WalkOptions): Promise<Walked> {
  const walked = walkPages({ fetchPage, idOf, arrivalOf: idOf }, options);
  const pages: WalkedPage<Row>[] = [];
  for await (const step of walked) {
    if ('end' in step) return { ...step, pages, newIds: pages.flatMap(({ newRows }) => newRows.map(idOf)) };
    pages.push(step);
  }
  throw new Error('The walk ended without telling why');
}

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 30 }), { maxLength: 60 });
const size = fc.integer({ min: 1, max: 25 });
const style = fc.constantFrom<EndStyle>('empty', 'beyond', 'repeat');

describe('a walk', () => {
  test('sees every row once, whatever the order, the size and the end', async () => {
    await fc.assert(
      fc.asyncProperty(ids, size, style, fc.nat(80), async (ids, size, style, rows) => {
        const { newIds, end } = await walk(serve(ids, size, style), { pageCap: 100, expected: { rows, pageSize: 5 } });
        expect(newIds).toStrictEqual(ids);
        expect(end).toBe(ids.length === 0 && style === 'repeat' ? 'empty' : style);
      }),
    );
  });

  test('goes on where it was interrupted', async () => {
    await fc.assert(
      fc.asyncProperty(ids, size, style, fc.nat(), async (ids, size, style, stop) => {
        const fetchPage = serve(ids, size, style);
        const whole = await walk(fetchPage, { pageCap: 100 });
        const done = stop % (whole.pages.length + 1);
        const seen = whole.pages.slice(0, done).flatMap(({ newRows }) => newRows.map(idOf));
        const places = seen.map((id) => ({ id, arrival: id }));
        const rest = await walk(fetchPage, { startPage: done + 1, seen: places, pageCap: 100 });
        expect([...seen, ...rest.newIds]).toStrictEqual(ids);
      }),
    );
  });

  test('passes over rows that were pushed back by new ones', async () => {
    const pages = [pageOf([9, 8]), pageOf([8, 7]), pageOf([7, 6, 5]), pageOf([])];
    const walked = await walk((page) => Promise.resolve(pages[page - 1] ?? pageOf([])), { pageCap: 10 });
    expect(walked.newIds).toStrictEqual([9, 8, 7, 6, 5]);
    expect(walked.pages[1]).toMatchObject({ page: 2, rows: [{ id: 8 }, { id: 7 }], newRows: [{ id: 7 }], rejected: 0 });
    expect(walked.end).toBe('empty');
  });

  test('ends at the page cap, also when it is taken up beyond it, and asks for no page behind it', async () => {
    const endless = asking((page) => pageOf([page * 10 + 9, page * 10 + 8]));
    expect(await walk(endless.fetchPage, { pageCap: 3 })).toMatchObject({ end: 'capped' });
    expect(await walk(endless.fetchPage, { startPage: 4, pageCap: 3 })).toMatchObject({ newIds: [], end: 'capped' });
    const rising = asking((page) => pageOf([0, 1, 2, 3, 4, 5, 6, 7].map((row) => page * 8 + row)));
    await walk(rising.fetchPage, { pageCap: 6, expected: { rows: 800, pageSize: 8 } });
    expect(Math.max(...rising.asked)).toBe(6);
  });

  test('has cancelled what it asked for ahead when it tells its end', async () => {
    const under: AbortSignal[] = [];
    const fetchPage: FetchPage = (page, signal) => {
      under[page] = signal;
      const rows = [5, 4, 3, 2].map((row) => (10 - page) * 10 + row);
      return page > 6 ? new Promise(() => {}) : Promise.resolve(page > 4 ? pageOf([]) : pageOf(rows));
    };
    const options = { pageCap: 100, expected: { rows: 40, pageSize: 4 } };
    for await (const step of walkPages({ fetchPage, idOf, arrivalOf: idOf }, options)) {
      if ('end' in step) expect(under.slice(6).map(({ aborted }) => aborted)).toStrictEqual([true, true, true]);
    }
    expect(under).toHaveLength(9);
  });

  test('ends at an only page that is given for ever', async () => {
    const only = asking(() => pageOf([3, 2, 1]));
    expect(await walk(only.fetchPage, { pageCap: 100 })).toMatchObject({ newIds: [3, 2, 1], end: 'repeat' });
    expect(only.asked).toStrictEqual([1, 2, 3]);
  });

  test('goes on behind a page that was pushed back as a whole', async () => {
    const pages = [[6], [4], [4], [5], [1]];
    const walked = await walk((page) => Promise.resolve(pageOf(pages[page - 1] ?? [])), { pageCap: 10 });
    expect(walked).toMatchObject({ newIds: [6, 4, 5, 1], end: 'empty' });
  });

  test('goes on behind a page of unreadable rows, but not for ever', async () => {
    const one = [pageOf([1]), pageOf([], 1), pageOf([2]), pageOf([])];
    const walked = await walk((page) => Promise.resolve(one[page - 1] ?? pageOf([])), { pageCap: 100 });
    expect(walked).toMatchObject({ newIds: [1, 2], end: 'empty' });
    const unreadable = asking(() => pageOf([], 5));
    expect((await walk(unreadable.fetchPage, { pageCap: 100 })).end).toBe('capped');
    expect(unreadable.asked).toHaveLength(3);
  });
});

interface Asking {
  readonly fetchPage: FetchPage;
  /** Every page that was asked for, in order. */
  readonly asked: number[];
  readonly cancelled: number[];
  mostAtOnce: number;
}

/** Answers a moment later, and keeps account of what it is asked. */
function asking(answer: (page: number) => Page<Row>): Asking {
  let underWay = 0;
  const service: Asking = {
    asked: [],
    cancelled: [],
    mostAtOnce: 0,
    fetchPage: async (page, signal) => {
      service.asked.push(page);
      signal.addEventListener('abort', () => service.cancelled.push(page));
      underWay += 1;
      service.mostAtOnce = Math.max(service.mostAtOnce, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return answer(page);
    },
  };
  return service;
}

const falling = (count: number): number[] => Array.from({ length: count }, (_, index) => count - index);

describe('pages ahead', () => {
  const walkAsking = async (count: number, pageSize: number, expected: WalkOptions['expected'], style: EndStyle) => {
    const service = asking((page) => cut(falling(count), page, pageSize, style));
    const { newIds } = await walk(service.fetchPage, { pageCap: 1000, expected });
    expect(newIds).toStrictEqual(falling(count));
    return service;
  };

  /** Every page and what ends the list: with few rows, the last page has to be given again twice. */
  const needed = (count: number, pageSize: number, style: EndStyle): number =>
    Math.ceil(count / pageSize) + (style === 'repeat' && count > 0 && count < 8 ? 2 : 1);

  test('are asked for four at a time, and none twice', async () => {
    const { asked, mostAtOnce } = await walkAsking(100, 10, { rows: 100, pageSize: 10 }, 'empty');
    expect(mostAtOnce).toBe(4);
    expect(asked).toStrictEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test('are not asked for where nothing is known, and not before the first page shows an order', async () => {
    expect((await walkAsking(100, 10, undefined, 'empty')).mostAtOnce).toBe(1);
    const mixed = [5, 9, 1, 7, 3, 8, 2, 6, 10, 4, 15, 12, 14, 11, 13];
    const service = asking((page) => cut(mixed, page, 5, 'empty'));
    await walk(service.fetchPage, { pageCap: 10, expected: { rows: 15, pageSize: 5 } });
    expect(service.mostAtOnce).toBe(1);
  });

  test.each([1, 7, 50])('waste nothing while no more is expected than there is, in pages of %i', async (pageSize) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(200), fc.nat(200), style, async (count, fewer, style) => {
        const rows = Math.max(0, count - fewer);
        const { asked } = await walkAsking(count, pageSize, { rows, pageSize }, style);
        expect(asked).toHaveLength(needed(count, pageSize, style));
      }),
      { numRuns: 40 },
    );
  });

  test.each([1, 7, 50])('waste three at most where too much is expected, in pages of %i', async (pageSize) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(200), fc.nat(1000), size, style, async (count, more, knownSize, style) => {
        const { asked } = await walkAsking(count, pageSize, { rows: count + more, pageSize: knownSize }, style);
        expect(asked.length).toBeLessThanOrEqual(needed(count, pageSize, style) + 3);
      }),
      { numRuns: 40 },
    );
  });

  test('are cancelled when a page is not full, but for the next', async () => {
    const { asked, cancelled } = await walkAsking(25, 10, { rows: 500, pageSize: 10 }, 'empty');
    expect(asked).toStrictEqual([1, 2, 3, 4, 5, 6]);
    expect(cancelled).toStrictEqual([5, 6]);
  });

  test('that fail do so in their turn', async () => {
    const service = asking((page) => {
      if (page === 4) throw new Error('page 4');
      return cut(falling(100), page, 10, 'empty');
    });
    const walked = walkPages(
      { fetchPage: service.fetchPage, idOf, arrivalOf: idOf },
      { pageCap: 100, expected: { rows: 100, pageSize: 10 } },
    );
    for (const page of [1, 2, 3]) expect(await walked.next()).toMatchObject({ value: { page } });
    await expect(walked.next()).rejects.toThrow('page 4');
    expect(service.cancelled.toSorted((one, other) => one - other)).toStrictEqual([4, 5, 6, 7]);
  });

  test('are cancelled when nobody walks on', async () => {
    const service = asking((page) => cut(falling(100), page, 10, 'empty'));
    const walked = walkPages(
      { fetchPage: service.fetchPage, idOf, arrivalOf: idOf },
      { pageCap: 100, expected: { rows: 100, pageSize: 10 } },
    );
    await walked.next();
    await walked.next();
    await walked.return();
    expect(service.cancelled).toStrictEqual([3, 4, 5]);
  });
});
