import { expect, test } from 'vitest';
import { hoursSection } from '../../../src/commands/report/hours-section.ts';
import { epochMillis } from '../../../src/model/time/units.ts';

/** At half past three in Berlin. */
const WEDNESDAY = epochMillis(Date.parse('2026-11-18T14:30:00Z'));

/** The cells of each hour, from Monday to Sunday, of a period with one chat: on Tuesday at nine. */
function cellsOf(from: string, to: string, complete = true): (readonly string[])[] {
  const chats = { metric: 'chats', label: 'chats', main: { value: 1, words: '1' } };
  const missed = { metric: 'missed', label: 'missed', count: { value: 0, words: '0' } };
  const data = {
    period: { from, to, timezone: 'Europe/Berlin' },
    overall: {},
    figures: [],
    heads: {},
    definitions: {},
    offline_statements: [],
    groups: [{ key: ['Tuesday', '09'], metrics: {}, figures: [chats, missed] }],
    coverage: { complete, basis: 'proven', rejected_records: 0, upstream_requests: 0 } as const,
  };
  const [table] = hoursSection({ byHour: { data }, askedAt: WEDNESDAY }).blocks;
  if (typeof table !== 'object' || table.kind !== 'table') throw new Error('there is no table');
  return table.rows.map(([, ...cells]) => cells);
}

test('an hour without a chat is 0 where it was read to its end, and nothing where it is still to come', () => {
  const cells = cellsOf('2026-11-16', '2026-11-22');
  expect(cells).toHaveLength(24);
  expect(cells[9]).toEqual(['0', '0/1', '0', '–', '–', '–', '–']);
  expect(cells[14]).toEqual(['0', '0', '0', '–', '–', '–', '–']);
  expect(cells[15]).toEqual(['0', '0', '–', '–', '–', '–', '–']);
});

test('weekdays that a period does not have are no zeros, and of two weeks both count', () => {
  expect(cellsOf('2026-11-16', '2026-11-17')[9]).toEqual(['0', '0/1', '–', '–', '–', '–', '–']);
  expect(cellsOf('2026-11-09', '2026-11-18')[23]).toEqual(['0', '0', '–', '0', '0', '0', '0']);
});

test('of what was not read whole, nothing is 0', () => {
  expect(cellsOf('2026-11-09', '2026-11-15', false)[9]).toEqual(['–', '0/1', '–', '–', '–', '–', '–']);
});
