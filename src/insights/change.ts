import type { Metrics } from './metrics.ts';

/** Of so few, chance alone moves a figure much: it is shown, and marked. */
export const FEW = 20;

/** By how much a figure changed; relative to the earlier one where that is not zero. */
export interface Change {
  readonly absolute: number;
  readonly relative?: number;
  /** Whether one of the two rests on fewer than FEW chats; absent if not. */
  readonly few?: true;
  /** Whether estimates are so wide that there may be no change at all; absent if not. */
  readonly uncertain?: true;
}

export const CHANGING_FIGURES = [
  'chats',
  'missed_rate',
  'wait_seconds_median',
  'first_response_seconds_median',
  'duration_seconds_median',
  'service_level_rate',
  'transfer_rate',
  'dropped_rate',
  'rating_mean',
] as const;
export type ChangingFigure = (typeof CHANGING_FIGURES)[number];

/** A figure, of how many, and between which values it lies where it is an estimate. */
interface Figure {
  readonly value: number;
  readonly n: number;
  readonly between?: readonly [number, number];
}

/** A figure that metrics may lack. */
type Sought = Omit<Figure, 'value' | 'n'> & { readonly [Part in 'value' | 'n']: number | undefined };

function figureOf(metrics: Metrics, name: ChangingFigure): Sought {
  const { chats, served, missed_unknown = 0, wait_seconds, duration_seconds, rating } = metrics;
  switch (name) {
    case 'chats':
      return { value: chats, n: chats };
    case 'missed_rate':
      return { value: metrics.missed_rate, n: chats - missed_unknown };
    case 'wait_seconds_median':
      return { value: wait_seconds?.median, n: wait_seconds?.n };
    case 'first_response_seconds_median': {
      const { median, n, ci95 } = metrics.first_response_seconds ?? {};
      return { value: median, n, ...(ci95 !== undefined && { between: ci95 }) };
    }
    case 'duration_seconds_median':
      return { value: duration_seconds?.median, n: duration_seconds?.n };
    case 'service_level_rate':
      return { value: metrics.service_level?.rate, n: chats - missed_unknown };
    case 'transfer_rate':
      return { value: metrics.transfer_rate, n: served };
    case 'dropped_rate': {
      const { rate, sampled, ci95 } = metrics.dropped ?? {};
      return { value: rate, n: sampled, ...(ci95 !== undefined && { between: ci95 }) };
    }
    case 'rating_mean':
      return { value: rating?.mean, n: rating?.n };
  }
}

/** How the main figures changed from one period to another, to four decimals; those that either lacks are left out. */
export function changeBetween(before: Metrics, now: Metrics): Partial<Record<ChangingFigure, Change>> {
  return Object.fromEntries(
    CHANGING_FIGURES.flatMap((name) => {
      const [earlier, later] = [figureOf(before, name), figureOf(now, name)];
      return isKnown(earlier) && isKnown(later) ? [[name, changeOf(earlier, later)] as const] : [];
    }),
  );
}

function isKnown(figure: Sought): figure is Figure {
  return figure.value !== undefined && figure.n !== undefined;
}

function changeOf(before: Figure, now: Figure): Change {
  const difference = now.value - before.value;
  return {
    absolute: fourDecimals(difference),
    ...(before.value !== 0 && { relative: fourDecimals(difference / before.value) }),
    ...(Math.min(before.n, now.n) < FEW && { few: true }),
    ...(mayBeEqual(before, now) && { uncertain: true }),
  };
}

/** Exact figures differ as they do; estimates whose intervals meet may not differ. */
function mayBeEqual(before: Figure, now: Figure): boolean {
  if (before.between === undefined && now.between === undefined) return false;
  const [low, high] = before.between ?? [before.value, before.value];
  const [nowLow, nowHigh] = now.between ?? [now.value, now.value];
  return nowLow <= high && low <= nowHigh;
}

function fourDecimals(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
