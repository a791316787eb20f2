import { trusted } from '../../model/text/trusted-text.ts';
import { WEEKDAYS, weekdayOf } from './wall-clock.ts';
import { byTime } from './by-time.ts';
import { dayOfYearText } from '../../model/words/time.ts';
import { dayNumber, dayText, yearOfPeriod } from './day.ts';

/** Weeks, by their Monday. */
export const week = byTime({
  name: 'week',
  label: trusted`week`,
  drawn: { as: 'trend' },
  cuts: false,
  keyOf: (local) => dayNumber(local) - WEEKDAYS.indexOf(weekdayOf(local)),
  textOf: dayText,
  labelOf: (monday, period) => trusted`week of ${dayOfYearText(dayText(monday), yearOfPeriod(period))}`,
});
