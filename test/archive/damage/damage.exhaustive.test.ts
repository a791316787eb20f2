import { expect, test } from 'vitest';
import { figuresOf, runDamage, type Outcome } from './damage-scenarios.ts';
import { desksWithDecisions } from './desk-with-decisions.ts';

// The same as in decisions.test.ts, often.

const deskWithDecisions = desksWithDecisions();

const SEEDS = 200;
const TOLD_EVERY = 20;

test(`${SEEDS} damaged archives`, async () => {
  const desk = await deskWithDecisions();
  const outcomes: Outcome[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    try {
      outcomes.push(await runDamage(desk, seed));
      if (seed % TOLD_EVERY === 0) process.stdout.write(`${figuresOf(outcomes)}\n`);
    } catch (error) {
      throw new Error(`Seed ${seed}`, { cause: error });
    }
  }
  const bad = outcomes.filter(
    ({ shownAgain, lostUnsaid, wrong, refused }) => [shownAgain, lostUnsaid, wrong, refused].flat().length > 0,
  );
  expect(bad).toEqual([]);
});
