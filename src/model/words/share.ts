import { trusted, type ProgramText } from '../text/trusted-text.ts';
import { rounded } from './number.ts';

/** A share of one in percent, to a tenth: 0.0954 is 9.5. The same of a change of shares are its percentage points. */
export function percent(share: number): number {
  return rounded(share * 100, 1);
}

/** A share of one in words: `9.5 %`. */
export function percentText(share: number): ProgramText {
  return trusted`${percent(share)} %`;
}

/** How many of how many, in percent as lists have it: `6.4%`. */
export function shareText(count: number, of: number): string {
  return `${percent(count / of)}%`;
}

/** A change of a share in words, without its sign: `2.1 points`. */
export function pointsText(change: number): ProgramText {
  return trusted`${percent(change)} points`;
}

/** A share with the ends of its interval, in whole percent: `38%; 31–46`. */
export function estimatedShareText(share: number, low: number, high: number): ProgramText {
  const whole = (one: number): number => Math.round(one * 100);
  return trusted`${whole(share)}%; ${whole(low)}–${whole(high)}`;
}
