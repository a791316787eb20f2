import { Temporal } from 'temporal-polyfill';
import { InvalidArgument } from '../errors.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { asTrusted, quotation, trusted, type CallerText, type TrustedText } from '../text/trusted-text.ts';

export const PERIOD_NAMES = [
  'last_hour',
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

/** Some days in a row: the first one, and how long they are by the calendar. */
export interface Span {
  readonly first: Temporal.PlainDate;
  readonly length: Temporal.Duration;
}

type Length = 'days' | 'weeks' | 'months' | 'years';

const spanOf = (first: Temporal.PlainDate, length: Partial<Record<Length, number>>): Span => ({
  first,
  length: Temporal.Duration.from(length),
});

const dayOf = (day: Temporal.PlainDate): Span => spanOf(day, { days: 1 });
const lastDays = (today: Temporal.PlainDate, count: number): Span =>
  spanOf(today.subtract({ days: count }), { days: count });
const weekOf = (day: Temporal.PlainDate): Span => spanOf(day.subtract({ days: day.dayOfWeek - 1 }), { weeks: 1 });
const monthOf = (day: Temporal.PlainDate): Span => spanOf(day.with({ day: 1 }), { months: 1 });
const quarterOf = (day: Temporal.PlainDate): Span =>
  spanOf(day.with({ month: day.month - ((day.month - 1) % 3), day: 1 }), { months: 3 });
const yearOf = (day: Temporal.PlainDate): Span => spanOf(day.with({ month: 1, day: 1 }), { years: 1 });

/** The days that a name stands for on a day. */
type SpanOn = (today: Temporal.PlainDate) => Span;

const NAMED: Readonly<Record<Exclude<PeriodName, 'last_hour'>, SpanOn>> = {
  today: dayOf,
  yesterday: (today) => lastDays(today, 1),
  last_7_days: (today) => lastDays(today, 7),
  last_30_days: (today) => lastDays(today, 30),
  last_90_days: (today) => lastDays(today, 90),
  this_week: weekOf,
  last_week: (today) => weekOf(today.subtract({ weeks: 1 })),
  this_month: monthOf,
  last_month: (today) => monthOf(today.subtract({ months: 1 })),
  this_year: yearOf,
};

/** What has the form of a name in the calendar, in small letters, and the days of its numbers: undefined where no calendar has them. */
type Form = readonly [form: RegExp, spanOf: (year: number, part: number, day: number) => Span | undefined];

const IN_CALENDAR: readonly Form[] = [
  [/^(\d{4})-(\d{2})-(\d{2})$/, (year, month, day) => spanWith({ year, month, day }, dayOf)],
  [/^(\d{4})-?w(\d{1,2})$/, isoWeek],
  [/^(\d{4})-(\d{1,2})$/, (year, month) => spanWith({ year, month, day: 1 }, monthOf)],
  [/^(\d{4})-?q(\d)$/, (year, quarter) => spanWith({ year, month: 3 * quarter, day: 1 }, quarterOf)],
];

function spanWith(day: { year: number; month: number; day: number }, spanOn: SpanOn): Span | undefined {
  try {
    return spanOn(Temporal.PlainDate.from(day, { overflow: 'reject' }));
  } catch {
    return undefined;
  }
}

/** A week by its number: the first one of a year has the 4th of January, and a week belongs to the year of its Thursday. */
function isoWeek(year: number, week: number): Span {
  const { first } = weekOf(Temporal.PlainDate.from({ year, month: 1, day: 4 }));
  const span = weekOf(first.add({ weeks: week - 1 }));
  if (span.first.add({ days: 3 }).year === year) return span;
  const last = weekOf(Temporal.PlainDate.from({ year, month: 12, day: 28 })).first;
  const weeks = first.until(last, { largestUnit: 'weeks' }).weeks + 1;
  throw new InvalidArgument(
    trusted`The year ${year} has no week ${week}: its weeks are ${year}-W01 to ${year}-W${weeks}.`,
  );
}

/**
 * Reads the name of a period, in small or capital letters: the last hour, or what says which days it stands for on a day. Throws
 * InvalidArgument, with the closest name, where there is none of this name.
 */
export function periodNamed(name: CallerText | TrustedText): 'last_hour' | SpanOn {
  const wanted = name.trim().toLowerCase();
  const known = PERIOD_NAMES.find((one) => one === wanted);
  if (known !== undefined) return known === 'last_hour' ? known : NAMED[known];
  for (const [form, spanOf] of IN_CALENDAR) {
    const [, year = '', part = '', day = ''] = form.exec(wanted) ?? [];
    const span = year === '' ? undefined : spanOf(Number(year), Number(part), Number(day));
    if (span !== undefined) return () => span;
  }
  const names = PERIOD_NAMES.map(asTrusted);
  throw new InvalidArgument(
    didYouMean(trusted`There is no period "${quotation(name, 40)}"`, name, names, { listed: [...names, FORMS] }),
  );
}

/** The other names of periods, in a message that lists the valid ones. */
const FORMS = trusted`a day (2026-11-06), a week (2026-W46), a month (2026-11) or a quarter (2026-Q3)`;
