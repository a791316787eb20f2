import { assert, constantFrom, date, integer, option, property, record, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysOf } from '../../src/model/time/day.ts';
import { InvalidArgument } from '../../src/model/errors.ts';
import {
  comparedPeriods,
  COMPARISONS,
  lengthInDays,
  localDaysOf,
  resolvePeriod,
  utcDaysOf,
  type PeriodChoice,
} from '../../src/model/calendar/period.ts';
import { PERIOD_NAMES } from '../../src/model/calendar/period-name.ts';
import { CallerText } from '../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../src/model/time/units.ts';
import { zoneOf } from '../../src/model/calendar/zone.ts';
import {
  comparedDays,
  daysNamed,
  daysOf as expectedDays,
  mondayOf,
  namesOf,
  plusDays,
  startOfDay,
  utcDaysTouched,
  wallTime,
} from '../oracle/calendar.ts';
import { first } from '../mcp/desk.ts';
import { ZONES } from '../oracle/random-questions.ts';
import { runs } from '../support/runs.ts';

const day = (text: string) => CallerText.parse(text);

// Before, Newfoundland turned its clocks back over midnight, and a day could end twice.
const now = date({ min: new Date('2014-01-01'), max: new Date('2036-12-31'), noInvalidDate: true }).map((at) =>
  epochMillis(at.getTime()),
);
const zone = constantFrom(...ZONES).map(zoneOf);
const NAMES = PERIOD_NAMES.filter((name) => name !== 'last_hour');
const KINDS = ['day', 'week', 'month', 'quarter'] as const;
const question = record({
  now,
  zone,
  choice: tuple(
    option(constantFrom(...NAMES, ...KINDS), { nil: undefined }),
    integer({ min: 0, max: 400 }),
    integer({ min: 0, max: 40 }),
  ),
  isNamed: constantFrom(true, false),
}).map(({ now, zone, choice: [name, back, length], isNamed }) => {
  const today = wallTime(zone.id, now).day;
  const from = plusDays(today, -back);
  const kind = KINDS.find((one) => one === name);
  const named = name === undefined ? {} : { period: day(kind === undefined ? name : namesOf(from)[kind]) };
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
        const compared = first(comparedPeriods(period, comparison, now));
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

  test('the same weekdays are those of each of the four weeks before, up to the same time of the day', () => {
    assert(
      property(question, ({ now, zone, today, asked }) => {
        const period = resolvePeriod(asked, zone, now);
        const { from, to } = expectedDays(asked, today);
        if (Date.parse(to) - Date.parse(from) > 6 * 86_400_000) {
          expect(() => comparedPeriods(period, 'same_weekdays', now)).toThrow('same_weekdays compares at most 7 days.');
          return;
        }
        const weeks = comparedPeriods(period, 'same_weekdays', now);
        expect(weeks.map((one) => [one.from, one.to])).toEqual(
          [7, 14, 21, 28].map((days) => [plusDays(from, -days), plusDays(to, -days)]),
        );
        for (const one of weeks) {
          const [start, end] = [one.to, plusDays(one.to, 1)].map((day) => startOfDay(zone.id, day));
          expect(one.start).toBe(startOfDay(zone.id, one.from));
          if (period.end <= now) expect(one.end).toBe(end);
          else {
            const cut = wallTime(zone.id, one.end);
            expect(cut.day).toBe(one.to);
            if (end === (start ?? 0) + 86_400_000) expect(cut.time).toBe(wallTime(zone.id, now).time);
          }
        }
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
  ['a week that runs', { period: day('this_week') }, '2026-11-16', '2026-11-18', '2026-11-09', '2026-11-11'],
  ['a week that is over', { period: day('last_week') }, '2026-11-09', '2026-11-15', '2026-11-02', '2026-11-08'],
  ['a month that runs', { period: day('this_month') }, '2026-11-01', '2026-11-18', '2026-10-01', '2026-10-18'],
  ['a month that is over', { period: day('last_month') }, '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
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
  ['a year that runs', { period: day('this_year') }, '2026-01-01', '2026-11-18', '2025-01-01', '2025-11-18'],
])('%s, and the one before', (_name, choice, from, to, earlierFrom, earlierTo) => {
  const now = epochMillis(Date.UTC(2026, 10, 18, 12));
  const period = resolvePeriod(choice, zoneOf('UTC'), now);
  expect(period).toMatchObject({ from, to });
  expect(first(comparedPeriods(period, 'previous_period', now))).toMatchObject({ from: earlierFrom, to: earlierTo });
});

test.each([
  ['the 28th of February', Date.UTC(2027, 1, 28, 12), '2027-01-28T12:00:00.000Z'],
  ['the 30th of November', Date.UTC(2026, 10, 30, 12), '2026-10-30T12:00:00.000Z'],
  ['the 31st of March, whose month before is shorter', Date.UTC(2026, 2, 31, 12), '2026-02-28T12:00:00.000Z'],
])('a month that runs on its last day is no whole month: %s', (_name, moment, cut) => {
  const now = epochMillis(moment);
  const period = resolvePeriod({ period: day('this_month') }, zoneOf('UTC'), now);
  expect(new Date(first(comparedPeriods(period, 'previous_period', now)).end).toISOString()).toBe(cut);
});

test.each<[string, PeriodChoice, string]>([
  ['a day that no calendar has', { from: day('2026-02-30') }, '2026-02-30'],
  ['reversed days', { from: day('2026-03-02'), to: day('2026-03-01') }, 'is after to'],
  ['days to come', { from: day('2027-01-01') }, 'future'],
  ['days before 1970', { from: day('1969-12-31'), to: day('1970-01-03') }, '1970'],
  ['a name and days', { period: day('today'), from: day('2026-03-01') }, 'cannot be combined'],
  ['an end without a beginning', { to: day('2026-03-01') }, 'needs from'],
  ['the last hour and days', { period: day('last_hour'), from: day('2026-03-01') }, 'cannot be combined'],
  ['a week to come', { period: day('2026-W48') }, 'future'],
  ['the 53rd week of a year that has one', { period: day('2026-W53') }, 'future'],
  ['a month to come', { period: day('2026-12') }, 'future'],
  ['a quarter to come', { period: day('2027-Q1') }, 'future'],
  ['a day to come', { period: day('2026-11-19') }, 'future'],
  ['the last year that there is', { period: day('9999-W52') }, 'future'],
  ['a quarter before 1970', { period: day('1969-Q4') }, '1970'],
  ['a week that begins before 1970', { period: day('1970-W01') }, '1970'],
  ['the first year that there is', { period: day('0000-01') }, '1970'],
  [
    'a week that the year does not have',
    { period: day('2025-W53') },
    'The year 2025 has no week 53: its weeks are 2025-W01 to 2025-W52.',
  ],
  [
    'a week of no year',
    { period: day('2026-w00') },
    'The year 2026 has no week 0: its weeks are 2026-W01 to 2026-W53.',
  ],
  ['a day that is none', { period: day('2026-02-30') }, 'There is no period "2026-02-30". Valid: last_hour, today, '],
  ['a month that is none', { period: day('2026-13') }, 'There is no period "2026-13". Valid: '],
  ['a quarter that is none', { period: day('2026-Q5') }, 'There is no period "2026-Q5". Valid: '],
  [
    'a year',
    { period: day('2026') },
    'this_year, a day (2026-11-06), a week (2026-W46), a month (2026-11) or a quarter (2026-Q3).',
  ],
  ['a slip', { period: day('lastweek') }, 'There is no period "lastweek"; did you mean last_week?'],
  ['nothing', { period: day('') }, 'There is no period "". Valid: '],
])('%s is refused', (_name, choice, words) => {
  const resolve = () => resolvePeriod(choice, zoneOf('UTC'), epochMillis(Date.UTC(2026, 10, 18, 12)));
  expect(resolve).toThrow(InvalidArgument);
  expect(resolve).toThrow(words);
});

test.each([
  ['2026-w46', '2026-W46'],
  [' 2026w46 ', '2026-W46'],
  ['2026-w5', '2026-W05'],
  [' 2026-10\n', '2026-10'],
  ['2026-9', '2026-09'],
  ['2026q3', '2026-Q3'],
  ['2026-q4', '2026-Q4'],
  ['Last_Week', 'last_week'],
])('%j reads as %s', (typed, name) => {
  const now = epochMillis(Date.UTC(2026, 10, 18, 12));
  const [one, other] = [typed, name].map((period) => resolvePeriod({ period: day(period) }, zoneOf('UTC'), now));
  expect(one).toEqual(other);
});

describe('names of the calendar', () => {
  const MILLIS = 86_400_000;
  const berlin = zoneOf('Europe/Berlin');
  const later = epochMillis(Date.UTC(2031, 5, 1));
  const iso = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  const two = (value: number) => String(value).padStart(2, '0');
  const daysIn = (name: string) => {
    const { from, to } = resolvePeriod({ period: day(name) }, berlin, later);
    return { from, to };
  };
  const years = Array.from({ length: 41 }, (_, index) => 1990 + index);

  test('weeks of 1990 to 2030 begin on Monday, have seven days and follow each other', () => {
    let next = Date.UTC(1990, 0, 1);
    expect(new Date(next).getUTCDay()).toBe(1);
    for (const year of years) {
      // A year has 53 weeks where it begins on a Thursday, or ends on one.
      const weeks = [Date.UTC(year, 0, 1), Date.UTC(year, 11, 31)].some((at) => new Date(at).getUTCDay() === 4)
        ? 53
        : 52;
      for (let week = 1; week <= weeks; week += 1) {
        expect(daysIn(`${year}-W${two(week)}`)).toEqual({ from: iso(next), to: iso(next + 6 * MILLIS) });
        next += 7 * MILLIS;
      }
      const missing = weeks === 53 ? 54 : 53;
      expect(() => daysIn(`${year}-W${missing}`)).toThrow(`The year ${year} has no week ${missing}: `);
    }
  });

  test.each([
    ['months', 12, (year: number, part: number) => `${year}-${two(part)}`],
    ['quarters', 4, (year: number, part: number) => `${year}-Q${part}`],
  ] as const)('%s follow each other', (_name, count, nameOf) => {
    for (const year of years) {
      for (let part = 1; part <= count; part += 1) {
        const [from, next] = [part - 1, part].map((one) => Date.UTC(year, (one * 12) / count, 1));
        expect(daysIn(nameOf(year, part))).toEqual({ from: iso(from ?? 0), to: iso((next ?? 0) - MILLIS) });
      }
    }
  });

  test('a day lies in what has its name, and stays there with the oracle of other tests', () => {
    assert(
      property(integer({ min: 0, max: 22_000 }), constantFrom(...KINDS), (number, kind) => {
        const today = iso(number * MILLIS + MILLIS * 7);
        const name = namesOf(today)[kind];
        const { from, to } = daysIn(name);
        expect({ from, to }).toEqual(daysNamed(name));
        expect(from <= today && today <= to).toBe(true);
        if (kind === 'week') expect(from).toBe(mondayOf(today));
      }),
    );
  });

  test.each([
    ['2026-W46', '2026-11-09', '2026-11-15', '2026-11-02', '2026-11-08'],
    ['2026-W47', '2026-11-16', '2026-11-18', '2026-11-09', '2026-11-11'],
    ['2026-W01', '2025-12-29', '2026-01-04', '2025-12-22', '2025-12-28'],
    ['2021-W01', '2021-01-04', '2021-01-10', '2020-12-28', '2021-01-03'],
    ['2026-Q3', '2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30'],
    ['2026-Q4', '2026-10-01', '2026-11-18', '2026-07-01', '2026-08-18'],
    ['2026-03', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-11', '2026-11-01', '2026-11-18', '2026-10-01', '2026-10-18'],
    ['2026-11-06', '2026-11-06', '2026-11-06', '2026-11-05', '2026-11-05'],
    ['2026-11-18', '2026-11-18', '2026-11-18', '2026-11-17', '2026-11-17'],
  ])('%s, and the one before', (name, from, to, earlierFrom, earlierTo) => {
    const now = epochMillis(Date.UTC(2026, 10, 18, 12));
    const period = resolvePeriod({ period: day(name) }, zoneOf('UTC'), now);
    expect(period).toMatchObject({ from, to });
    expect(first(comparedPeriods(period, 'previous_period', now))).toMatchObject({ from: earlierFrom, to: earlierTo });
  });
});

describe('the last hour', () => {
  const HOUR = 3_600_000;

  test('is the last 60 minutes, whatever the clocks do, and so is the hour before', () => {
    assert(
      property(now, zone, constantFrom(...COMPARISONS), (now, zone, comparison) => {
        const period = resolvePeriod({ period: day('last_hour') }, zone, now);
        const end = Math.floor(now / 1000) * 1000;
        const days = (start: number) => [wallTime(zone.id, start).day, wallTime(zone.id, start + HOUR - 1).day];
        expect(period).toMatchObject({ start: end - HOUR, end, hour: 'last' });
        expect([period.from, period.to]).toEqual(days(period.start));
        expect(lengthInDays(period)).toBe(1);
        expect(daysOf(utcDaysOf(period, now))).toEqual([
          ...new Set([end - HOUR, end - 1].map((at) => new Date(at).toISOString().slice(0, 10))),
        ]);
        const compared = first(comparedPeriods(period, comparison, now));
        expect(compared).toMatchObject({ end: compared.start + HOUR, hour: 'earlier' });
        expect([compared.from, compared.to]).toEqual(days(compared.start));
        if (comparison === 'previous_period') expect(compared.end).toBe(period.start);
        else expect(compared.end).toBeLessThan(period.start - 364 * 24 * HOUR);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('is compared with the same hour of the same weekday of four weeks before', () => {
    const at = Date.UTC(2026, 10, 18, 12, 34);
    const period = resolvePeriod({ period: day('last_hour') }, zoneOf('Europe/Berlin'), epochMillis(at));
    const starts = comparedPeriods(period, 'same_weekdays', epochMillis(at)).map(({ start }) =>
      wallTime('Europe/Berlin', start),
    );
    expect(starts).toEqual(
      ['2026-11-11', '2026-11-04', '2026-10-28', '2026-10-21'].map((day) => ({ day, time: '12:34:00' })),
    );
  });

  test.each([
    ['Europe/Berlin', '2026-11-18T23:20:30.400Z', '2026-11-18', '2026-11-19'],
    ['Europe/Berlin', '2026-11-18T23:00:00.000Z', '2026-11-18', '2026-11-18'],
    // Clocks go forward at midnight: the day begins at one.
    ['America/Sao_Paulo', '2018-11-04T03:30:00.000Z', '2018-11-03', '2018-11-04'],
    // Clocks go back: the hour from two to three comes twice.
    ['Europe/Berlin', '2026-10-25T01:30:00.000Z', '2026-10-25', '2026-10-25'],
  ])('in %s at %s it lies in %s and %s', (zone, at, from, to) => {
    const period = resolvePeriod({ period: day('last_hour') }, zoneOf(zone), epochMillis(Date.parse(at)));
    expect(period).toMatchObject({ from, to });
    expect(period.end - period.start).toBe(HOUR);
  });

  test('a second later it is another one', () => {
    const [one, other] = [0, 1000].map((later) =>
      resolvePeriod({ period: day('last_hour') }, zoneOf('UTC'), epochMillis(Date.UTC(2026, 10, 18, 12) + later)),
    );
    expect((other?.start ?? 0) - (one?.start ?? 0)).toBe(1000);
  });
});
