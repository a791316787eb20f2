import { trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import type { Period } from '../../model/calendar/period.ts';
import { epochMillis } from '../../model/time/units.ts';
import { hasHour, wallClock } from './wall-clock.ts';
import { byTime } from './by-time.ts';

const hourText = (hour: number): ProgramText => (hour < 10 ? trusted`0${hour}` : trusted`${hour}`);

/** The hours of the day that a period has: all, or those that a single hour touches. */
function hoursOf({ hour, start, end, zone }: Period): number[] {
  if (hour === undefined) return Array.from({ length: 24 }, (_, key) => key);
  return [start, epochMillis(end - 1)].map((at) => wallClock(at, zone).getUTCHours());
}

/** The hours of the day, `00` to `23`. */
export const hour = byTime({
  name: 'hour',
  label: trusted`hour`,
  drawn: { as: 'columns' },
  cuts: true,
  keyOf: (local) => local.getUTCHours(),
  textOf: hourText,
  labelOf: (key) => trusted`${hourText(key)}:00`,
  all: ({ period, time }) => hoursOf(period).filter((key) => hasHour(time, key)),
});
