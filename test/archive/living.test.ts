import { assert, asyncProperty } from 'fast-check';
import { expect, test } from 'vitest';
import { live } from './living-desk.ts';
import { lacking, Tally } from './living-diary.ts';
import { life } from './living-life.ts';

const LIVES = 40;

test('what says that it is complete is what was true while it was asked, whatever happens meanwhile', async () => {
  const tally = new Tally();
  await assert(
    asyncProperty(life, (one) => live(one, tally)),
    // To shrink it takes longer: the exhaustive suite does.
    { numRuns: LIVES, seed: 1, endOnFailure: true },
  );
  expect(lacking(tally, LIVES)).toStrictEqual([]);
}, 240_000);
