import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  pageOneMoved,
  walkPages,
  type Page,
  type WalkedPage,
  type WalkEnd,
  type WalkOptions,
} from '../../src/upstream/pages.ts';

type Row = { readonly id: number };
type EndStyle = 'empty' | 'beyond' | 'repeat';

const idOf = ({ id }: Row): number => id;
const pageOf = (ids: readonly number[], rejected = 0): Page<Row> => ({
  kind: 'rows',
  rows: ids.map((id) => ({ id })),
  rejected,
});

/** Serves a list that does not change. */
function serve(ids: readonly number[], size: number, style: EndStyle): (page: number) => Promise<Page<Row>> {
  const last = Math.max(1, Math.ceil(ids.length / size));
  return (page) => {
    const shown = style === 'repeat' ? Math.min(page, last) : page;
    if (shown > last && style === 'beyond') return Promise.resolve({ kind: 'beyond' });
    return Promise.resolve(pageOf(ids.slice((shown - 1) * size, shown * size)));
  };
}

async function walk(
  fetchPage: (page: number) => Promise<Page<Row>>,
  options: WalkOptions,
): Promise<{ pages: WalkedPage<Row>[]; end: WalkEnd; newIds: number[] }> {
  const walked = walkPages(fetchPage, idOf, options);
  const pages: WalkedPage<Row>[] = [];
  let step = await walked.next();
  for (; step.done !== true; step = await walked.next()) pages.push(step.value);
  return { pages, end: step.value, newIds: pages.flatMap(({ newRows }) => newRows.map(idOf)) };
}

const ids = fc.uniqueArray(fc.integer({ min: 1 }), { maxLength: 60 });
const size = fc.integer({ min: 1, max: 25 });
const style = fc.constantFrom<EndStyle>('empty', 'beyond', 'repeat');

describe('a walk', () => {
  test('sees every row once, whatever the order, the size and the end', async () => {
    await fc.assert(
      fc.asyncProperty(ids, size, style, async (ids, size, style) => {
        const { newIds, end } = await walk(serve(ids, size, style), { pageCap: 100 });
        expect(newIds).toStrictEqual(ids);
        expect(end).toBe(ids.length === 0 ? 'empty' : style);
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
        const rest = await walk(fetchPage, { startPage: done + 1, seen, pageCap: 100 });
        expect([...seen, ...rest.newIds]).toStrictEqual(ids);
      }),
    );
  });

  test('passes over rows that were pushed back by new ones', async () => {
    const pages = [pageOf([9, 8]), pageOf([8, 7]), pageOf([7, 6, 5]), pageOf([])];
    const walked = await walk((page) => Promise.resolve(pages[page - 1] ?? pageOf([])), { pageCap: 10 });
    expect(walked.newIds).toStrictEqual([9, 8, 7, 6, 5]);
    expect(walked.pages[1]).toStrictEqual({ page: 2, rows: [{ id: 8 }, { id: 7 }], newRows: [{ id: 7 }], rejected: 0 });
    expect(walked.end).toBe('empty');
  });

  test('ends at the page cap, also when it is taken up beyond it', async () => {
    const endless = (page: number): Promise<Page<Row>> => Promise.resolve(pageOf([page]));
    expect(await walk(endless, { pageCap: 3 })).toMatchObject({ newIds: [1, 2, 3], end: 'capped' });
    expect(await walk(endless, { startPage: 4, pageCap: 3 })).toMatchObject({ newIds: [], end: 'capped' });
  });

  test('goes on behind a page of unreadable rows, but not for ever', async () => {
    const one = [pageOf([1]), pageOf([], 1), pageOf([2]), pageOf([])];
    const walked = await walk((page) => Promise.resolve(one[page - 1] ?? pageOf([])), { pageCap: 100 });
    expect(walked).toMatchObject({ newIds: [1, 2], end: 'empty' });
    let fetched = 0;
    const unreadable = (): Promise<Page<Row>> => {
      fetched += 1;
      return Promise.resolve(pageOf([], 5));
    };
    expect((await walk(unreadable, { pageCap: 100 })).end).toBe('capped');
    expect(fetched).toBe(3);
  });

  test('keeps one page in flight and passes errors on', async () => {
    let inFlight = 0;
    const fetchPage = async (page: number): Promise<Page<Row>> => {
      inFlight += 1;
      expect(inFlight).toBe(1);
      await Promise.resolve();
      inFlight -= 1;
      if (page === 3) throw new Error('page 3');
      return pageOf([page]);
    };
    await expect(walk(fetchPage, { pageCap: 9 })).rejects.toThrow('page 3');
  });
});

describe('page 1, read again', () => {
  test('has not moved when rows only came in', () => {
    fc.assert(
      fc.property(ids, size, fc.uniqueArray(fc.integer({ max: 0 })), fc.nat(), (old, size, added, at) => {
        const place = at % (old.length + 1);
        const grown = [...old.slice(0, place), ...added, ...old.slice(place)];
        expect(pageOneMoved(old.slice(0, size), grown.slice(0, size))).toBe(false);
      }),
    );
  });

  test('has moved when one of its rows went', () => {
    fc.assert(
      fc.property(ids, size, fc.nat(), (old, size, at) => {
        fc.pre(old.length > 0);
        const gone = at % Math.min(size, old.length);
        const left = old.toSpliced(gone, 1);
        // The last row of page 1 is pushed off it by a new row as well: that cannot be told apart, and loses nothing.
        fc.pre(gone < Math.min(size, old.length) - 1 || old.length <= size);
        expect(pageOneMoved(old.slice(0, size), left.slice(0, size))).toBe(true);
      }),
    );
  });

  test('has moved when its rows changed places', () => {
    expect(pageOneMoved([1, 2, 3], [1, 3, 2])).toBe(true);
    expect(pageOneMoved([1, 2, 3], [1, 2, 3])).toBe(false);
    expect(pageOneMoved([], [4])).toBe(false);
    expect(pageOneMoved([1], [])).toBe(true);
  });
});
