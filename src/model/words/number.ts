import { ProgramText, trusted } from '../text/trusted-text.ts';

/** A number to at most `decimals` places, a half away from zero; what rounds to nothing is 0, never −0. */
export function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const scaled = Math.abs(value) * factor;
  // 23 of 80 are 28.75 %, which a computer has as a little less: the last digit of a number is not told.
  const round = Math.round(Number.isInteger(scaled) ? scaled : Number(scaled.toPrecision(15))) / factor;
  return round === 0 ? 0 : Math.sign(value) * round;
}

/** A size to a tenth below ten, where that is a difference, and else whole. */
export function short(size: number): number {
  return rounded(size, size < 10 ? 1 : 0);
}

/** The sign of a change of which something is told. */
export function signOf(change: number): '−' | '+' {
  return change < 0 ? '−' : '+';
}

let format: Intl.NumberFormat | undefined;

/** A number with separators: `1,439`. */
export function groupedText(value: number): ProgramText {
  // Most numbers need no separator: the format takes ten times as long.
  if (Number.isInteger(value) && Math.abs(value) < 1000) return trusted`${value}`;
  // Made with the first number: it takes ten milliseconds, which no start of a server should wait for.
  format ??= new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
  return ProgramText.parse(format.format(value));
}
