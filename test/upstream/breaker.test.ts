import { describe, expect, test } from 'vitest';
import { createBreaker, type Breaker } from '../../src/upstream/breaker.ts';

function opened(): Breaker {
  const breaker = createBreaker();
  for (let failure = 0; failure < 5; failure += 1) {
    expect(breaker.enter(0)).toBe(0);
    breaker.failed(0);
  }
  return breaker;
}

describe('an outage', () => {
  test('is five failures in a row: then nothing is sent for ten seconds', () => {
    const breaker = opened();
    expect(breaker.enter(0)).toBe(10);
    expect(breaker.enter(9999)).toBe(0.001);
    expect(breaker.enter(10_000)).toBe(0);
  });

  test('is none while an answer comes in between', () => {
    const breaker = createBreaker();
    for (let failure = 0; failure < 20; failure += 1) {
      breaker.failed(0);
      if (failure % 4 === 3) breaker.answered();
      expect(breaker.enter(0)).toBe(0);
    }
  });

  test('is tried by one request at a time', () => {
    const breaker = opened();
    expect(breaker.enter(10_000)).toBe(0);
    expect(breaker.enter(10_000)).toBeGreaterThan(0);
    breaker.gaveUp();
    expect(breaker.enter(10_000)).toBe(0);
    expect(breaker.closedFor(10_000)).toBeGreaterThan(0);
  });

  test('is over with the first answer', () => {
    const breaker = opened();
    breaker.enter(10_000);
    breaker.answered();
    expect([breaker.enter(10_000), breaker.enter(10_000)]).toStrictEqual([0, 0]);
  });

  test('makes the pause double with each try that fails, up to five minutes', () => {
    const breaker = opened();
    let now = 0;
    const pauses = Array.from({ length: 7 }, () => {
      const pause = breaker.closedFor(now);
      now += pause * 1000;
      breaker.enter(now);
      breaker.failed(now);
      return pause;
    });
    expect(pauses).toStrictEqual([10, 20, 40, 80, 160, 300, 300]);
  });

  test('is one, however many requests were under way when it began', () => {
    const breaker = createBreaker();
    for (let failure = 0; failure < 9; failure += 1) breaker.failed(0);
    expect(breaker.closedFor(0)).toBe(10);
  });
});
