import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import { trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import { byTime } from './by-time.ts';
import { utcDayText, weekdayDayText } from '../../model/words/time.ts';
import type { Period } from '../../model/calendar/period.ts';
import { parseLocalDate } from '../../model/calendar/zone.ts';

/** The number of a day on the wall. */
export const dayNumber = (local: Date): number => Math.floor(local.getTime() / MILLIS_PER_DAY);

/** Its date, `yyyy-MM-dd`. */
export const dayText = (day: number): ProgramText => utcDayText(day * MILLIS_PER_DAY);

/** The year that needs no saying beside the days of a period; empty where it has several. */
export function yearOfPeriod({ from, to }: Pick<Period, 'from' | 'to'>): string {
  const [first, last] = [from.slice(0, 4), to.slice(0, 4)];
  return first === last ? first : '';
}

export const day = byTime({
  name: 'day',
  label: trusted`day`,
  drawn: { as: 'trend' },
  cuts: true,
  keyOf: dayNumber,
  textOf: dayText,
  labelOf: (key, period) => weekdayDayText(parseLocalDate(dayText(key)), yearOfPeriod(period)),
});
