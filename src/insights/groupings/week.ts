import { trusted } from '../../model/text/trusted-text.ts';
import { WEEKDAYS, weekdayOf } from './wall-clock.ts';
import { byTime } from './by-time.ts';
import { dayNumber, dayText } from './day.ts';

/** Weeks, by their Monday. */
export const week = byTime({
  name: 'week',
  label: trusted`week`,
  cuts: false,
  keyOf: (local) => dayNumber(local) - WEEKDAYS.indexOf(weekdayOf(local)),
  textOf: dayText,
  labelOf: (monday) => trusted`week of ${dayText(monday)}`,
});
