import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { createSlices, sorted } from '../../src/model/slices.ts';

/** Slices on a clock that the test moves, in a loop that the test turns. */
function setUp() {
  const loop: (() => void)[] = [];
  let now = 0;
  const slices = createSlices(
    () => now,
    (work) => loop.push(work),
  );
  return {
    slices,
    pass: (millis: number) => (now += millis),
    /** One turn of the loop, in which only what waited before goes on. */
    turn: async () => {
      for (const work of loop.splice(0)) {
        work();
        await new Promise(setImmediate);
      }
    },
  };
}

test('work is let go on for 10 ms in each turn', async () => {
  const { slices, pass, turn } = setUp();
  for (const isNext of [false, true]) {
    if (isNext) {
      const next = slices.next();
      await turn();
      await next;
    }
    expect(slices.isOver()).toBe(false);
    pass(9);
    expect(slices.isOver()).toBe(false);
    pass(1);
    expect(slices.isOver()).toBe(true);
  }
});

test('what others did before does not count', async () => {
  const { slices, pass, turn } = setUp();
  expect(slices.isOver()).toBe(false);
  pass(1000);
  await turn();
  expect(slices.isOver()).toBe(false);
});

test('of many that wait one goes on in each turn, the first first', async () => {
  const { slices, pass, turn } = setUp();
  const done: string[] = [];
  const work = async (name: string): Promise<void> => {
    for (const step of [1, 2]) {
      await slices.next();
      done.push(`${name}${step}`);
      pass(30);
    }
  };
  const all = Promise.all([work('a'), work('b'), work('c')]);
  for (const soFar of ['a1', 'a1 b1', 'a1 b1 c1', 'a1 b1 c1 a2', 'a1 b1 c1 a2 b2', 'a1 b1 c1 a2 b2 c2']) {
    await turn();
    expect(done.join(' ')).toBe(soFar);
  }
  await all;
});

test('who is cancelled meanwhile does not go on', async () => {
  const { slices, turn } = setUp();
  const cancel = new AbortController();
  const next = slices.next(cancel.signal);
  cancel.abort(new Error('cancelled'));
  const failed = expect(next).rejects.toThrow('cancelled');
  await turn();
  await failed;
  await expect(slices.next(cancel.signal)).rejects.toThrow('cancelled');
});

test('sorting in steps is sorting at once, and what is equal stays in its order', () => {
  assert(
    property(integer({ min: 0, max: 20_000 }), integer({ min: 1, max: 50 }), (length, different) => {
      const values = Array.from({ length }, (_, place) => ({ key: (place * 7919) % different, place }));
      const steps = sorted(values, (one, other) => one.key - other.key);
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      const placesOf = (sortedValues: typeof values) => sortedValues.map(({ place }) => place).join();
      expect(placesOf(step.value)).toBe(placesOf(values.toSorted((one, other) => one.key - other.key)));
    }),
    { numRuns: 20 },
  );
});
