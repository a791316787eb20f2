import { FIRST_DAY_EVER, type Period } from '../../model/calendar/period.ts';
import { clocksText, dayRangesText, headingDaysText } from '../../model/words/time.ts';

/** A period with what the call left open, and with its zone where that is not the desk's. */
export function wholePeriodText(period: Period, isZoned: boolean): string {
  const beside = [
    ...(isZoned ? [period.zone.id] : []),
    ...(period.open === undefined || period.from === FIRST_DAY_EVER ? [] : [OPEN_SIDES[period.open]]),
  ];
  return `${periodText(period)}${beside.length === 0 ? '' : ` (${beside.join('; ')})`}`;
}

/** What the side of a period was taken for that the call left open. */
const OPEN_SIDES = { from: 'without from: the 7 days that end with to', to: 'without to: until today' } as const;

/** The days of a period with weekdays and year, and its hours where it is not of whole days. */
export function periodText(period: Period): string {
  return textOf(period, headingDaysText);
}

/** The same as it stands beside a title, with the year only where it is not this one: `16–22 Nov`. */
export function shortPeriodText(period: Period, thisYear: string): string {
  return textOf(period, (days) => dayRangesText([days], thisYear));
}

function textOf(period: Period, daysText: (days: Pick<Period, 'from' | 'to'>) => string): string {
  const { from, to, hour } = period;
  if (from === FIRST_DAY_EVER) return `until ${daysText({ from: to, to })}`;
  return `${daysText(period)}${hour === undefined ? '' : ` ${clocksText(period)}`}`;
}
