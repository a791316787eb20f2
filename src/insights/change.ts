import type { Metrics } from './metrics.ts';

/** By how much a figure changed; relative to the earlier one where that is not zero. */
export interface Change {
  readonly absolute: number;
  readonly relative?: number;
}

/** How the main figures changed from one period to another; those that either lacks are left out. */
export function changeBetween(before: Metrics, now: Metrics): Record<string, Change> {
  const figures: readonly (readonly [name: string, before: number | undefined, now: number | undefined])[] = [
    ['chats', before.chats, now.chats],
    ['missed_rate', before.missed_rate, now.missed_rate],
    ['wait_seconds_median', before.wait_seconds?.median, now.wait_seconds?.median],
    ['duration_seconds_median', before.duration_seconds?.median, now.duration_seconds?.median],
    ['transfer_rate', before.transfer_rate, now.transfer_rate],
    ['rating_mean', before.rating?.mean, now.rating?.mean],
  ];
  return Object.fromEntries(
    figures.flatMap(([name, earlier, later]) =>
      earlier === undefined || later === undefined ? [] : [[name, changeOf(earlier, later)] as const],
    ),
  );
}

function changeOf(before: number, now: number): Change {
  const absolute = Math.round((now - before) * 10_000) / 10_000;
  return before === 0 ? { absolute } : { absolute, relative: Math.round(((now - before) / before) * 10_000) / 10_000 };
}
