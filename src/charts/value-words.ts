import { durationText, percentText, rounded } from '../model/text/quantity-text.ts';
import { trusted, type ProgramText } from '../model/text/trusted-text.ts';
import type { Unit } from './chart.ts';

/** What is said of points of which a part was read. */
export const PART_WORDS = trusted`not whole (cut by the period, not over, or read in part)`;

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

/** A number in its unit where there is little room: `43 %`, `1.3 min`. What is not zero is not called so. */
export function shortValueText(value: number, unit: Unit): ProgramText {
  const size = Math.abs(value);
  const sign = value < 0 ? trusted`−` : trusted``;
  if (unit === 'share') {
    return size > 0 && size < 0.005 ? trusted`${sign}<1 %` : trusted`${sign}${rounded(size * 100, 0)} %`;
  }
  if (unit !== 'seconds') return trusted`${sign}${rounded(size, size < 10 ? 1 : 0)}`;
  if (size < 60) return valueText(value, unit);
  const [of, name] = size < 3600 ? [60, trusted`min`] : size < 86_400 ? [3600, trusted`h`] : [86_400, trusted`d`];
  return trusted`${sign}${rounded(size / of, size / of < 10 ? 1 : 0)} ${name}`;
}

/** A change with its sign: `+3`, `−2.1 points`. One that rounds to nothing has none. */
export function changeText(change: number, unit: Unit): ProgramText {
  const amount = Math.abs(change);
  const size = unit === 'share' ? trusted`${rounded(amount * 100, 1)} points` : valueText(amount, unit);
  if (Number.parseFloat(size) === 0) return size;
  return change < 0 ? trusted`−${size}` : trusted`+${size}`;
}
