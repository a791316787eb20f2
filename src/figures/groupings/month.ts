import { sliced, trusted } from '../../model/text/trusted-text.ts';
import { byTime } from './by-time.ts';
import { parseLocalDate } from '../../model/calendar/zone.ts';
import { monthText, utcDayText } from '../../model/words/time.ts';

const MONTHS = 12;

const firstDay = (key: number) => utcDayText(Date.UTC(Math.floor(key / MONTHS), key % MONTHS));

/** Months, `yyyy-MM`. */
export const month = byTime({
  name: 'month',
  label: trusted`month`,
  drawn: { as: 'trend' },
  cuts: false,
  keyOf: (local) => local.getUTCFullYear() * MONTHS + local.getUTCMonth(),
  textOf: (key) => sliced(firstDay(key), 0, 7),
  labelOf: (key) => monthText(parseLocalDate(firstDay(key))),
});
