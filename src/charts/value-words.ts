import { durationText, percentText, rounded } from '../model/text/quantity-text.ts';
import { trusted, type ProgramText } from '../model/text/trusted-text.ts';
import type { Unit } from './chart.ts';

/** A number in its unit, as answers word it: `45 s`, `9.5 %`, `12`. */
export function valueText(value: number, unit: Unit): ProgramText {
  if (unit === 'seconds') {
    const size = Math.abs(value);
    const words = size < 10 && !Number.isInteger(size) ? trusted`${rounded(size, 1)} s` : durationText(size);
    return value < 0 ? trusted`−${words}` : words;
  }
  const text = unit === 'share' ? percentText(Math.abs(value)) : trusted`${rounded(Math.abs(value), 2)}`;
  return value < 0 && Number.parseFloat(text) !== 0 ? trusted`−${text}` : text;
}

/** A change with its sign: `+3`, `−2.1 points`. One that rounds to nothing has none. */
export function changeText(change: number, unit: Unit): ProgramText {
  const amount = Math.abs(change);
  const size = unit === 'share' ? trusted`${rounded(amount * 100, 1)} points` : valueText(amount, unit);
  if (Number.parseFloat(size) === 0) return size;
  return change < 0 ? trusted`−${size}` : trusted`+${size}`;
}
