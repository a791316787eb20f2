import { Temporal } from 'temporal-polyfill';
import { MILLIS_PER_DAY, utcDayOf, type DayRange } from '../time/day.ts';
import { InvalidArgument } from '../errors.ts';
import { epochMillis, type EpochMillis } from '../time/units.ts';
import { localDateOf, parseLocalDate, zoneOf, type LocalDate, type Zone } from './zone.ts';
import { trusted, type TrustedText, type CallerText } from '../text/trusted-text.ts';
import { periodNamed, type Span } from './period-name.ts';

export const COMPARISONS = ['previous_period', 'same_period_last_year'] as const;
/** With what a period is compared, or with the mean of the same weekdays of so many weeks before. */
export type Comparison = (typeof COMPARISONS)[number] | typeof SAME_WEEKDAYS;
export const SAME_WEEKDAYS = 'same_weekdays';
const WEEKS = [1, 2, 3, 4];

/** Whole days in a zone, both ends included; or an hour. */
export interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly zone: Zone;
  /** The first moment of `from`; of an hour its own, which lies in `from`. */
  readonly start: EpochMillis;
  /** The first moment after `to`: exclusive; of an hour its own. */
  readonly end: EpochMillis;
  /** Of an hour: whether it is the last one, or an earlier one that it is compared with. Absent where it is whole days. */
  readonly hour?: 'last' | 'earlier';
  /** The side that was left open: `from` where only its last day was named, `to` where only its first. */
  readonly open?: 'from' | 'to';
  /** One step back in time for a period of this kind: a week for `this_week`, a month for `last_month`. */
  readonly step: Temporal.Duration;
}

/** The period as a question names it: by a name (`periodNamed`), or by its first and last day. */
export interface PeriodChoice {
  readonly period?: CallerText | TrustedText | undefined;
  readonly from?: CallerText | TrustedText | undefined;
  readonly to?: CallerText | TrustedText | undefined;
}

/** Where a period begins of which only the last day is named: with the seven days that end then, or with all that there is. */
export type OpenBeginning = 'seven_days' | 'ever';

/** Nothing was ever requested before it. */
export const FIRST_DAY_EVER = '1970-01-01';

const MILLIS_PER_HOUR = 3_600_000;

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
 * Resolves what a question says about time, in its zone. Weeks start on Monday; `last_N_days` end yesterday, and the last hour now;
 * what is not over yet is cut to today; `to` defaults to it; nothing given means `last_7_days`. Throws InvalidArgument for names and
 * days that there are not, reversed days, a period in the future or before 1970, a name together with days, and `to` alone where no
 * beginning is given for it.
 */
export function resolvePeriod(choice: PeriodChoice, zone: Zone, now: EpochMillis, beginning?: OpenBeginning): Period {
  const { period: name, from, to } = choice;
  const areDays = from !== undefined || to !== undefined;
  if (name !== undefined && areDays) {
    throw new InvalidArgument('period cannot be combined with from or to.', 'Use either period, or from and to.');
  }
  const named = areDays ? undefined : periodNamed(name ?? trusted`last_7_days`);
  if (named === 'last_hour') return hourFrom(Math.floor(now / 1000) * 1000 - MILLIS_PER_HOUR, zone, 'last');
  const today = zone.dateOf(now);
  const periods = resolvedOn(today, zone);
  const key = JSON.stringify([name, from, to, beginning]);
  const known = periods.get(key);
  if (known !== undefined) return known;
  const day = Temporal.PlainDate.from(today);
  const period = named === undefined ? periodOfDays(choice, day, zone, beginning) : periodWithin(named(day), day, zone);
  if (periods.size < MAX_RESOLVED) periods.set(key, period);
  return period;
}

function hourFrom(at: number, zone: Zone, hour: 'last' | 'earlier'): Period {
  const [start, end] = [epochMillis(at), epochMillis(at + MILLIS_PER_HOUR)];
  const [from, to] = [zone.dateOf(start), zone.dateOf(epochMillis(end - 1))];
  return { from, to, zone, start, end, step: Temporal.Duration.from({ hours: 1 }), hour };
}

/** The part of some days that has come. */
function periodWithin({ first, length }: Span, today: Temporal.PlainDate, zone: Zone): Period {
  if (Temporal.PlainDate.compare(first, today) > 0) {
    throw new InvalidArgument(trusted`The period is in the future; today is ${localDateOf(today)} (${zone.id}).`);
  }
  if (first.year < 1970) {
    throw new InvalidArgument('The period begins before 1970.', 'Use a later period.');
  }
  return between(first, earlierOf(first.add(length).subtract({ days: 1 }), today), zone, length);
}

function earlierOf(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) > 0 ? other : one;
}

function periodOfDays(
  { from, to }: PeriodChoice,
  today: Temporal.PlainDate,
  zone: Zone,
  beginning: OpenBeginning | undefined,
): Period {
  if (from === undefined && beginning === undefined) {
    throw new InvalidArgument('to needs from.', 'Add the first day; both days are included.');
  }
  const last = to === undefined ? today : Temporal.PlainDate.from(parseLocalDate(to));
  const end = earlierOf(last, today);
  const first =
    from !== undefined
      ? Temporal.PlainDate.from(parseLocalDate(from))
      : beginning === 'ever'
        ? Temporal.PlainDate.from(FIRST_DAY_EVER)
        : end.subtract({ days: 6 });
  if (to !== undefined && Temporal.PlainDate.compare(first, last) > 0) {
    throw new InvalidArgument(trusted`from (${localDateOf(first)}) is after to (${localDateOf(last)}).`, 'Swap them.');
  }
  const isWholeMonth = first.day === 1 && end.equals(first.add({ months: 1 }).subtract({ days: 1 }));
  const length = Temporal.Duration.from(isWholeMonth ? { months: 1 } : { days: first.until(end).days + 1 });
  const period = periodWithin({ first, length }, today, zone);
  if (from === undefined) return { ...period, open: 'from' };
  return to === undefined ? { ...period, open: 'to' } : period;
}

function between(first: Temporal.PlainDate, last: Temporal.PlainDate, zone: Zone, step: Temporal.Duration): Period {
  const from = localDateOf(first);
  const to = localDateOf(last);
  const dayAfter = localDateOf(last.add({ days: 1 }));
  return { from, to, zone, start: zone.startOf(from), end: zone.startOf(dayAfter), step };
}

/**
 * The periods that `period` is compared with, the latest first: the one before it of the same kind, the same dates a year earlier,
 * or the same weekdays of each of the four weeks before. For one that still runs, each ends at the same time of the day that its last day
 * is compared with. Throws InvalidArgument for those before 1970, and for weekdays of more than a week.
 */
export function comparedPeriods(period: Period, comparison: Comparison, now: EpochMillis): readonly Period[] {
  if (comparison === 'previous_period') return [earlierBy(period.step, period, now)];
  if (comparison === 'same_period_last_year') return [earlierBy(Temporal.Duration.from({ years: 1 }), period, now)];
  if (lengthInDays(period) > 7) {
    throw new InvalidArgument(
      'same_weekdays compares at most 7 days.',
      'Use a shorter period, or compare_to previous_period or same_period_last_year.',
    );
  }
  return WEEKS.map((weeks) => earlierBy(Temporal.Duration.from({ weeks }), period, now));
}

function earlierBy(step: Temporal.Duration, period: Period, now: EpochMillis): Period {
  const first = Temporal.PlainDate.from(period.from);
  const last = Temporal.PlainDate.from(period.to);
  const earlier = first.subtract(step);
  if (earlier.year < 1970) {
    throw new InvalidArgument(
      'The period to compare with begins before 1970.',
      'Use a later from, or leave out compare_to.',
    );
  }
  if (period.hour !== undefined) {
    const start = Temporal.Instant.fromEpochMilliseconds(period.start).toZonedDateTimeISO(period.zone.id);
    return hourFrom(start.subtract(step).epochMilliseconds, period.zone, 'earlier');
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

/** The number of days of a period, as counts are told by day: an hour, which is compared with others, is one whole as a day is. */
export function lengthInDays(period: Pick<Period, 'from' | 'to' | 'hour'>): number {
  return period.hour === undefined ? localDaysOf(period).length : 1;
}

/** Every local day of a period, in order: also those that an hour lies in. */
export function localDaysOf({ from, to }: Pick<Period, 'from' | 'to'>): LocalDate[] {
  // Days follow each other in the same way in every zone; those of UTC are all as long, and need no calendar.
  const utc = zoneOf('UTC');
  const [first, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)];
  const days: LocalDate[] = [];
  for (let at = first; at <= last; at += MILLIS_PER_DAY) days.push(utc.dateOf(epochMillis(at)));
  return days;
}
