import { sliced, trusted } from '../../model/text/trusted-text.ts';
import { byTime } from './by-time.ts';
import { utcDayText } from '../../model/words/time.ts';

const MONTHS = 12;

/** Months, `yyyy-MM`. */
export const month = byTime({
  name: 'month',
  label: trusted`month`,
  cuts: false,
  keyOf: (local) => local.getUTCFullYear() * MONTHS + local.getUTCMonth(),
  textOf: (key) => sliced(utcDayText(Date.UTC(Math.floor(key / MONTHS), key % MONTHS)), 0, 7),
});
