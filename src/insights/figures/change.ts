import { omitUndefined } from '../../model/omit-undefined.ts';
import type { Figure } from '../kinds/figure.ts';
import type { Figures, Metric } from '../metrics/metric.ts';

/** The number of chats below which chance alone moves a figure much: it is shown, and marked. */
export const FEW_VALUES = 20;

/** The change of a figure; relative to the earlier one where that is not zero. */
export interface Change {
  readonly absolute: number;
  readonly relative?: number;
  /** Whether one of the two rests on fewer than FEW_VALUES chats; absent if not. */
  readonly few?: true;
  /** Whether estimates are so wide that there may be no change at all; absent if not. */
  readonly uncertain?: true;
}

/** The number of a figure by which chats are compared, of how many, and between which values it lies where it is an estimate. */
export interface MainNumber {
  readonly value: number;
  readonly n: number;
  readonly between?: readonly [number, number];
}

/** A count as such, a share's rate, a spread's median, a mean; undefined for a figure without one. */
export function mainNumberOf(figure: Figure): MainNumber | undefined {
  switch (figure.kind) {
    case 'count':
      return { value: figure.count, n: figure.count };
    case 'distinct':
      return { value: figure.n, n: figure.n };
    case 'share':
      return figure.of === 0 ? undefined : { value: figure.count / figure.of, n: figure.of };
    case 'spread':
      return figure.median === undefined ? undefined : { value: figure.median, n: figure.n };
    case 'rating':
      return figure.mean === undefined ? undefined : { value: figure.mean, n: figure.n };
    case 'service level': {
      const of = figure.offered ?? figure.served;
      return of === 0 ? undefined : { value: figure.answeredWithin / of, n: of };
    }
    case 'concurrency':
      return { value: figure.mean, n: Number.POSITIVE_INFINITY };
    case 'hourly':
      return { value: figure.rate, n: Number.POSITIVE_INFINITY };
    case 'estimated spread': {
      const { median, n, ci95 } = figure;
      return median === undefined ? undefined : omitUndefined({ value: median, n, between: ci95 });
    }
    case 'estimated share': {
      const { rate, sampled, ci95 } = figure;
      return rate === undefined ? undefined : omitUndefined({ value: rate, n: sampled, between: ci95 });
    }
  }
}

/** Returns how figures changed from one period to another, to four decimals; those that either lacks are left out. */
export function changeBetween(before: Figures, now: Figures): ReadonlyMap<Metric, Change> {
  return new Map(
    [...now].flatMap(([metric, figure]) => {
      const old = before.get(metric);
      const [earlier, later] = [old && mainNumberOf(old), mainNumberOf(figure)];
      return earlier === undefined || later === undefined ? [] : [[metric, changeOf(earlier, later)] as const];
    }),
  );
}

function changeOf(before: MainNumber, now: MainNumber): Change {
  const difference = now.value - before.value;
  return {
    absolute: fourDecimals(difference),
    ...(before.value !== 0 && { relative: fourDecimals(difference / before.value) }),
    ...(Math.min(before.n, now.n) < FEW_VALUES && { few: true }),
    ...(mayBeEqual(before, now) && { uncertain: true }),
  };
}

/** Exact figures differ as they do; estimates whose intervals meet may not differ. */
function mayBeEqual(before: MainNumber, now: MainNumber): boolean {
  if (before.between === undefined && now.between === undefined) return false;
  const [low, high] = before.between ?? [before.value, before.value];
  const [nowLow, nowHigh] = now.between ?? [now.value, now.value];
  return nowLow <= high && low <= nowHigh;
}

function fourDecimals(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
