import { assert, asyncProperty } from 'fast-check';
import { expect, test } from 'vitest';
import { ENGINE } from '../../support/archive/archive-location.ts';
import { live } from './lived-desk.ts';
import { lacking, Tally } from './diary.ts';
import { life } from './life.ts';

// The same as living.test.ts, often.

/** A server takes its time. */
const LIVES = ENGINE === 'sqlite' ? 500 : 100;

test.each([1, 2])('hundreds of lives from seed %i', async (seed) => {
  const tally = new Tally();
  await assert(
    asyncProperty(life, (one) => live(one, tally)),
    { numRuns: LIVES, seed },
  );
  process.stdout.write(`${tally.lines()}\n`);
  expect(lacking(tally, LIVES)).toStrictEqual([]);
});
