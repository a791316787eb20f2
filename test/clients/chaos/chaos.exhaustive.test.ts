import { expect, test } from 'vitest';
import { runChaos } from './chaos.ts';

// Several nodes on one PostgreSQL, and callers with tokens of several accounts, whose records have the same ids and other
// contents; meanwhile nodes are killed and started at random. It prints what it counts.

const PLAN = { seconds: 120, nodes: 3, accounts: 5, callers: 50 };
const REQUESTS_PER_MINUTE = 60;

test('nodes that are killed give no wrong answer, none of another account, and keep to each budget', async () => {
  const figures = await runChaos({ ...PLAN, seed: 1, requestsPerMinute: REQUESTS_PER_MINUTE });
  const { outcomes, took, twice, bugs, ...others } = figures;
  const longest = took.toSorted((one, other) => other - one)[0] ?? 0;
  const shown = { ...PLAN, ...others, outcomes: Object.fromEntries(outcomes), longest, twice, bugs: bugs.slice(0, 10) };
  process.stdout.write(`${JSON.stringify(shown, undefined, 1)}\n`);
  expect(figures.wrong).toStrictEqual([]);
  expect(figures.crossed).toStrictEqual([]);
  expect(outcomes.get('right')).toBeGreaterThan(0);
  expect(figures.refused).toBe(0);
  expect(figures.mostInAMinute).toBeLessThanOrEqual(REQUESTS_PER_MINUTE);
});
