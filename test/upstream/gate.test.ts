import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DeadlinePassed, RateLimited, WrongCredentials } from '../../src/model/errors.ts';
import { after, seconds, systemClock } from '../../src/model/units.ts';
import { createGate, type Gate } from '../../src/upstream/gate.ts';

/** The gate's own: a second longer than the service's, which counts by when requests arrive. */
const MINUTE = 61_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) });
});
afterEach(() => {
  vi.useRealTimers();
});

function openGate(requestsPerMinute: number): Gate {
  const gate = createGate({ requestsPerMinute, clock: systemClock });
  gate.widen();
  return gate;
}

/** Passes the gate and notes when; the outcome is the time or the error. */
function pass(gate: Gate, within = Infinity, signal = new AbortController().signal): { outcome?: unknown } {
  const patience = within === Infinity ? { signal } : { signal, deadline: after(systemClock(), seconds(within)) };
  const result: { outcome?: unknown } = {};
  gate
    .pass(patience, () => Promise.resolve(Date.now() - Date.UTC(2026, 10, 20)))
    .then(
      (time) => (result.outcome = time),
      (error: unknown) => (result.outcome = error),
    );
  return result;
}

const outcomes = (results: readonly { outcome?: unknown }[]): unknown[] => results.map(({ outcome }) => outcome);

test('never lets more than the limit into any minute', async () => {
  const gate = openGate(5);
  const results = Array.from({ length: 4 }, () => pass(gate));
  await vi.advanceTimersByTimeAsync(50_000);
  results.push(...Array.from({ length: 9 }, () => pass(gate)));
  expect(gate.budget()).toStrictEqual({ perMinute: 5, usedLastMinute: 4 });
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  const times = outcomes(results).map(Number);
  expect(times).toHaveLength(13);
  for (const start of times)
    expect(times.filter((time) => time >= start && time < start + MINUTE).length).toBeLessThanOrEqual(5);
  expect(Math.max(...times)).toBeLessThan(3 * MINUTE);
  expect(gate.budget().usedLastMinute).toBe(0);
});

test('who gives up leaves at once and takes nobody a slot', async () => {
  const gate = openGate(2);
  const cancel = new AbortController();
  const [first, second, third] = [pass(gate), pass(gate), pass(gate, Infinity, cancel.signal)];
  await vi.advanceTimersByTimeAsync(MINUTE / 2);
  cancel.abort('changed my mind');
  await vi.advanceTimersByTimeAsync(0);
  expect(outcomes([first, second, third])).toStrictEqual([0, 0, 'changed my mind']);
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(MINUTE / 2);
  const later = [pass(gate), pass(gate)];
  await vi.advanceTimersByTimeAsync(10);
  for (const time of outcomes(later)) expect(time).toBeLessThan(MINUTE + 10);
});

test('who comes aborted does not go', async () => {
  const result = pass(openGate(2), Infinity, AbortSignal.abort('too late'));
  await vi.advanceTimersByTimeAsync(0);
  expect(result.outcome).toBe('too late');
});

describe('a deadline', () => {
  test('that comes before the turn is answered at once, with the time of the turn', async () => {
    const gate = openGate(2);
    const results = [pass(gate), pass(gate), pass(gate, 62), pass(gate, 62), pass(gate, 62), pass(gate, 123)];
    await vi.advanceTimersByTimeAsync(0);
    const [, , , , fifth] = outcomes(results);
    expect(fifth).toBeInstanceOf(RateLimited);
    expect(fifth).toMatchObject({ retry: { after: 122 } });
    await vi.advanceTimersByTimeAsync(2 * MINUTE + 10);
    expect(outcomes(results).filter((outcome) => typeof outcome === 'number')).toHaveLength(5);
  });

  test('that has passed is not waited for', async () => {
    const result = pass(openGate(2), -1);
    await vi.advanceTimersByTimeAsync(0);
    expect(result.outcome).toBeInstanceOf(DeadlinePassed);
  });

  test('that passes while others hold the gate ends the wait', async () => {
    const gate = createGate({ requestsPerMinute: 10, clock: systemClock });
    void gate.pass({ signal: new AbortController().signal }, () => new Promise(() => {}));
    const result = pass(gate, 5);
    await vi.advanceTimersByTimeAsync(4999);
    expect(result.outcome).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(result.outcome).toBeInstanceOf(DeadlinePassed);
  });
});

test('a pause holds everybody, and sends away whose deadline is nearer', async () => {
  const gate = openGate(2);
  const before = [pass(gate), pass(gate)];
  const waiting = [pass(gate), pass(gate, 80)];
  await vi.advanceTimersByTimeAsync(10_000);
  gate.pause(seconds(90));
  const [late] = [pass(gate, 80)];
  await vi.advanceTimersByTimeAsync(0);
  expect(outcomes(before)).toStrictEqual([0, 0]);
  for (const { outcome } of [waiting[1] ?? {}, late]) {
    expect(outcome).toBeInstanceOf(RateLimited);
    expect(outcome).toMatchObject({ retry: { after: 90 } });
  }
  await vi.advanceTimersByTimeAsync(89_000);
  expect(waiting[0]?.outcome).toBeUndefined();
  gate.pause(seconds(1));
  await vi.advanceTimersByTimeAsync(1010);
  expect(waiting[0]?.outcome).toBeGreaterThanOrEqual(100_000);
});

test('requests go one by one until the login is known to be good', async () => {
  const gate = createGate({ requestsPerMinute: 10, clock: systemClock });
  let underWay = 0;
  let most = 0;
  const send = async (): Promise<void> => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, 10));
    underWay -= 1;
  };
  const { signal } = new AbortController();
  const all = Promise.all(Array.from({ length: 4 }, () => gate.pass({ signal }, send)));
  await vi.advanceTimersByTimeAsync(25);
  expect(most).toBe(1);
  gate.widen();
  await vi.advanceTimersByTimeAsync(20);
  await all;
  expect(most).toBe(2);
});

test('a closed gate sends everybody away and leaves no timer', async () => {
  const gate = openGate(1);
  const results = [pass(gate), pass(gate), pass(gate, 300)];
  await vi.advanceTimersByTimeAsync(0);
  gate.close(() => new WrongCredentials());
  results.push(pass(gate));
  await vi.advanceTimersByTimeAsync(0);
  for (const { outcome } of results.slice(1)) expect(outcome).toBeInstanceOf(WrongCredentials);
  expect(vi.getTimerCount()).toBe(0);
});
