import { trusted, type ProgramText } from '../model/text/trusted-text.ts';
import { fineDurationText } from '../model/words/duration.ts';
import { rounded, signOf } from '../model/words/number.ts';
import { percentText, pointsText } from '../model/words/share.ts';
import type { Unit } from './chart.ts';

/** What is said of points of which a part was read. */
export const PART_WORDS = trusted`not whole (cut by the period, not over, or read in part)`;

/** A number in its unit, as answers word it: `45 s`, `9.5 %`, `12`. */
export function valueText(value: number, unit: Unit): ProgramText {
  if (unit === 'seconds') {
    const words = fineDurationText(Math.abs(value));
    return value < 0 ? trusted`−${words}` : words;
  }
  const text = unit === 'share' ? percentText(Math.abs(value)) : trusted`${rounded(Math.abs(value), 2)}`;
  return value < 0 && Number.parseFloat(text) !== 0 ? trusted`−${text}` : text;
}

/** A change with its sign: `+3`, `−2.1 points`. One that rounds to nothing has none. */
export function changeText(change: number, unit: Unit): ProgramText {
  const amount = Math.abs(change);
  const size = unit === 'share' ? pointsText(amount) : valueText(amount, unit);
  if (Number.parseFloat(size) === 0) return size;
  return trusted`${signOf(change)}${size}`;
}
