import { Temporal } from 'temporal-polyfill';
import { MILLIS_PER_DAY, utcDayOf, type DayRange } from '../time/day.ts';
import { InvalidArgument } from '../errors.ts';
import { epochMillis, type EpochMillis } from '../time/units.ts';
import { localDateOf, parseLocalDate, zoneOf, type LocalDate, type Zone } from './zone.ts';
import { trusted, type TrustedText, type CallerText } from '../text/trusted-text.ts';

export const PERIOD_NAMES = [
  'today',
  'yesterday',
  'last_7_days',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'last_30_days',
  'last_90_days',
  'this_year',
] as const;
export type PeriodName = (typeof PERIOD_NAMES)[number];

export const COMPARISONS = ['previous_period', 'same_period_last_year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Whole days in a zone, both ends included. */
export interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly zone: Zone;
  /** The first moment of `from`. */
  readonly start: EpochMillis;
  /** The first moment after `to`: exclusive. */
  readonly end: EpochMillis;
  /** The side that was left open: `from` where only its last day was named, `to` where only its first. */
  readonly open?: 'from' | 'to';
  /** One step back in time for a period of this kind: a week for `this_week`, a month for `last_month`. */
  readonly step: Temporal.Duration;
}

/** The period as a question names it: by a name, or by its first and last day. */
export interface PeriodChoice {
  readonly period?: PeriodName | undefined;
  readonly from?: CallerText | TrustedText | undefined;
  readonly to?: CallerText | TrustedText | undefined;
}

/** Where a period begins of which only the last day is named: with the seven days that end then, or with all that there is. */
export type OpenBeginning = 'seven_days' | 'ever';

/** Nothing was ever requested before it. */
export const FIRST_DAY_EVER = '1970-01-01';

/** The most periods that are kept of a zone: more than programs that ask again and again name in a day. */
const MAX_RESOLVED = 64;
const resolved = new WeakMap<Zone, { readonly today: LocalDate; readonly periods: Map<string, Period> }>();

/** The periods of a zone that were resolved on this day of it: they are the same all day, and a calendar takes its time. */
function resolvedOn(today: LocalDate, zone: Zone): Map<string, Period> {
  const known = resolved.get(zone);
  if (known?.today === today) return known.periods;
  const periods = new Map<string, Period>();
  resolved.set(zone, { today, periods });
  return periods;
}

/**
 * Resolves what a question says about time, in its zone. Weeks start on Monday; `last_N_days` end yesterday; `to`
 * defaults to today and is cut to it; nothing given means `last_7_days`. Throws InvalidArgument for days that do not
 * exist, reversed days, a period in the future or before 1970, a name together with days, and `to` alone where no
 * beginning is given for it.
 */
export function resolvePeriod(choice: PeriodChoice, zone: Zone, now: EpochMillis, beginning?: OpenBeginning): Period {
  const today = zone.dateOf(now);
  const periods = resolvedOn(today, zone);
  const key = JSON.stringify([choice.period, choice.from, choice.to, beginning]);
  const period = periods.get(key) ?? periodOn(today, choice, zone, beginning);
  if (periods.size < MAX_RESOLVED) periods.set(key, period);
  return period;
}

function periodOn(
  todayDay: LocalDate,
  { period, from, to }: PeriodChoice,
  zone: Zone,
  beginning: OpenBeginning | undefined,
): Period {
  const today = Temporal.PlainDate.from(todayDay);
  if (from === undefined && to === undefined) return namedPeriod(period ?? 'last_7_days', today, zone);
  if (period !== undefined) {
    throw new InvalidArgument('period cannot be combined with from or to.', 'Use either period, or from and to.');
  }
  if (from === undefined && beginning === undefined) {
    throw new InvalidArgument('to needs from.', 'Add the first day; both days are included.');
  }
  const lastDay = to === undefined ? todayDay : parseLocalDate(to);
  const firstDay = from === undefined ? beginningOf(lastDay, todayDay, beginning) : parseLocalDate(from);
  const first = Temporal.PlainDate.from(firstDay);
  const last = Temporal.PlainDate.from(lastDay);
  if (Temporal.PlainDate.compare(first, last) > 0 && to !== undefined) {
    throw new InvalidArgument(trusted`from (${firstDay}) is after to (${lastDay}).`, 'Swap them.');
  }
  if (Temporal.PlainDate.compare(first, today) > 0) {
    throw new InvalidArgument(trusted`The period is in the future; today is ${todayDay} (${zone.id}).`);
  }
  if (first.year < 1970) {
    throw new InvalidArgument('The period begins before 1970.', 'Use a later from.');
  }
  const end = Temporal.PlainDate.compare(last, today) > 0 ? today : last;
  const isWholeMonth = first.day === 1 && end.equals(first.add({ months: 1 }).subtract({ days: 1 }));
  const step = isWholeMonth ? { months: 1 } : { days: first.until(end).days + 1 };
  const resolved = between(first, end, zone, Temporal.Duration.from(step));
  if (from === undefined) return { ...resolved, open: 'from' };
  return to === undefined ? { ...resolved, open: 'to' } : resolved;
}

/** The first day of a period that ends on a day, or today if that is still to come. */
function beginningOf(lastDay: LocalDate, today: LocalDate, beginning: OpenBeginning | undefined): LocalDate {
  if (beginning === 'ever') return parseLocalDate(trusted`${FIRST_DAY_EVER}`);
  const last = lastDay > today ? today : lastDay;
  return localDateOf(Temporal.PlainDate.from(last).subtract({ days: 6 }));
}

function namedPeriod(name: PeriodName, today: Temporal.PlainDate, zone: Zone): Period {
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const firstOfMonth = today.with({ day: 1 });
  const lastDays = (count: number) =>
    between(
      today.subtract({ days: count }),
      today.subtract({ days: 1 }),
      zone,
      Temporal.Duration.from({ days: count }),
    );
  switch (name) {
    case 'today':
      return between(today, today, zone, Temporal.Duration.from({ days: 1 }));
    case 'yesterday':
      return lastDays(1);
    case 'last_7_days':
      return lastDays(7);
    case 'last_30_days':
      return lastDays(30);
    case 'last_90_days':
      return lastDays(90);
    case 'this_week':
      return between(monday, today, zone, Temporal.Duration.from({ weeks: 1 }));
    case 'last_week':
      return between(
        monday.subtract({ weeks: 1 }),
        monday.subtract({ days: 1 }),
        zone,
        Temporal.Duration.from({ weeks: 1 }),
      );
    case 'this_month':
      return between(firstOfMonth, today, zone, Temporal.Duration.from({ months: 1 }));
    case 'last_month':
      return between(
        firstOfMonth.subtract({ months: 1 }),
        firstOfMonth.subtract({ days: 1 }),
        zone,
        Temporal.Duration.from({ months: 1 }),
      );
    case 'this_year':
      return between(today.with({ month: 1, day: 1 }), today, zone, Temporal.Duration.from({ years: 1 }));
  }
}

function between(first: Temporal.PlainDate, last: Temporal.PlainDate, zone: Zone, step: Temporal.Duration): Period {
  const from = localDateOf(first);
  const to = localDateOf(last);
  const dayAfter = localDateOf(last.add({ days: 1 }));
  return { from, to, zone, start: zone.startOf(from), end: zone.startOf(dayAfter), step };
}

/**
 * The period that `period` is compared with: the one before it of the same kind, or the same dates a year earlier. For
 * one that still runs, it ends at the same time of the day that its last day is compared with.
 */
export function comparedPeriod(period: Period, comparison: Comparison, now: EpochMillis): Period {
  const first = Temporal.PlainDate.from(period.from);
  const last = Temporal.PlainDate.from(period.to);
  const step = comparison === 'previous_period' ? period.step : Temporal.Duration.from({ years: 1 });
  const earlier = first.subtract(step);
  if (earlier.year < 1970) {
    throw new InvalidArgument(
      'The period to compare with begins before 1970.',
      'Use a later from, or leave out compare_to.',
    );
  }
  // A month that is over ends where the next begins, whatever their lengths.
  const isWholeStep = period.end <= now && last.add({ days: 1 }).equals(first.add(step));
  const earlierLast = isWholeStep ? first.subtract({ days: 1 }) : last.subtract(step);
  const whole = between(earlier, earlierLast, period.zone, period.step);
  if (period.end <= now) return whole;
  const { hour, minute, second, millisecond } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(
    period.zone.id,
  );
  const sameMoment = earlierLast.toZonedDateTime({
    timeZone: period.zone.id,
    plainTime: { hour, minute, second, millisecond },
  });
  return { ...whole, end: epochMillis(sameMoment.epochMilliseconds) };
}

/** The UTC days that a period touches, up to today: what has to be asked of the API. */
export function utcDaysOf({ start, end }: Pick<Period, 'start' | 'end'>, now: EpochMillis): DayRange {
  return {
    from: utcDayOf(epochMillis(Math.max(start, 0))),
    // One that is cut at its very beginning touches the day on which it begins.
    to: utcDayOf(epochMillis(Math.min(Math.max(end - 1, start), Math.max(now, start)))),
  };
}

/** Every local day of a period, in order. */
export function localDaysOf({ from, to }: Pick<Period, 'from' | 'to'>): LocalDate[] {
  // Days follow each other in the same way in every zone; those of UTC are all as long, and need no calendar.
  const utc = zoneOf('UTC');
  const [first, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)];
  const days: LocalDate[] = [];
  for (let at = first; at <= last; at += MILLIS_PER_DAY) days.push(utc.dateOf(epochMillis(at)));
  return days;
}
