import type { ChangePart } from './page-data.ts';

/** The change that a page shows a picture of: of those beyond chance, the surest; undefined where chance may have made all. */
export function pictured(changes: readonly ChangePart[]): ChangePart | undefined {
  const sure = changes.filter(({ data }) => data?.beyond_chance === true && data.causes.length > 0);
  return sure.reduce<ChangePart | undefined>(
    (surest, change) => (surest === undefined || timesChance(change) > timesChance(surest) ? change : surest),
    undefined,
  );
}

function timesChance({ data }: ChangePart): number {
  return Math.abs(data?.change ?? 0) / (data?.chance ?? Number.POSITIVE_INFINITY);
}
