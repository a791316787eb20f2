import type { EpochMillis, Seconds } from './units.ts';

/**
 * How sure it is that nothing is missing (design, "Shapes"):
 * - `proven`: every walk ended in a page without new rows, and page 1, read again, had not moved;
 * - `assumed`: a walk ended in another way that the specification leaves open;
 * - `capped`: a walk reached the page cap;
 * - `partial`: the deadline, the budget or a cancellation ended it early, or the API showed nothing of what it had;
 * - `denied`: the login may not read it;
 * - `stale`: the API could not be reached, and older records answered.
 */
export const BASES = ['proven', 'assumed', 'capped', 'partial', 'stale', 'denied'] as const;
export type Basis = (typeof BASES)[number];

/** The weaker of two: an answer is as sure as its least sure part. */
export function weakerBasis(one: Basis, other: Basis): Basis {
  return BASES.indexOf(one) >= BASES.indexOf(other) ? one : other;
}

/** What is known of a range of days of chats, or of a whole list. */
export interface Coverage {
  readonly basis: Basis;
  /** How many days (for a list: 1) were asked for, and how many of them were walked to an end. */
  readonly asked: number;
  readonly covered: number;
  /** The oldest look at any part of it; absent when no part was ever read. */
  readonly asOf?: EpochMillis;
  /** Records that could not be read and are missing from the answer. */
  readonly rejectedRecords: number;
  /** What the rest would cost, where it can be told. */
  readonly remaining?: { readonly requests: number; readonly seconds: Seconds };
}

/** Whether an answer may speak of the whole of what was asked. */
export function isComplete({ basis, asked, covered, rejectedRecords }: Coverage): boolean {
  return covered >= asked && rejectedRecords === 0 && (basis === 'proven' || basis === 'assumed');
}
