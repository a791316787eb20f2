import { describe, expect, test } from 'vitest';
import { AgentId } from '../../../src/model/ids.ts';
import { addDays, parseUtcDay } from '../../../src/model/time/day.ts';
import type { WalkScope } from '../../../src/archive/walking/walk-log.ts';
import { walkAmong } from '../../../src/archive/walking/walks-at-once.ts';

// The days that a question has walked while other walks run, in days before a day.

const TODAY = parseUtcDay('2026-11-18');
const MAY_UNITE = { mayUnite: true };

const days = (from: number, to: number, agentId: AgentId | 0 = 0, margin = 1): WalkScope => ({
  from: addDays(TODAY, -from),
  to: addDays(TODAY, -to),
  agentId,
  margin,
});
const young = (scope: WalkScope) => ({ scope, isYoung: true });
const grown = (scope: WalkScope) => ({ scope, isYoung: false });
const among = (underWay: Parameters<typeof walkAmong>[0], wanted: WalkScope, may = MAY_UNITE): WalkScope =>
  walkAmong(underWay, wanted, wanted, may);

describe('a question whose days others walk', () => {
  test('has its own days walked where nobody walks any of them', () => {
    expect(among([young(days(20, 8))], days(7, 1))).toStrictEqual(days(7, 1));
  });

  test('waits for a longer walk', () => {
    expect(among([grown(days(30, 1))], days(7, 1))).toStrictEqual(days(30, 1));
    expect(among([young(days(30, 1))], days(7, 1))).toStrictEqual(days(30, 1));
  });

  test('does not wait for a very much longer one', () => {
    expect(among([young(days(36, 1))], days(7, 1))).toStrictEqual(days(7, 1));
  });

  test('takes the place of those that have hardly begun, and reads all of their days', () => {
    expect(among([young(days(7, 1))], days(30, 1))).toStrictEqual(days(30, 1));
    expect(among([young(days(12, 5))], days(7, 1))).toStrictEqual(days(12, 1));
    expect(among([young(days(12, 8)), young(days(4, 1))], days(9, 3))).toStrictEqual(days(12, 1));
  });

  test('waits for the longest where one of them has gone on, or nobody is to give way', () => {
    expect(among([grown(days(7, 1))], days(30, 1))).toStrictEqual(days(7, 1));
    expect(among([young(days(3, 1)), grown(days(12, 5))], days(7, 1))).toStrictEqual(days(12, 5));
    expect(among([young(days(7, 1))], days(30, 1), { mayUnite: false })).toStrictEqual(days(7, 1));
  });

  test('lets those of one day wait for no month', () => {
    expect(among([young(days(1, 1))], days(30, 1))).toStrictEqual(days(1, 1));
  });

  test('takes no place of a walk that reads what it does not', () => {
    const agentId = AgentId.parse(5);
    expect(among([young(days(7, 1))], days(30, 1, agentId))).toStrictEqual(days(7, 1));
    expect(among([young(days(7, 1, agentId))], days(30, 1))).toStrictEqual(days(30, 1));
    expect(among([young(days(7, 1, 0, 2))], days(30, 1))).toStrictEqual(days(7, 1, 0, 2));
  });
});
