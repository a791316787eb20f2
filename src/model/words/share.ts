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

/** A share where there is little room, as on a chart: `43 %`. What is not zero is not called so: `<1 %`. */
export function shortPercentText(share: number): ProgramText {
  return share > 0 && share < 0.005 ? trusted`<1 %` : trusted`${rounded(share * 100, 0)} %`;
}

/** How many of how many, in whole percent: `23 %`. It divides last, which rounds 57 of 200 to 29 %: 0.285 × 100 is a little less than 28.5. */
export function wholePercentText(count: number, of: number): ProgramText {
  return trusted`${Math.round((100 * count) / of)} %`;
}

/** A share with the ends of its interval, in whole percent: `38 % (31–46)`. */
export function estimatedShareText(share: number, low: number, high: number): ProgramText {
  const whole = (one: number): number => Math.round(one * 100);
  return trusted`${whole(share)} % (${whole(low)}–${whole(high)})`;
}
