import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TurnOf } from '../../src/answers/desk.ts';
import { CallRate } from '../../src/mcp/call-rate.ts';
import { CallerId } from '../../src/model/caller.ts';
import { TooManyCalls } from '../../src/model/errors.ts';

// Each caller may call so often; a burst waits a little, and more is refused. No answer takes longer for it than ten seconds.

const ANNA = CallerId.parse('token:anna');
const BEN = CallerId.parse('token:ben');
const MINUTE = 60_000;
const never = new AbortController().signal;

// What is loaded by the first call is loaded before clocks stop.
await import('p-throttle');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Calls {
  /** When each call had its turn, in milliseconds since the beginning, in the order of the turns. */
  readonly turns: number[];
  readonly refusals: TooManyCalls[];
  readonly call: (caller?: CallerId, signal?: AbortSignal, of?: TurnOf) => void;
}

function callsAt(perMinute: number): Calls {
  const rate = new CallRate(perMinute);
  const begun = Date.now();
  const turns: number[] = [];
  const refusals: TooManyCalls[] = [];
  const call = (caller = ANNA, signal = never, of: TurnOf = 'call'): void => {
    void (async () => {
      try {
        await rate.turn(caller, signal, of);
        turns.push(Date.now() - begun);
      } catch (error) {
        if (error instanceof TooManyCalls) refusals.push(error);
        else if (!signal.aborted) throw error;
      }
    })();
  };
  return { turns, refusals, call };
}

const times = (count: number, work: () => void): void => {
  for (let done = 0; done < count; done += 1) work();
};

test('H15: a burst goes at once up to a sixth of the minute, as many wait up to ten seconds, and the rest is refused', async () => {
  const { turns, refusals, call } = callsAt(120);
  call();
  await vi.advanceTimersByTimeAsync(0);
  times(50, call);
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toHaveLength(20);
  expect(refusals).toHaveLength(11);
  expect(refusals[0]).toMatchObject({ retry: { after: 10 } });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(turns).toHaveLength(40);
  expect(Math.max(...turns)).toBe(10_000);
});

test.each([1, 5, 7, 120, 6000])(
  'H15: of %i calls a minute no minute has more, however they come',
  async (perMinute) => {
    const { turns, call } = callsAt(perMinute);
    for (let second = 0; second < 180; second += 1) {
      times(Math.ceil(perMinute / 20), call);
      await vi.advanceTimersByTimeAsync(1000);
    }
    const ordered = turns.toSorted((one, other) => one - other);
    // Behind so many calls the next one is of another minute.
    const tooMany = ordered.filter((turn, index) => turn - (ordered[index - perMinute] ?? -Infinity) < MINUTE);
    expect(tooMany).toEqual([]);
    // And no fewer than that: who calls too often is slowed, not shut out.
    expect(turns.length).toBeGreaterThanOrEqual(Math.floor(perMinute * 2.7));
  },
);

test('H15: callers do not wait for each other', async () => {
  const { turns, call } = callsAt(6);
  call();
  await vi.advanceTimersByTimeAsync(0);
  call();
  call(BEN);
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toEqual([0, 0]);
});

test('H15: looks have a line of their own: who types takes no turn of a question', async () => {
  const { turns, refusals, call } = callsAt(6);
  for (let typed = 0; typed < 3; typed += 1) call(ANNA, never, 'look');
  await vi.advanceTimersByTimeAsync(0);
  call();
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toEqual([0, 0]);
  expect(refusals).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(turns).toEqual([0, 0, 10_000]);
});

test('a cancelled call leaves the line, and its place is somebody else’s', async () => {
  const { turns, refusals, call } = callsAt(6);
  call();
  await vi.advanceTimersByTimeAsync(0);
  const cancelled = new AbortController();
  call(ANNA, cancelled.signal);
  call();
  await vi.advanceTimersByTimeAsync(0);
  expect(refusals).toHaveLength(1);
  cancelled.abort();
  await vi.advanceTimersByTimeAsync(0);
  call();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(turns).toEqual([0, 10_000]);
});

test('who is within the rate never waits', async () => {
  const { turns, call } = callsAt(120);
  const calledAt: number[] = [];
  for (let at = 0; at < 150_000; at += 500) {
    calledAt.push(at);
    call();
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(turns).toEqual(calledAt);
});

test('callers who call no more are forgotten', async () => {
  const rate = new CallRate(600);
  setFlagsFromString('--expose-gc');
  const heap = (): number => {
    runInNewContext('gc()');
    return process.memoryUsage().heapUsed;
  };
  const before = heap();
  for (let caller = 0; caller < 20_000; caller += 1) {
    await rate.turn(CallerId.parse(`token:${caller}`), never, 'call');
    if (caller % 500 === 499) await vi.advanceTimersByTimeAsync(20_000);
  }
  expect(heap() - before).toBeLessThan(5_000_000);
});
