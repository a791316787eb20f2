import { trusted, type ProgramText } from './trusted-text.ts';

/** A duration in words: `45 s`, `3 min 12 s`, `2 h 5 min`, `3 d 4 h`. */
export function durationText(durationSeconds: number): ProgramText {
  const total = Math.round(durationSeconds);
  if (total < 60) return trusted`${total} s`;
  if (total < 3600) return two(Math.floor(total / 60), trusted`min`, total % 60, trusted`s`);
  const minutes = Math.round(total / 60);
  if (minutes < 1440) return two(Math.floor(minutes / 60), trusted`h`, minutes % 60, trusted`min`);
  const hours = Math.round(total / 3600);
  return two(Math.floor(hours / 24), trusted`d`, hours % 24, trusted`h`);
}

function two(large: number, largeUnit: ProgramText, small: number, smallUnit: ProgramText): ProgramText {
  return small === 0 ? trusted`${large} ${largeUnit}` : trusted`${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** A share in percent with one decimal: `9.5 %`. */
export function percentText(share: number): ProgramText {
  return trusted`${rounded(share * 100, 1)} %`;
}

/** A number to at most `decimals` places; what rounds to nothing is 0, never −0. */
export function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const round = Math.round(value * factor) / factor;
  return round === 0 ? 0 : round;
}
