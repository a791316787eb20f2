import { test } from 'vitest';
import { askAll, expectGoals, summaryOf, tableOf } from './run.ts';

// What people ask, answered as the world has it, in few calls and words. More worlds and zones: the exhaustive test.

// More than a minute where the machine has other things to do.
test('questions of a week at the desk', async () => {
  const outcomes = await askAll(7, 'Europe/Oslo', 'one server');
  process.stdout.write(`${tableOf(outcomes)}${JSON.stringify(summaryOf(outcomes))}\n`);
  expectGoals(outcomes);
});
