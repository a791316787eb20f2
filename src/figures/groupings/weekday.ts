import { trusted } from '../../model/text/trusted-text.ts';
import { WEEKDAYS, weekdayOf } from './wall-clock.ts';
import { byTime } from './by-time.ts';

export const weekday = byTime({
  name: 'weekday',
  label: trusted`weekday`,
  drawn: { as: 'columns' },
  cuts: true,
  keyOf: (local) => WEEKDAYS.indexOf(weekdayOf(local)),
  textOf: (key) => trusted`${WEEKDAYS[key] ?? 'Monday'}`,
});
