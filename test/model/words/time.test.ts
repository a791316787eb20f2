import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLocalDate, zoneOf } from '../../../src/model/calendar/zone.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { CallerText, isoText } from '../../../src/model/text/trusted-text.ts';
import {
  clockText,
  dayRangesText,
  daysText,
  fileTimeText,
  laterText,
  momentText,
  newDayText,
  shortTimeText,
  timeText,
  utcDayText,
  utcMinuteText,
  utcSecondText,
} from '../../../src/model/words/time.ts';

const moments = fc.integer({ min: 0, max: Date.UTC(2100, 0) }).map(epochMillis);
const zones = fc.constantFrom('UTC', 'Europe/Oslo', 'Asia/Kathmandu', 'America/St_Johns').map(zoneOf);

test('the forms of a moment in a zone are parts of one', () => {
  fc.assert(
    fc.property(zones, moments, (zone, moment) => {
      const iso = zone.iso(moment);
      expect(timeText(zone, moment)).toBe(iso.slice(0, 16).replace('T', ' '));
      expect(timeText(zone, moment).endsWith(`-${shortTimeText(zone, moment)}`)).toBe(true);
      expect(timeText(zone, moment).endsWith(` ${clockText(zone, moment)}`)).toBe(true);
    }),
  );
});

test('the forms of a moment in UTC', () => {
  const moment = Date.UTC(2026, 10, 20, 8, 15, 27);
  expect([isoText, utcDayText, utcMinuteText, utcSecondText, fileTimeText].map((words) => words(moment))).toEqual([
    '2026-11-20T08:15:27.000Z',
    '2026-11-20',
    '2026-11-20 08:15',
    '2026-11-20 08:15:27 UTC',
    '20261120-081527',
  ]);
});

test('a claim may name a year of six digits', () => {
  expect(utcSecondText(8.64e15)).toMatch(/^\+275760-09-13 \S+ UTC$/);
});

test('one day is no run of days', () => {
  expect(daysText({ from: '2026-11-16', to: '2026-11-22' })).toBe('2026-11-16 to 2026-11-22');
  expect(daysText({ from: '2026-11-16', to: '2026-11-16' })).toBe('2026-11-16');
});

test('days of closing lines: months once, years where they are not this one, what follows each other as one', () => {
  const range = (from: string, to = from) => ({
    from: parseLocalDate(CallerText.parse(from)),
    to: parseLocalDate(CallerText.parse(to)),
  });
  const said = (...ranges: readonly ReturnType<typeof range>[]) => dayRangesText(ranges, '2026');
  expect(said(range('2026-11-06'))).toBe('6 Nov');
  expect(said(range('2026-11-16', '2026-11-22'))).toBe('16–22 Nov');
  expect(said(range('2026-10-25', '2026-11-23'))).toBe('25 Oct – 23 Nov');
  expect(said(range('2025-11-16', '2025-11-22'))).toBe('16–22 Nov 2025');
  expect(said(range('2025-12-28', '2026-01-03'))).toBe('28 Dec 2025 – 3 Jan 2026');
  expect(said(range('2026-11-16', '2026-11-22'), range('2026-11-09', '2026-11-15'))).toBe('9–22 Nov');
  expect(said(range('2026-11-23', '2026-11-24'), range('2026-11-16', '2026-11-17'))).toBe('16–17 Nov and 23–24 Nov');
});

test('a moment of closing lines', () => {
  const moment = epochMillis(Date.UTC(2026, 10, 6, 18, 39));
  expect(momentText(zoneOf('UTC'), moment, 'without year')).toBe('6 Nov 18:39');
  expect(momentText(zoneOf('Asia/Kathmandu'), moment, 'with year')).toBe('7 Nov 2026 00:24');
});

test('a moment of a transcript says its day where that has changed', () => {
  const zone = zoneOf('UTC');
  const moments = [Date.UTC(2026, 11, 30, 9, 5), Date.UTC(2026, 11, 31, 0, 3), Date.UTC(2027, 0, 1, 0, 4)].map((at) =>
    epochMillis(at),
  );
  const told = moments.map((moment, index) => {
    const earlier = moments[index - 1] ?? moment;
    return [laterText(zone, moment, earlier), newDayText(zone, moment, earlier)];
  });
  expect(told).toEqual([
    ['09:05', undefined],
    ['31 Dec 00:03', 'Thu 31 Dec'],
    ['1 Jan 2027 00:04', 'Fri 1 Jan 2027'],
  ]);
});
