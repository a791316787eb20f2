import { expect, test } from 'vitest';
import { figuresOf, suffer, type Fate } from './damage-fates.ts';
import { deskWithDecisions } from './desk-with-decisions.ts';

// The same as in decisions.test.ts, often.

const SEEDS = 200;

test(`${SEEDS} damaged archives`, { timeout: 1_800_000 }, async () => {
  const desk = await deskWithDecisions();
  const fates: Fate[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    try {
      fates.push(await suffer(desk, seed));
    } catch (error) {
      throw new Error(`Seed ${seed}`, { cause: error });
    }
  }
  process.stdout.write(`${figuresOf(fates)}\n`);
  const bad = fates.filter(
    ({ shownAgain, lostUnsaid, refused }) => [shownAgain, lostUnsaid, refused].flat().length > 0,
  );
  expect(bad).toEqual([]);
});
