import { omitUndefined } from '../model/omit-undefined.ts';
import { fineSpanText } from '../model/words/duration.ts';
import { groupedText, rounded, signOf } from '../model/words/number.ts';
import { percent, pointsText, shareText } from '../model/words/share.ts';
import type { MainNumber } from './kinds/figure.ts';
import type { Figures, Metric } from './metrics/metric.ts';

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

/** Returns how figures changed from one period to another, to four decimals; those that either lacks are left out. */
export function changeBetween(before: Figures, now: Figures): ReadonlyMap<Metric, Change> {
  return new Map(
    [...now].flatMap(([metric, { main: later }]) => {
      const earlier = before.get(metric)?.main;
      return earlier === undefined || later === undefined ? [] : [[metric, changeOf(earlier, later)] as const];
    }),
  );
}

function changeOf(before: MainNumber, now: MainNumber): Change {
  const difference = now.value - before.value;
  return {
    absolute: rounded(difference, 4),
    ...omitUndefined({ relative: before.value === 0 ? undefined : rounded(difference / before.value, 4) }),
    ...(Math.min(before.n, now.n) < FEW_VALUES && { few: true }),
    ...(mayBeEqual(before, now) && { uncertain: true }),
  };
}

/** Exact figures differ as they do; estimates whose intervals meet may not differ. */
function mayBeEqual(before: MainNumber, now: MainNumber): boolean {
  if (before.interval === undefined && now.interval === undefined) return false;
  const [low, high] = before.interval ?? [before.value, before.value];
  const [nowLow, nowHigh] = now.interval ?? [now.value, now.value];
  return nowLow <= high && low <= nowHigh;
}

/** A change in words: `−257 (−15.2%)`, `−6.3 points`, `+15 s`; `unchanged` where it is too small to show. */
export function changeText({ kind: { unit } }: Metric, { absolute, relative = 0, few, uncertain }: Change): string {
  const size = sizeText(Math.abs(absolute), unit);
  const marks = `${few === true ? '*' : ''}${uncertain === true ? ', within chance' : ''}`;
  if (size === undefined) return `unchanged${marks}`;
  const sign = signOf(absolute);
  // A share of a share is taken for points, and one of a median says less than its seconds.
  const isTold = unit !== 'share' && unit !== 'seconds' && unit !== 'rating' && Math.abs(relative) >= 0.0005;
  return `${sign}${size}${isTold ? ` (${sign}${shareText(Math.abs(relative), 1)})` : ''}${marks}`;
}

function sizeText(size: number, unit: Metric['kind']['unit']): string | undefined {
  switch (unit) {
    case 'share':
      return percent(size) === 0 ? undefined : pointsText(size);
    case 'seconds':
      return rounded(size, 1) === 0 ? undefined : fineSpanText(size);
    case 'rating':
    case 'number':
      return rounded(size, 2) === 0 ? undefined : `${rounded(size, 2)}`;
    case 'chats':
      return size === 0 ? undefined : groupedText(size);
  }
}
