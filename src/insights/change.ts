import type { Metrics } from './metrics.ts';

/** By how much a figure changed; relative to the earlier one where that is not zero. */
export interface Change {
  readonly absolute: number;
  readonly relative?: number;
}

export const CHANGING_FIGURES = [
  'chats',
  'missed_rate',
  'wait_seconds_median',
  'duration_seconds_median',
  'transfer_rate',
  'rating_mean',
] as const;
export type ChangingFigure = (typeof CHANGING_FIGURES)[number];

function figureOf(metrics: Metrics, figure: ChangingFigure): number | undefined {
  switch (figure) {
    case 'wait_seconds_median':
      return metrics.wait_seconds?.median;
    case 'duration_seconds_median':
      return metrics.duration_seconds?.median;
    case 'rating_mean':
      return metrics.rating?.mean;
    default:
      return metrics[figure];
  }
}

/** How the main figures changed from one period to another, to four decimals; those that either lacks are left out. */
export function changeBetween(before: Metrics, now: Metrics): Partial<Record<ChangingFigure, Change>> {
  return Object.fromEntries(
    CHANGING_FIGURES.flatMap((figure) => {
      const [earlier, later] = [figureOf(before, figure), figureOf(now, figure)];
      return earlier === undefined || later === undefined ? [] : [[figure, changeOf(earlier, later)] as const];
    }),
  );
}

function changeOf(before: number, now: number): Change {
  const absolute = fourDecimals(now - before);
  return before === 0 ? { absolute } : { absolute, relative: fourDecimals((now - before) / before) };
}

function fourDecimals(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
