import { expect, test } from 'vitest';
import { IS_WHOLE } from '../../support/runs.ts';
import { foundIn, inventedIn, sumOf, tableOf } from './found-causes.ts';

// Desks with a cause that was planted, and desks without: half of either are weeks of the sandbox's worlds.

// The limits were chosen by looking at desks with lower numbers; the exhaustive suite asks about others.
const COUNT = IS_WHOLE ? 200 : 28;
const seeds = Array.from({ length: COUNT }, (_, index) => index + (IS_WHOLE ? 4000 : 0));
const show = (title: string, table: string) => {
  if (IS_WHOLE) process.stdout.write(`${title}\n${table}\n`);
};

test('causes that were planted are found', { timeout: 1_200_000 }, () => {
  const outcomes = foundIn(seeds);
  const [found, first, silent] = (['found', 'first', 'silent'] as const).map((key) => sumOf(outcomes.values(), key));
  show(`Of ${COUNT} planted causes, ${found} found, ${first} named first; silent ${silent}`, tableOf(outcomes));
  expect(found).toBeGreaterThanOrEqual(0.7 * COUNT);
  expect(first).toBeGreaterThanOrEqual(0.65 * COUNT);
});

test('where nothing was planted, hardly ever is anything named', { timeout: 1_200_000 }, () => {
  const outcomes = inventedIn(seeds);
  const any = sumOf(outcomes.values(), 'any');
  const incidents = sumOf(outcomes.values(), 'incidents');
  show(
    `Of ${COUNT} without, ${any} invented; beside that, ${incidents} days named that had an incident`,
    tableOf(outcomes),
  );
  // Of 28, five of a hundred are one or two; chance has three now and then.
  expect(any).toBeLessThanOrEqual(IS_WHOLE ? 0.05 * COUNT : 3);
});
