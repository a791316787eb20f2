import { wilsonInterval, type Counted } from './wilson.ts';

/** How many of the rows that can speak for a claim do so. */
export type Agreement = Counted;

/** A claim below this confidence is not made: 11 rows that all agree do not reach it, 12 do. */
export const LEAST_CONFIDENCE = 0.75;
/** Rows are written while things happen, so proof need not be unanimous; more exceptions than this are a rule of their own. */
const NEARLY_ALL = 0.95;

/** The lower bound of the 95 % Wilson interval of the share that agrees: 0 for none at all, near 1 for many and all. */
export function confidenceOf(agreement: Agreement): number {
  return wilsonInterval(agreement)[0];
}

/** The upper bound of the same interval. */
export function mostOf(agreement: Agreement): number {
  return wilsonInterval(agreement)[1];
}

/** Whether nearly all agree, and enough of them to be sure that it is not chance. */
export function isProven(agreement: Agreement): boolean {
  return agreement.agreeing >= NEARLY_ALL * agreement.n && confidenceOf(agreement) >= LEAST_CONFIDENCE;
}

/** Whether so many rows would prove a claim if they all agreed. */
export function isEnough(n: number): boolean {
  return isProven({ n, agreeing: n });
}
