import type { Group } from '../../figures/tally.ts';
import type { Keys } from '../../figures/groupings/grouping.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import { eachInSlices, inSlices, sorted } from '../../model/slices.ts';
import { drawnFigure } from '../figures/figure-point.ts';
import type { Side } from './chart-choice.ts';
import type { Performance } from './performance.ts';

/** The groups along one side of a picture. */
export interface Axis extends Side {
  readonly keys: Keys;
  readonly shown: readonly number[];
  readonly leftOut: number;
}

/** A side of times: all of them, in their order, whether a chat came or not. */
export function timesOf(keys: Keys, hasCome: (key: number) => boolean): Pick<Axis, 'shown' | 'leftOut'> {
  const shown = keys
    .all()
    .filter(hasCome)
    .sort((one, other) => one - other);
  return { shown, leftOut: 0 };
}

/** A side of anything else than times, by itself: the first groups of which the figure can be drawn, in the order of the answer. */
export async function firstGroups(
  { groups, present: { tally } }: Performance,
  metric: Metric,
  most: number,
  signal: AbortSignal,
): Promise<Pick<Axis, 'shown' | 'leftOut'>> {
  const shown: number[] = [];
  await eachInSlices(
    groups,
    (group) => {
      const figure = shown.length < most ? tally.figureOf(metric, group) : undefined;
      if (figure !== undefined && drawnFigure(metric, figure, tally.chatsOf(group)) !== undefined)
        shown.push(group.keys[0] ?? 0);
    },
    signal,
  );
  return { shown, leftOut: groups.length - shown.length };
}

/** A side of anything else than times, beside another one: those with the most chats, or in the order that they have. */
export async function largestGroups(
  { grouping: { order }, index, most }: Side,
  keys: Keys,
  { groups, present: { tally } }: Performance,
  signal: AbortSignal,
): Promise<Pick<Axis, 'shown' | 'leftOut'>> {
  const chats = new Map<number, number>();
  const add = (group: Group) => {
    const key = group.keys[index] ?? 0;
    chats.set(key, (chats.get(key) ?? 0) + tally.chatsOf(group));
  };
  await eachInSlices(groups, add, signal);
  const isNone = (key: number) => Number(keys.isNone?.(key) ?? false);
  const chatsOf = (key: number) => (order === 'key' ? 0 : (chats.get(key) ?? 0));
  const ordered = sorted(
    [...chats.keys()],
    (one, other) => isNone(one) - isNone(other) || chatsOf(other) - chatsOf(one) || one - other,
  );
  const all = await inSlices(ordered, signal);
  return { shown: all.slice(0, most), leftOut: Math.max(0, all.length - most) };
}
