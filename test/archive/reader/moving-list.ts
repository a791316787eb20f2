import { createRandom } from '../../../src/sandbox/world/random.ts';
import type { Look, Place } from '../../../src/archive/reader/walk/look.ts';
import { walk, type WalkHints, type WalkResult } from '../../../src/archive/reader/walk/walk.ts';

// A list whose rows arrive, vanish and return while it is read, with all that it ever was.

export const ORDERS = ['newest', 'oldest', 'scattered', 'last active'] as const;
export const PAST_ENDS = ['empty', 'beyond', 'last page'] as const;

export interface Ways {
  readonly order: (typeof ORDERS)[number];
  readonly pastEnd: (typeof PAST_ENDS)[number];
  readonly pageSize: number;
  readonly rows: number;
  /** The chance that something happens between two requests. */
  readonly restless: number;
  readonly seed: number;
}

interface Row {
  readonly id: number;
  readonly arrival: number;
  activeAt: number;
  readonly from: number;
  to: number;
}

export interface Walked {
  readonly result: WalkResult;
  readonly requests: number;
  readonly pages: number;
  /** Rows that were there from the look that counts to the end, and were not met. */
  readonly missed: readonly number[];
}

/** Walks a moving list to its end. Requests that are under way together are answered in any order. */
export function walkMovingList(ways: Ways, hints: Partial<WalkHints> = {}): Walked {
  const random = createRandom('moving list', ways.seed);
  let now = 1_000_000;
  let next = 1;
  const rows: Row[] = [];
  const add = (arrival: number): void => {
    rows.push({ id: next, arrival, activeAt: arrival, from: now, to: Infinity });
    next += 1;
  };
  for (let index = 0; index < ways.rows; index += 1) add(now - (ways.rows - index) * 1000);
  const present = (): Row[] => rows.filter(({ to }) => to === Infinity);
  const rank = ({ id, arrival, activeAt }: Row): number => {
    if (ways.order === 'newest') return -arrival;
    if (ways.order === 'oldest') return arrival;
    return ways.order === 'last active' ? -activeAt : Math.imul(id, 0x9e3779b1) >>> 0;
  };
  const listed = (): Row[] => present().sort((one, other) => rank(one) - rank(other));
  const happen = (): void => {
    now += 10;
    if (!random.chance(ways.restless)) return;
    const there = listed();
    const some = there[random.integer(0, Math.max(0, there.length - 1))];
    if (random.chance(0.4) || some === undefined) return add(now);
    if (random.chance(0.2)) some.activeAt = now;
    else some.to = now;
  };
  const answer = (page: number): Look => {
    const there = listed();
    const last = Math.max(1, Math.ceil(there.length / ways.pageSize));
    const shown = ways.pastEnd === 'last page' ? Math.min(page, last) : page;
    const places = there
      .slice((shown - 1) * ways.pageSize, shown * ways.pageSize)
      .map(({ id, arrival }): Place => ({ id, arrival }));
    const look = { at: now, page, rows: places, rejected: 0 };
    if (places.length > 0) return look;
    return { ...look, end: ways.pastEnd === 'beyond' ? 'beyond' : 'empty' };
  };
  const met = new Set<number>();
  let requests = 0;
  const early = new Map<number, Look>();
  const walking = walk({ pageCap: 500, ...hints });
  let step = walking.next();
  while (step.done !== true) {
    const pages = [...step.value];
    for (const page of early.keys()) if (!pages.includes(page)) early.clear();
    for (const page of pages.filter((page) => !early.has(page)).sort(() => random.integer(0, 1) - 0.5)) {
      happen();
      early.set(page, answer(page));
      requests += 1;
    }
    const [page] = pages;
    const look = page === undefined ? undefined : early.get(page);
    if (page === undefined || look === undefined) throw new Error('no page was asked for');
    early.delete(page);
    for (const { id } of look.rows) met.add(id);
    step = walking.next(look);
  }
  const result = step.value;
  const missed = rows
    .filter(({ id, from, to }) => from <= result.lookedAt && to === Infinity && !met.has(id))
    .map(({ id }) => id);
  return { result, requests, pages: Math.ceil(listed().length / ways.pageSize), missed };
}
