import { assert, asyncProperty } from 'fast-check';
import { expect, test } from 'vitest';
import { IS_BRIEF } from '../support/archive-location.ts';
import { live } from './living-desk.ts';
import { lacking, Tally } from './living-diary.ts';
import { life } from './living-life.ts';

test('what says that it is complete is what was true while it was asked, whatever happens meanwhile', async () => {
  const tally = new Tally();
  const numRuns = IS_BRIEF ? 10 : 60;
  await assert(
    asyncProperty(life, (one) => live(one, tally)),
    { numRuns, seed: 5 },
  );
  // Few lives have not seen everything.
  expect(lacking(tally).length).toBeLessThan(IS_BRIEF ? 40 : 12);
});
