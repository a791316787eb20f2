import { expect, test } from 'vitest';
import { hoursTable } from '../../../src/commands/report/hours-table.ts';
import { epochMillis } from '../../../src/model/time/units.ts';

/** At half past three in Berlin. */
const WEDNESDAY = epochMillis(Date.parse('2026-11-18T14:30:00Z'));

/** The cells of each hour, from Monday to Sunday, of a period with one chat: on Tuesday at nine. */
function cellsOf(from: string, to: string, complete = true): string[][] {
  const data = {
    period: { from, to, timezone: 'Europe/Berlin' },
    groups: [{ key: ['Tuesday', '09'], metrics: {}, figures: [{ metric: 'chats', label: 'chats', cell: '1' }] }],
    coverage: { complete, basis: 'proven', rejected_records: 0, upstream_requests: 0 } as const,
  };
  return hoursTable(data, WEDNESDAY, false).rows.map(([, ...cells]) => cells);
}

test('an hour without a chat is 0 where it was read to its end, and nothing where it is still to come', () => {
  const cells = cellsOf('2026-11-16', '2026-11-22');
  expect(cells).toHaveLength(24);
  expect(cells[9]).toEqual(['0', '1', '0', '–', '–', '–', '–']);
  expect(cells[14]).toEqual(['0', '0', '0', '–', '–', '–', '–']);
  expect(cells[15]).toEqual(['0', '0', '–', '–', '–', '–', '–']);
});

test('weekdays that a period does not have are no zeros, and of two weeks both count', () => {
  expect(cellsOf('2026-11-16', '2026-11-17')[9]).toEqual(['0', '1', '–', '–', '–', '–', '–']);
  expect(cellsOf('2026-11-09', '2026-11-18')[23]).toEqual(['0', '0', '–', '0', '0', '0', '0']);
});

test('of what was not read whole, nothing is 0', () => {
  expect(cellsOf('2026-11-09', '2026-11-15', false)[9]).toEqual(['–', '1', '–', '–', '–', '–', '–']);
});
