import { assert, asyncProperty } from 'fast-check';
import { expect, test } from 'vitest';
import { live } from './living-desk.ts';
import { lacking, Tally } from './living-diary.ts';
import { life } from './living-life.ts';

// The same as living.test.ts, often.

test.each([1, 2])('five hundred lives from seed %i', async (seed) => {
  const tally = new Tally();
  await assert(
    asyncProperty(life, (one) => live(one, tally)),
    { numRuns: 500, seed },
  );
  process.stdout.write(`${tally.lines()}\n`);
  expect(lacking(tally)).toStrictEqual([]);
});
