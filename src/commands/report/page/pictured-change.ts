import type { ChangePart } from './page-data.ts';

/** The change that a page shows a picture of: that whose first cause is the surest; undefined where none stands out. */
export function pictured(changes: readonly ChangePart[]): ChangePart | undefined {
  return changes.reduce<ChangePart | undefined>(
    (surest, change) => (sureness(change) > sureness(surest) ? change : surest),
    undefined,
  );
}

/** How many times as much as chance the surest cause of a change makes. */
function sureness(change: ChangePart | undefined): number {
  const [first] = change?.data?.causes ?? [];
  return first === undefined ? 0 : Math.abs(first.contribution) / first.chance;
}
