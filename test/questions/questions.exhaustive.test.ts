import { afterAll, describe, expect, test } from 'vitest';
import { record } from '../../bench/machine.ts';
import { askAll, expectGoals, summaryOf, tableOf, type Outcome } from './run.ts';

// Questions of a week at the desk, over three worlds and three zones; the figures go to bench/results/questions.json.

const SEEDS = [7, 8, 9];
const ZONES = ['UTC', 'Europe/Oslo', 'America/St_Johns'];

const everything: Outcome[] = [];
const worlds: object[] = [];

describe.each(SEEDS)('world %i', (seed) => {
  test.each(ZONES)('in %s', async (zone) => {
    const outcomes = await askAll(seed, zone, 'new servers');
    everything.push(...outcomes);
    worlds.push({ seed, zone, ...summaryOf(outcomes) });
    process.stdout.write(`seed ${seed}, ${zone}\n${tableOf(outcomes)}`);
    expectGoals(outcomes);
  });
});

/** Tokens of all answers in one world, with what protects from strangers' text and without it. */
let protection: { readonly tokens: number; readonly without: number; readonly percent: number } | undefined;

test('boundaries and redaction cost less than 5 % of the tokens', async () => {
  const sum = (outcomes: readonly Outcome[]) => outcomes.reduce((all, { tokens }) => all + tokens, 0);
  const tokens = sum(await askAll(7, 'UTC', 'one server'));
  const without = sum(await askAll(7, 'UTC', 'one server', 'none'));
  protection = { tokens, without, percent: Math.round((tokens / without - 1) * 10_000) / 100 };
  process.stdout.write(`${JSON.stringify(protection)}\n`);
  expect(protection.percent).toBeLessThan(5);
});

afterAll(async () => {
  expect(worlds).toHaveLength(SEEDS.length * ZONES.length);
  const questions = [...Map.groupBy(everything, ({ asks }) => asks)].map(([asks, outcomes]) => ({
    asks,
    right: outcomes.filter(({ wrong }) => wrong === undefined).length,
    asked: outcomes.length,
    most_calls: Math.max(...outcomes.map(({ calls }) => calls)),
    most_cold_requests: Math.max(...outcomes.map(({ requests }) => requests.cold)),
    most_warm_requests: Math.max(...outcomes.map(({ requests }) => requests.warm)),
    most_tokens: Math.max(...outcomes.map(({ tokens }) => tokens)),
  }));
  await record('questions', {
    sandbox: { size: 'small' },
    overall: summaryOf(everything),
    protection,
    worlds,
    questions,
  });
});
