import { assert, constantFrom, date, integer, option, property, record, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysOf } from '../../src/model/time/day.ts';
import { InvalidArgument } from '../../src/model/errors.ts';
import {
  comparedPeriod,
  COMPARISONS,
  localDaysOf,
  PERIOD_NAMES,
  resolvePeriod,
  utcDaysOf,
  type PeriodChoice,
} from '../../src/model/calendar/period.ts';
import { CallerText } from '../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../src/model/time/units.ts';
import { zoneOf } from '../../src/model/calendar/zone.ts';
import {
  comparedDays,
  daysOf as expectedDays,
  plusDays,
  startOfDay,
  utcDaysTouched,
  wallTime,
} from '../oracle/calendar.ts';
import { ZONES } from '../oracle/random-questions.ts';
import { runs } from '../support/runs.ts';

const day = (text: string) => CallerText.parse(text);

// Before, Newfoundland turned its clocks back over midnight, and a day could end twice.
const now = date({ min: new Date('2014-01-01'), max: new Date('2036-12-31'), noInvalidDate: true }).map((at) =>
  epochMillis(at.getTime()),
);
const zone = constantFrom(...ZONES).map(zoneOf);
const question = record({
  now,
  zone,
  choice: tuple(
    option(constantFrom(...PERIOD_NAMES), { nil: undefined }),
    integer({ min: 0, max: 400 }),
    integer({ min: 0, max: 40 }),
  ),
  isNamed: constantFrom(true, false),
}).map(({ now, zone, choice: [name, back, length], isNamed }) => {
  const today = wallTime(zone.id, now).day;
  const from = plusDays(today, -back);
  const named = name === undefined ? {} : { period: name };
  return { now, zone, today, asked: isNamed ? named : { from: day(from), to: day(plusDays(from, length)) } };
});

describe('at any moment, in any zone', () => {
  test('of a period with its last day alone the beginning follows from what is asked', () => {
    assert(
      property(now, zone, integer({ min: -40, max: 400 }), (now, zone, back) => {
        const today = wallTime(zone.id, now).day;
        const to = plusDays(today, -back);
        const end = to > today ? today : to;
        const week = resolvePeriod({ to: day(to) }, zone, now, 'seven_days');
        expect(week).toMatchObject({ from: plusDays(end, -6), to: end, open: 'from' });
        const ever = resolvePeriod({ to: day(to) }, zone, now, 'ever');
        expect(ever).toMatchObject({ from: '1970-01-01', to: end, end: week.end, open: 'from' });
      }),
    );
  });

  test('a period is the whole days that the calendar says', () => {
    assert(
      property(question, ({ now, zone, today, asked }) => {
        const period = resolvePeriod(asked, zone, now);
        const days = expectedDays(asked, today);
        expect({ from: period.from, to: period.to }).toEqual(days);
        expect(period.start).toBe(startOfDay(zone.id, days.from));
        expect(period.end).toBe(startOfDay(zone.id, plusDays(days.to, 1)));
        expect(period.start).toBeLessThanOrEqual(now);
        const local = localDaysOf(period);
        expect(local[0]).toBe(days.from);
        expect(local.at(-1)).toBe(days.to);
        expect(local.every((day, index) => index === 0 || day === plusDays(local[index - 1] ?? '', 1))).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('the period it is compared with is of its kind, and before it', () => {
    assert(
      property(question, constantFrom(...COMPARISONS), ({ now, zone, today, asked }, comparison) => {
        const period = resolvePeriod(asked, zone, now);
        const compared = comparedPeriod(period, comparison, now);
        const days = comparedDays(asked, expectedDays(asked, today), comparison, today);
        expect({ from: compared.from, to: compared.to }).toEqual(days);
        expect(compared.start).toBe(startOfDay(zone.id, days.from));
        const [start, end] = [days.to, plusDays(days.to, 1)].map((day) => startOfDay(zone.id, day));
        if (period.end <= now) expect(compared.end).toBe(end);
        else {
          const cut = wallTime(zone.id, compared.end);
          expect(cut.day).toBe(days.to);
          // Where clocks change on that day, it may have no such time.
          if (end === (start ?? 0) + 86_400_000) expect(cut.time).toBe(wallTime(zone.id, now).time);
        }
        expect(compared.end).toBeLessThanOrEqual(period.start);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('the service is asked for every day the period touches, and for none to come', () => {
    assert(
      property(question, ({ now, zone, asked }) => {
        const period = resolvePeriod(asked, zone, now);
        const days = daysOf(utcDaysOf(period, now));
        expect(days).toHaveLength(utcDaysTouched(period, zone.id, now));
        expect(days.at(-1)?.localeCompare(new Date(now).toISOString().slice(0, 10))).toBeLessThanOrEqual(0);
      }),
      { numRuns: runs(1000) },
    );
  });
});

test.each<[string, PeriodChoice, string, string, string, string]>([
  ['a week that runs', { period: 'this_week' }, '2026-11-16', '2026-11-18', '2026-11-09', '2026-11-11'],
  ['a week that is over', { period: 'last_week' }, '2026-11-09', '2026-11-15', '2026-11-02', '2026-11-08'],
  ['a month that runs', { period: 'this_month' }, '2026-11-01', '2026-11-18', '2026-10-01', '2026-10-18'],
  ['a month that is over', { period: 'last_month' }, '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
  [
    'a month by its days',
    { from: day('2026-03-01'), to: day('2026-03-31') },
    '2026-03-01',
    '2026-03-31',
    '2026-02-01',
    '2026-02-28',
  ],
  [
    'some days',
    { from: day('2026-03-02'), to: day('2026-03-04') },
    '2026-03-02',
    '2026-03-04',
    '2026-02-27',
    '2026-03-01',
  ],
  ['a year that runs', { period: 'this_year' }, '2026-01-01', '2026-11-18', '2025-01-01', '2025-11-18'],
])('%s, and the one before', (_name, choice, from, to, earlierFrom, earlierTo) => {
  const now = epochMillis(Date.UTC(2026, 10, 18, 12));
  const period = resolvePeriod(choice, zoneOf('UTC'), now);
  expect(period).toMatchObject({ from, to });
  expect(comparedPeriod(period, 'previous_period', now)).toMatchObject({ from: earlierFrom, to: earlierTo });
});

test.each([
  ['the 28th of February', Date.UTC(2027, 1, 28, 12), '2027-01-28T12:00:00.000Z'],
  ['the 30th of November', Date.UTC(2026, 10, 30, 12), '2026-10-30T12:00:00.000Z'],
  ['the 31st of March, whose month before is shorter', Date.UTC(2026, 2, 31, 12), '2026-02-28T12:00:00.000Z'],
])('a month that runs on its last day is no whole month: %s', (_name, moment, cut) => {
  const now = epochMillis(moment);
  const period = resolvePeriod({ period: 'this_month' }, zoneOf('UTC'), now);
  expect(new Date(comparedPeriod(period, 'previous_period', now).end).toISOString()).toBe(cut);
});

test.each<[string, PeriodChoice, string]>([
  ['a day that no calendar has', { from: day('2026-02-30') }, '2026-02-30'],
  ['reversed days', { from: day('2026-03-02'), to: day('2026-03-01') }, 'is after to'],
  ['days to come', { from: day('2027-01-01') }, 'future'],
  ['days before 1970', { from: day('1969-12-31'), to: day('1970-01-03') }, '1970'],
  ['a name and days', { period: 'today', from: day('2026-03-01') }, 'cannot be combined'],
  ['an end without a beginning', { to: day('2026-03-01') }, 'needs from'],
])('%s is refused', (_name, choice, words) => {
  const resolve = () => resolvePeriod(choice, zoneOf('UTC'), epochMillis(Date.UTC(2026, 10, 18, 12)));
  expect(resolve).toThrow(InvalidArgument);
  expect(resolve).toThrow(words);
});
