import { isoText, sliced, trusted } from '../../model/text/trusted-text.ts';
import { byTime } from './by-time.ts';

const MONTHS = 12;

/** Months, `yyyy-MM`. */
export const month = byTime({
  name: 'month',
  label: trusted`month`,
  cuts: false,
  keyOf: (local) => local.getUTCFullYear() * MONTHS + local.getUTCMonth(),
  textOf: (key) => sliced(isoText(new Date(Date.UTC(Math.floor(key / MONTHS), key % MONTHS))), 0, 7),
});
