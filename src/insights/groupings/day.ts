import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import { trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import { byTime } from './by-time.ts';
import { utcDayText } from '../../model/words/time.ts';

/** The number of a day on the wall. */
export const dayNumber = (local: Date): number => Math.floor(local.getTime() / MILLIS_PER_DAY);

/** Its date, `yyyy-MM-dd`. */
export const dayText = (day: number): ProgramText => utcDayText(day * MILLIS_PER_DAY);

export const day = byTime({ name: 'day', label: trusted`day`, cuts: true, keyOf: dayNumber, textOf: dayText });
