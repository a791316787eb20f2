import { FIRST_DAY_EVER, type Period } from '../../model/calendar/period.ts';
import { clockText, headingDaysText } from '../../model/words/time.ts';

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
  const { from, to, zone, start, end, hour } = period;
  if (from === FIRST_DAY_EVER) return `until ${headingDaysText({ from: to, to })}`;
  const hours = hour === undefined ? '' : ` ${clockText(zone, start)}–${clockText(zone, end)}`;
  return `${headingDaysText(period)}${hours}`;
}
