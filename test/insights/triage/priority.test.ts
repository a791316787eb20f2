import { assert, boolean, integer, option, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priorityOf, type MessageFacts } from '../../../src/insights/triage/priority.ts';
import { seconds } from '../../../src/model/time/units.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

const facts = (more: Partial<MessageFacts> = {}): MessageFacts => ({
  age: seconds(0),
  unansweredBefore: 0,
  hasAddress: true,
  ...more,
});
const scoreOf = (more: Partial<MessageFacts> = {}): number => priorityOf(facts(more)).score;
const pastSeconds = (days: number) => integer({ min: 0, max: days * DAY }).map(seconds);

describe('a score', () => {
  const anyFacts = record({
    age: integer({ min: -DAY, max: 400 * DAY }).map(seconds),
    unansweredBefore: integer({ min: 0, max: 40 }),
    hasAddress: boolean(),
    missedChatBefore: option(pastSeconds(30), { nil: undefined }),
    servedAfter: option(pastSeconds(30), { nil: undefined }),
  });

  test('is the sum of its evidence, in whole points up to 80, the strongest first', () => {
    assert(
      property(anyFacts, (message) => {
        const { score, evidence } = priorityOf(message);
        const points = evidence.map(({ points }) => points);
        expect(points.reduce((sum, one) => sum + one, 0)).toBe(score);
        expect(points).toEqual(points.toSorted((one, other) => other - one));
        expect(Number.isInteger(score) && score <= 80).toBe(true);
        expect(points.every((one) => one !== 0)).toBe(true);
      }),
    );
  });

  test('is never higher for a message that has waited longer, or whose visitor was served since', () => {
    assert(
      property(anyFacts, pastSeconds(30), (message, longer) => {
        const { score } = priorityOf(message);
        expect(priorityOf({ ...message, age: seconds(message.age + longer) }).score).toBeLessThanOrEqual(score);
        expect(priorityOf({ ...message, servedAfter: longer }).score).toBeLessThanOrEqual(score);
      }),
    );
  });
});

test('a message of 15 hours comes before one of 17 days, however often that was sent', () => {
  const stale = scoreOf({ age: seconds(17 * DAY), unansweredBefore: 5, missedChatBefore: seconds(HOUR) });
  expect(scoreOf({ age: seconds(15 * HOUR) })).toBeGreaterThan(stale);
});

test.each([
  ['a second attempt', { unansweredBefore: 1 }, 'attempts'],
  ['a chat missed just before', { missedChatBefore: seconds(HOUR) }, 'missed_chat'],
] as const)('%s counts for it', (_name, more, kind) => {
  expect(scoreOf(more)).toBeGreaterThan(scoreOf());
  expect(priorityOf(facts(more)).evidence.map((one) => one.kind)).toEqual(['age', kind]);
});

test.each([
  ['a visitor who was served since', { servedAfter: seconds(HOUR) }, 'served_since'],
  ['a visitor without an address', { hasAddress: false }, 'no_address'],
] as const)('%s counts against it', (_name, more, kind) => {
  expect(scoreOf(more)).toBeLessThan(scoreOf());
  expect(priorityOf(facts(more)).evidence.map((one) => one.kind)).toEqual(['age', kind]);
});

test('a chat that was missed days before does not count', () => {
  expect(scoreOf({ missedChatBefore: seconds(3 * DAY) })).toBe(scoreOf());
});
