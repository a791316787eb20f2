import { ProgramText } from '../text/trusted-text.ts';

/** A number to at most `decimals` places; what rounds to nothing is 0, never −0. */
export function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const round = Math.round(value * factor) / factor;
  return round === 0 ? 0 : round;
}

/** A size to a tenth below ten, where that is a difference, and else whole. */
export function short(size: number): number {
  return rounded(size, size < 10 ? 1 : 0);
}

/** The sign of a change of which something is told. */
export function signOf(change: number): '−' | '+' {
  return change < 0 ? '−' : '+';
}

const GROUPED = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A number with separators: `1,439`. */
export function groupedText(value: number): ProgramText {
  return ProgramText.parse(GROUPED.format(value));
}
