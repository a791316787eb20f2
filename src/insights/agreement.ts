/** How many of the rows that can speak for a claim do so. */
export interface Agreement {
  readonly n: number;
  readonly agreeing: number;
}

/** A claim below this confidence is not made: 11 rows that all agree do not reach it, 12 do. */
export const LEAST_CONFIDENCE = 0.75;
/** Rows are written while things happen, so proof need not be unanimous; more exceptions than this are a rule of their own. */
const NEARLY_ALL = 0.95;
/** The standard normal quantile of a 95 % interval. */
const Z = 1.959964;

/** The lower bound of the 95 % Wilson interval of the share that agrees: 0 for none at all, near 1 for many and all. */
export function confidenceOf(agreement: Agreement): number {
  return wilson(agreement, -1);
}

/** The upper bound of the same interval. */
export function mostOf(agreement: Agreement): number {
  return wilson(agreement, 1);
}

function wilson({ n, agreeing }: Agreement, side: -1 | 1): number {
  if (n === 0) return side === 1 ? 1 : 0;
  const share = agreeing / n;
  const width = Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  return (share + Z ** 2 / (2 * n) + side * width) / (1 + Z ** 2 / n);
}

/** Whether nearly all agree, and enough of them to be sure that it is not chance. */
export function isProven(agreement: Agreement): boolean {
  return agreement.agreeing >= NEARLY_ALL * agreement.n && confidenceOf(agreement) >= LEAST_CONFIDENCE;
}

/** Whether so many rows would prove a claim if they all agreed. */
export function isEnough(n: number): boolean {
  return isProven({ n, agreeing: n });
}
