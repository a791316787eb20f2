import { trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import { hasHour } from './wall-clock.ts';
import { byTime } from './by-time.ts';

const hourText = (hour: number): ProgramText => (hour < 10 ? trusted`0${hour}` : trusted`${hour}`);

/** The hours of the day, `00` to `23`. */
export const hour = byTime({
  name: 'hour',
  label: trusted`hour`,
  cuts: true,
  keyOf: (local) => local.getUTCHours(),
  textOf: hourText,
  labelOf: (key) => trusted`${hourText(key)}:00`,
  all: ({ time }) => Array.from({ length: 24 }, (_, key) => key).filter((key) => hasHour(time, key)),
});
