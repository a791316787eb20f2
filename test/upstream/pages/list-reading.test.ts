import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  readPages,
  requestsFor,
  type LoggedPage,
  type Reading,
  type ReadingOptions,
} from '../../../src/upstream/pages/list-reading.ts';
import type { Page } from '../../../src/upstream/pages/pages-in-turn.ts';
import { runs } from '../../support/runs.ts';
import { cut, idOf, type EndStyle, type Row } from './paged-ids.ts';

// The service reads pages that are under way together in any order, and rows come, go and move between any two of them.

type Order = 'newest' | 'oldest' | 'shuffled';

const scatter = (id: number): number => (id * 7919) % 1009;
const compares: Record<Order, (one: number, other: number) => number> = {
  newest: (one, other) => other - one,
  oldest: (one, other) => one - other,
  shuffled: (one, other) => scatter(one) - scatter(other),
};

/** A list that the test changes, and what it is asked for. */
class Service {
  readonly asked: number[] = [];
  readonly list: number[];
  /** Rows by when they went, counted in requests. */
  readonly gone = new Map<number, number>();
  readonly #compare: (one: number, other: number) => number;
  readonly #pageSize: number;
  readonly #style: EndStyle;
  beforeRequest: (count: number) => void = () => undefined;

  constructor(count: number, pageSize: number, order: Order, style: EndStyle) {
    this.#compare = compares[order];
    this.#pageSize = pageSize;
    this.#style = style;
    this.list = Array.from({ length: count }, (_, index) => index + 1).sort(this.#compare);
  }

  insert(id: number): void {
    this.list.push(id);
    this.list.sort(this.#compare);
  }

  remove(at: number): void {
    const [id] = this.list.splice(at % Math.max(1, this.list.length), 1);
    if (id !== undefined) this.gone.set(id, this.asked.length);
  }

  answer(page: number): Page<Row> {
    this.beforeRequest(this.asked.length);
    this.asked.push(page);
    return cut(this.list, page, this.#pageSize, this.#style);
  }
}

async function read(
  answer: (page: number) => Promise<Page<Row>>,
  options: ReadingOptions,
  looked: (look: LoggedPage) => void = () => undefined,
): Promise<Reading> {
  const pages = readPages({ fetchPage: answer, idOf, arrivalOf: idOf }, options);
  for await (const step of pages) {
    if ('reading' in step) return step.reading;
    looked(step.logged);
  }
  throw new Error('The reading ended without telling what it showed');
}

/** Reads until one reading is shown to be whole, three times at most. Answers what was met since it began. */
async function readWhole(
  service: Service,
  options: ReadingOptions,
  answer = (page: number) => Promise.resolve(service.answer(page)),
) {
  const readings: Reading[] = [];
  const begins: number[] = [];
  let candidate: Reading | undefined;
  while (readings.length < 3) {
    begins.push(service.asked.length);
    const before = readings.at(-1);
    const reading = await read(answer, {
      ...options,
      ...(before && { pages: before.inTurn.pages.length, isCounted: true }),
      ...(candidate && { earlier: candidate }),
    });
    readings.push(reading);
    if (!reading.confirmsEarlier) candidate = reading;
    if (!reading.confirmsEarlier && !reading.isWhole) continue;
    const whole = candidate === undefined ? 0 : readings.indexOf(candidate);
    const met = new Set(readings.slice(whole).flatMap(({ ids }) => [...ids]));
    return { met, begin: begins[whole] ?? 0 };
  }
  return undefined;
}

const style = fc.constantFrom<EndStyle>('empty', 'beyond', 'repeat');
const order = fc.constantFrom<Order>('newest', 'oldest', 'shuffled');

describe('a list that stands still', () => {
  test('is read whole, whatever the order, the size, the end and what is thought of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(120),
        fc.integer({ min: 1, max: 25 }),
        order,
        style,
        fc.option(fc.nat(40), { nil: undefined }),
        fc.boolean(),
        async (count, pageSize, order, style, pages, isCounted) => {
          const service = new Service(count, pageSize, order, style);
          const whole = await readWhole(service, { pageCap: 1000, pages, isCounted });
          expect([...(whole?.met ?? [])].sort((one, other) => one - other)).toStrictEqual(
            service.list.toSorted((one, other) => one - other),
          );
        },
      ),
      { numRuns: runs(500) },
    );
  });

  test('in no order, with a row a page, is not thought to be long because two rows came in one after the other', async () => {
    for (let pages = 20; pages <= 150; pages += 1) {
      const service = new Service(pages, 1, 'shuffled', 'beyond');
      const [first = 0] = service.list;
      const guess = Math.max(...[first - 1, first + 1].map((id) => service.list.indexOf(id) + 1));
      await readWhole(service, { pageCap: 20_000, pages: guess, span: { from: -1000, to: 1000 } });
      // Both readings, and what finds the last page by doubling and halving.
      const search = 2 * Math.ceil(Math.log2(pages)) + 5;
      expect(service.asked.length, `${pages} pages, ${guess} expected`).toBeLessThanOrEqual(2 * pages + search);
    }
  });

  test.each([
    [1, 4, 2],
    [2, 5, 5],
    [3, 6, 6],
    [4, 7, 7],
    [10, 13, 13],
    [28, 31, 31],
  ])('of %i pages costs so many requests where they were counted', async (pages, most, withSize) => {
    for (const order of ['newest', 'oldest'] as const) {
      const service = new Service(pages * 50 - 10, 50, order, 'empty');
      await readWhole(service, { pageCap: 1000, pages, isCounted: true });
      expect(service.asked).toHaveLength(most);
      expect(requestsFor(pages, false)).toBe(most);
      const known = new Service(pages * 50 - 10, 50, order, 'empty');
      await readWhole(known, { pageCap: 1000, pages, isCounted: true, pageSize: 50 });
      expect(known.asked).toHaveLength(withSize);
    }
  });

  test.each([
    [1, 4],
    [2, 5],
    [3, 7],
    [10, 20],
    [28, 40],
  ])('of %i pages costs so many where nothing is known', async (pages, most) => {
    const service = new Service(pages * 50 - 10, 50, 'newest', 'empty');
    await readWhole(service, { pageCap: 1000 });
    expect(service.asked.length).toBeLessThanOrEqual(most);
  });

  test('of too few rows to show an order is not searched for its last page a second time', async () => {
    const service = new Service(7, 1, 'newest', 'empty');
    await readWhole(service, { pageCap: 1000, pages: 7, isCounted: true });
    const second = service.asked.lastIndexOf(1);
    expect(service.asked.slice(second)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(service.asked.slice(0, second).filter((page) => page === 1)).toHaveLength(2);
  });

  test('goes on where it was interrupted, with no request more', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(200), order, style, fc.nat(), async (count, order, style, stop) => {
        const options = { pageCap: 1000, pages: Math.ceil(count / 7), isCounted: true };
        const service = new Service(count, 7, order, style);
        const logged: LoggedPage[] = [];
        const whole = await read(
          (page) => Promise.resolve(service.answer(page)),
          options,
          (look) => logged.push(look),
        );
        const done = stop % (logged.length + 1);
        const again = new Service(count, 7, order, style);
        const rest = await read((page) => Promise.resolve(again.answer(page)), {
          ...options,
          log: logged.slice(0, done),
        });
        expect(rest.ids).toEqual(whole.ids);
        expect(rest.isWhole).toBe(whole.isWhole);
        expect(rest.end).toBe(whole.end);
      }),
      { numRuns: 200 },
    );
  });
});

interface Change {
  readonly after: number;
  readonly kind: 'insert' | 'remove';
  readonly at: number;
}

const change = (mostAfter: number) =>
  fc.record<Change>({
    after: fc.nat(mostAfter),
    kind: fc.constantFrom('insert', 'remove'),
    at: fc.nat(200),
  });

describe('a list that changes while it is read', () => {
  test('loses no row that was there all the time, or is not called whole', async () => {
    let whole = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          scheduler: fc.scheduler(),
          order,
          count: fc.integer({ min: 0, max: 70 }),
          pageSize: fc.constantFrom(3, 5, 7, 50),
          style,
          pages: fc.option(fc.nat(20), { nil: undefined }),
          isCounted: fc.boolean(),
        }),
        fc.array(change(30), { minLength: 1, maxLength: 3 }),
        async ({ scheduler, order, count, pageSize, style, pages, isCounted }, changes) => {
          const service = new Service(count, pageSize, order, style);
          const all = new Set(service.list);
          let next = 1000;
          service.beforeRequest = (asked) => {
            for (const { after, kind, at } of changes) {
              if (after !== asked) continue;
              if (kind === 'insert') service.insert((next += 1));
              else service.remove(at);
            }
          };
          const result = await scheduler.waitFor(
            readWhole(service, { pageCap: 1000, pages, isCounted }, async (page) => {
              await scheduler.schedule(Promise.resolve());
              return service.answer(page);
            }),
          );
          if (result === undefined) return;
          whole += 1;
          expect([...all].filter((id) => !service.gone.has(id) && !result.met.has(id))).toStrictEqual([]);
        },
      ),
      { numRuns: runs(2000) },
    );
    expect(whole).toBeGreaterThan(runs(2000) / 2);
  });

  /** Does something before a page is answered for the first time. */
  const readWhile = (
    service: Service,
    changes: Readonly<Record<string, () => void>>,
    options: Partial<ReadingOptions>,
  ) => {
    const left = new Map(Object.entries(changes));
    return readWhole(service, { pageCap: 1000, ...options }, (page) => {
      const times = service.asked.filter((asked) => asked === page).length;
      const key = `${page}, time ${times + 1}`;
      left.get(key)?.();
      left.delete(key);
      return Promise.resolve(service.answer(page));
    });
  };
  const lost = (service: Service, count: number, met: ReadonlySet<number> | undefined): number[] =>
    Array.from({ length: count }, (_, index) => index + 1).filter(
      (id) => !service.gone.has(id) && met?.has(id) === false,
    );

  test('loses none when one came in between the looks at the last page and at page 1', async () => {
    const service = new Service(40, 5, 'newest', 'empty');
    // Without the second of them, what came in would hide what vanished.
    const changes = { '1, time 2': () => service.insert(1001), '3, time 1': () => service.remove(6) };
    const whole = await readWhile(service, changes, { pages: 8, isCounted: true });
    expect(service.gone.size).toBe(1);
    expect(whole).toBeDefined();
    expect(lost(service, 40, whole?.met)).toEqual([]);
  });

  test.each([1, 2, 3, 4])('loses none behind %i full pages', async (pages) => {
    const service = new Service(pages * 5 + 1, 5, 'newest', 'empty');
    const changes = { [`${pages + 1}, time 1`]: () => service.remove(1) };
    const whole = await readWhile(service, changes, {});
    expect(service.gone.size).toBe(1);
    expect(whole).toBeDefined();
    expect(lost(service, pages * 5 + 1, whole?.met)).toEqual([]);
  });

  test.each(
    (['empty', 'beyond', 'repeat'] as const).flatMap((style) =>
      [1, 2, 3, 4, 5].map((pages) => [style, pages] as const),
    ),
  )('with the end "%s" loses none of %i pages when one vanishes and returns', async (style, pages) => {
    let whole = 0;
    const lives = fc.record({
      order: fc.constantFrom<Order>('newest', 'oldest'),
      onLast: fc.integer({ min: 1, max: 5 }),
      index: fc.nat(9),
      at: fc.integer({ min: 1, max: 12 }),
      lasts: fc.integer({ min: 1, max: 6 }),
      isCounted: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(lives, async ({ order, onLast, index, at, lasts, isCounted }) => {
        const service = new Service(pages * 5 - 5 + onLast, 5, order, style);
        const all = service.list.toSorted((one, other) => one - other);
        const id = service.list[index % all.length] ?? 0;
        service.beforeRequest = (count) => {
          if (count === at) service.list.splice(service.list.indexOf(id), 1);
          if (count === at + lasts) service.insert(id);
        };
        const result = await readWhole(service, { pageCap: 1000, ...(isCounted && { pages, isCounted }) });
        if (result === undefined) return;
        whole += 1;
        expect(all.filter((other) => other !== id && !result.met.has(other))).toStrictEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(whole).toBeGreaterThan(200);
  });

  test('loses none when one returns and goes to another place', async () => {
    const service = new Service(9, 1, 'shuffled', 'empty');
    const first = 5;
    const rest = [2, 9, 4, 1, 7, 3, 8, 6];
    const all = [first, ...rest];
    service.list.splice(0, Infinity, ...all);
    const become = (list: readonly number[]) => () => service.list.splice(0, Infinity, ...list);
    const changes = {
      '6, time 1': become(rest),
      '4, time 2': become(all),
      '6, time 2': become([...rest, first]),
    };
    const whole = await readWhile(service, changes, {});
    expect(lost(service, 9, whole?.met)).toEqual([]);
  });

  test('loses none behind a last page of rows that were met before', async () => {
    const service = new Service(3, 2, 'shuffled', 'empty');
    const become =
      (...list: readonly number[]) =>
      () =>
        service.list.splice(0, Infinity, ...list);
    become(2, 3, 1)();
    const changes = { '2, time 1': become(2, 1, 3), '3, time 1': become(2, 3, 1) };
    const whole = await readWhile(service, changes, {});
    expect(lost(service, 3, whole?.met)).toEqual([]);
  });

  test('loses none when the rows that are met again on a page are not the last ones before it', async () => {
    const service = new Service(3, 2, 'shuffled', 'empty');
    const become =
      (...list: readonly number[]) =>
      () =>
        service.list.splice(0, Infinity, ...list);
    become(1, 2, 3)();
    const changes = {
      '2, time 1': become(1, 3, 2),
      '1, time 2': become(1, 2, 3),
      '2, time 2': become(2, 3, 1),
    };
    const whole = await readWhile(service, changes, {});
    expect(lost(service, 3, whole?.met)).toEqual([]);
  });

  test('shows no end by rows that came in one by one and pushed what was met from page to page', async () => {
    const service = new Service(4, 1, 'newest', 'empty');
    const changes = { '2, time 1': () => service.insert(1005), '3, time 1': () => service.insert(1004) };
    const whole = await readWhile(service, changes, {});
    expect(lost(service, 4, whole?.met)).toEqual([]);
  });
});
