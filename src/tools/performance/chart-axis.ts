import type { Label } from '../../charts/chart.ts';
import type { Grouping, Keys } from '../../figures/groupings/grouping.ts';
import { inSlices, slices, sorted } from '../../model/slices.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { plainText, shortened } from '../../privacy/quoted.ts';
import { drawnFigure } from '../figures/figure-point.ts';
import type { Charted } from './chart-choice.ts';
import { namesIn } from './group-page.ts';
import { groupLabel } from './group-words.ts';
import type { Performance } from './performance.ts';
import type { ReadOf } from './read-times.ts';

/** The most groups that can be told apart: on the one side, or on both sides of a heat map, of which the second one lies across. */
const MOST = { trend: [400], columns: [31], bars: [20], 'heat map': [24, 100] } as const;

/** Longer names are cut, so that there is room for what they have. */
const LABEL_LENGTH = 40;

/** The groups along one side of a picture. */
export interface Axis {
  readonly grouping: Grouping;
  /** Which one of the question's groupings it is. */
  readonly index: number;
  readonly keys: Keys;
  readonly shown: readonly number[];
  readonly labels: readonly Label[];
  readonly leftOut: number;
}

/** The groups of each side, or, where they are too many to tell apart, which. */
export async function axesOf(
  performance: Performance,
  { metric, kind, groupings, sides }: Charted,
  readOf: ReadOf,
  desk: Desk,
  question: AskedQuestion,
): Promise<Axis[] | string> {
  const { present, groups } = performance;
  const axes: Axis[] = [];
  for (const [place, grouping] of sides.entries()) {
    const index = groupings.indexOf(grouping);
    const keys = present.tally.keys[index];
    const most = MOST[kind][place] ?? 0;
    if (keys === undefined) continue;
    const isHeatMap = kind === 'heat map';
    const shown =
      keys.at !== undefined
        ? timesOf(keys, (key) => isHeatMap || readOf([key]) !== undefined)
        : isHeatMap
          ? await keysByChats(grouping, index, keys, performance, question)
          : await drawnKeys(metric, most, performance, question);
    if (keys.at !== undefined && shown.length > most)
      return `${shown.length} ${grouping.label}s are too many to tell apart`;
    const all = keys.at !== undefined || isHeatMap ? shown.length : groups.length;
    const first = shown.slice(0, most);
    const labels = first.map((key) => keys.label(key));
    const names = await namesIn(labels, present, desk, question);
    axes.push({
      grouping,
      index,
      keys,
      shown: first,
      labels: labels.map((label) =>
        label.kind === 'words'
          ? ownLabel(label.words)
          : { text: plainText(shortened(groupLabel([label], names).text, LABEL_LENGTH)) },
      ),
      leftOut: all - first.length,
    });
  }
  return axes;
}

/** A label in our own words. */
export function ownLabel(text: string): Label {
  return { text, own: text };
}

/** All times, in their order, whether a chat came or not. */
export function timesOf(keys: Keys, hasCome: (key: number) => boolean): number[] {
  return keys
    .all()
    .filter(hasCome)
    .sort((one, other) => one - other);
}

/** The first groups of which the figure can be drawn, in the order of the answer. */
async function drawnKeys(
  metric: Charted['metric'],
  most: number,
  { groups, present: { tally } }: Performance,
  { signal }: AskedQuestion,
): Promise<number[]> {
  const shown: number[] = [];
  for (const group of groups) {
    if (shown.length === most) break;
    if (slices.isOver()) await slices.next(signal);
    const figure = tally.figureOf(metric, group);
    if (figure !== undefined && drawnFigure(metric, figure, tally.chatsOf(group)) !== undefined)
      shown.push(group.keys[0] ?? 0);
  }
  return shown;
}

/** The keys of one of two groupings: those with the most chats first, or in the order that they have. */
async function keysByChats(
  { order }: Grouping,
  index: number,
  keys: Keys,
  { groups, present: { tally } }: Performance,
  { signal }: AskedQuestion,
): Promise<readonly number[]> {
  const chats = new Map<number, number>();
  for (const group of groups) {
    if (slices.isOver()) await slices.next(signal);
    const key = group.keys[index] ?? 0;
    chats.set(key, (chats.get(key) ?? 0) + tally.chatsOf(group));
  }
  const isNone = (key: number) => Number(keys.isNone?.(key) ?? false);
  const chatsOf = (key: number) => (order === 'key' ? 0 : (chats.get(key) ?? 0));
  const ordered = sorted(
    [...chats.keys()],
    (one, other) => isNone(one) - isNone(other) || chatsOf(other) - chatsOf(one) || one - other,
  );
  return inSlices(ordered, signal);
}
