import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { zoneOf } from '../../../src/model/calendar/zone.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { isoText } from '../../../src/model/text/trusted-text.ts';
import {
  clockText,
  daysText,
  fileTimeText,
  fineClockText,
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
      expect(iso.includes(`T${fineClockText(zone, moment)}`)).toBe(true);
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
