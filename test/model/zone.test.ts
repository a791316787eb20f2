import { assert, constantFrom, date, property } from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { InvalidArgument } from '../../src/model/errors.ts';
import { CallerText } from '../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../src/model/time/units.ts';
import { parseLocalDate, zoneOf } from '../../src/model/calendar/zone.ts';
import { isoTime, plusDays, startOfDay, wallTime } from '../oracle/calendar.ts';
import { runs } from '../support/runs.ts';

const zones = Intl.supportedValuesOf('timeZone');
const anyZone = constantFrom(...zones);
// Before, Newfoundland turned its clocks back over midnight, and a day could end twice.
const moment = date({ min: new Date('2012-01-01'), max: new Date('2037-12-31'), noInvalidDate: true }).map((at) =>
  epochMillis(at.getTime()),
);

describe('in every zone there is', () => {
  test('a moment has the day and the time that the platform says', () => {
    assert(
      property(anyZone, moment, (id, at) => {
        const zone = zoneOf(id);
        const { day, time } = wallTime(id, at);
        expect(zone.dateOf(at)).toBe(day);
        expect(zone.iso(at).slice(0, 19)).toBe(`${day}T${time}`);
        expect(zone.iso(at)).toBe(isoTime(id, at));
        expect(Math.floor((at + zone.offsetAt(at)) / 1000)).toBe(Date.parse(`${day}T${time}Z`) / 1000);
      }),
      { numRuns: runs(3000) },
    );
  });

  test('every day starts at its first moment, also where clocks skip midnight', () => {
    assert(
      property(anyZone, moment, (id, at) => {
        const zone = zoneOf(id);
        const day = zone.dateOf(at);
        // Samoa and Tokelau left out a day when they changed sides of the date line.
        const start = zone.startOf(day);
        expect(start).toBe(startOfDay(id, day));
        expect(zone.dateOf(start)).toBe(day);
        expect(zone.dateOf(epochMillis(start - 1)) < day).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('days follow one another without a gap', () => {
    assert(
      property(anyZone, moment, (id, at) => {
        const zone = zoneOf(id);
        const next = parseLocalDate(CallerText.parse(plusDays(zone.dateOf(at), 1)));
        const hours = (zone.startOf(next) - zone.startOf(zone.dateOf(at))) / 3_600_000;
        expect(at).toBeLessThan(zone.startOf(next));
        expect(hours).toBeGreaterThanOrEqual(22);
        expect(hours).toBeLessThanOrEqual(49);
      }),
      { numRuns: runs(1000) },
    );
  });
});

test.each([
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['America/New_York', '2026-11-01', 25],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ['Pacific/Chatham', '2026-09-27', 23],
  ['America/Sao_Paulo', '2018-11-04', 23],
  ['Asia/Kolkata', '2026-03-29', 24],
])('in %s, %s has %d hours', (id, day, hours) => {
  const zone = zoneOf(id);
  expect(
    (zone.startOf(parseLocalDate(CallerText.parse(plusDays(day, 1)))) -
      zone.startOf(parseLocalDate(CallerText.parse(day)))) /
      3_600_000,
  ).toBe(hours);
});

test('moments may be asked for in any order', () => {
  const id = 'America/New_York';
  const zone = zoneOf(id);
  const fresh = Array.from({ length: 400 }, (_, week) => epochMillis(Date.UTC(2015, 0, 1) + week * 7 * 86_400_000));
  for (const at of [...fresh.toReversed(), ...fresh, ...fresh.toReversed()]) {
    const offset = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(id).offsetNanoseconds / 1e6;
    expect(zone.offsetAt(at)).toBe(offset);
  }
});

test.each(['Europe/Berln', '+02:00', '', 'Mars/Olympus', 'UTC+2', '../etc/passwd'])('%j is no zone', (id) => {
  expect(() => zoneOf(id)).toThrow(InvalidArgument);
});

test.each(['2026-02-30', '2026-04-31', '20260401', '2026-4-1', 'today', '2026-04-01 '])('%j is no day', (text) => {
  expect(() => parseLocalDate(CallerText.parse(text))).toThrow(InvalidArgument);
});
