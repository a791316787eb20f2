import { expect, test } from 'vitest';
import { figuresOf, suffer, type Fate } from './damage-scenarios.ts';
import { desksWithDecisions } from './desk-with-decisions.ts';

// The same as in decisions.test.ts, often.

const deskWithDecisions = desksWithDecisions();

const SEEDS = 200;
const TOLD_EVERY = 20;

test(`${SEEDS} damaged archives`, async () => {
  const desk = await deskWithDecisions();
  const fates: Fate[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    try {
      fates.push(await suffer(desk, seed));
      if (seed % TOLD_EVERY === 0) process.stdout.write(`${figuresOf(fates)}\n`);
    } catch (error) {
      throw new Error(`Seed ${seed}`, { cause: error });
    }
  }
  const bad = fates.filter(
    ({ shownAgain, lostUnsaid, refused }) => [shownAgain, lostUnsaid, refused].flat().length > 0,
  );
  expect(bad).toEqual([]);
});
