import type { Group } from '../../insights/figures/tally.ts';
import type { Keys } from '../../insights/groupings/grouping.ts';
import { eachInSlices, inSlices, sorted } from '../../model/slices.ts';
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

/** A side of anything else than times, by itself: the first groups, in the order of the answer. */
export function firstGroups({ groups }: Performance, most: number): Pick<Axis, 'shown' | 'leftOut'> {
  const shown = groups.slice(0, most).flatMap(({ keys: [key] }) => key ?? []);
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
