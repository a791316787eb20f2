/** How many rows a walk will meet. */
export interface Expectation {
  readonly rows: number;
  /** As many as there are as good as certainly. */
  readonly atLeast: number;
  /** Whether it rests on what was read to an end before, or only on how far a walk under way has come. */
  /** Whether it was counted, and does not rest on what other days have. */
  readonly isCounted: boolean;
  readonly basis: 'learned' | 'guess';
}
