import { describe, expect, test } from 'vitest';
import { createCircuitBreaker } from '../../../src/upstream/requests/circuit-breaker.ts';

class Lost extends Error {}

/** A breaker on a clock that the test moves. */
function breakerAt() {
  const clock = { now: 0 };
  const breaker = createCircuitBreaker(() => clock.now);
  const end = async (send: () => Promise<unknown>, forMillis?: number): Promise<unknown> =>
    breaker.run(send, (error) => (error instanceof Lost ? { forMillis } : undefined)).catch((error: unknown) => error);
  return {
    clock,
    openFor: () => breaker.openFor(),
    answer: () => end(() => Promise.resolve('fine')),
    fail: (forMillis?: number) => end(() => Promise.reject(new Lost()), forMillis),
    giveUp: () => end(() => Promise.reject(new Error('never mind'))),
    /** A request that is under way until the test ends it. */
    begin: () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const ended = end(() => promise);
      return { answer: () => (resolve('fine'), ended), fail: () => (reject(new Lost()), ended) };
    },
  };
}

async function opened() {
  const breaker = breakerAt();
  for (let failure = 0; failure < 5; failure += 1) {
    expect(breaker.openFor()).toBe(0);
    await breaker.fail();
  }
  return breaker;
}

describe('an outage', () => {
  test('is five failures in a row: then nothing is sent for ten seconds', async () => {
    const breaker = await opened();
    expect(breaker.openFor()).toBe(10);
    breaker.clock.now = 9999;
    expect(breaker.openFor()).toBe(0.001);
    breaker.clock.now = 10_000;
    expect(breaker.openFor()).toBe(0);
  });

  test('is none while an answer comes in between, and other errors are none', async () => {
    const breaker = breakerAt();
    for (let failure = 0; failure < 20; failure += 1) {
      await breaker.fail();
      if (failure % 4 === 3) await breaker.answer();
      await breaker.giveUp();
      expect(breaker.openFor()).toBe(0);
    }
  });

  test('is tried by one request at a time, also when one of before comes to its end meanwhile', async () => {
    const breaker = breakerAt();
    const slow = [breaker.begin(), breaker.begin()];
    for (let failure = 0; failure < 5; failure += 1) await breaker.fail();
    breaker.clock.now = 10_000;
    expect(breaker.openFor()).toBe(0);
    const probe = breaker.begin();
    expect(breaker.openFor()).toBe(1);
    await slow[0]?.fail();
    expect(breaker.openFor()).toBe(1);
    await probe.fail();
    expect(breaker.openFor()).toBe(20);
    await slow[1]?.answer();
    expect(breaker.openFor()).toBe(0);
  });

  test('is over with the first answer', async () => {
    const breaker = await opened();
    breaker.clock.now = 10_000;
    await breaker.answer();
    await breaker.fail();
    expect(breaker.openFor()).toBe(0);
  });

  test('makes the pause double with each try that fails, up to five minutes', async () => {
    const breaker = await opened();
    const pauses: number[] = [];
    for (let probe = 0; probe < 7; probe += 1) {
      pauses.push(breaker.openFor());
      breaker.clock.now += breaker.openFor() * 1000;
      await breaker.fail();
    }
    expect(pauses).toStrictEqual([10, 20, 40, 80, 160, 300, 300]);
  });

  test('is one, however many requests were under way when it began', async () => {
    const breaker = breakerAt();
    const requests = Array.from({ length: 9 }, () => breaker.begin());
    for (const { fail } of requests) await fail();
    expect(breaker.openFor()).toBe(10);
  });

  test('that says how long it takes is left alone at once, for that long', async () => {
    const breaker = breakerAt();
    await breaker.fail(300_000);
    expect(breaker.openFor()).toBe(300);
    breaker.clock.now = 300_000;
    expect(breaker.openFor()).toBe(0);
  });
});
