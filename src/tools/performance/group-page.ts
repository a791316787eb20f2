import { changeBetween, mainNumberOf } from '../../insights/figures/change.ts';
import type { Grouping, Label } from '../../insights/groupings/grouping.ts';
import { METRICS, type MetricName } from '../../insights/metrics/catalogue.ts';
import type { Metric } from '../../insights/metrics/metric.ts';
import type { Group, Tally } from '../../insights/figures/tally.ts';
import { eachInSlices, inSlices, mapInSlices, sorted } from '../../model/slices.ts';
import { keyOfName } from '../../answers/rows/row-cursor.ts';
import type { Desk } from '../../answers/desk.ts';
import type { Measured } from '../../answers/kept-figures.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { agentNames, groupLabel, type GroupRow, type Names } from './group-words.ts';
import type { ComparedPeriod } from './compared-period.ts';
import { MAX_GROUPS } from './performance-arguments.ts';

/** The order of groups: by a metric, by their number of chats, or by what they are. */
export interface GroupOrder {
  readonly by: 'group' | 'chats' | 'metric';
  /** The metric of an order by metric. */
  readonly metric?: Metric | undefined;
  readonly isAscending: boolean;
}

/** The order that a question asks for; without one, that of its grouping: two groupings are in the order of their keys. */
export function orderOf(
  { order_by: by, ascending }: { order_by?: 'group' | MetricName | undefined; ascending?: boolean | undefined },
  groupings: readonly Grouping[],
): GroupOrder {
  const metric = METRICS.find(({ name }) => name === by);
  if (metric !== undefined) return { by: 'metric', metric, isAscending: ascending ?? false };
  const [only] = groupings;
  const isByChats = by === undefined && groupings.length === 1 && only?.order === 'chats';
  return isByChats ? { by: 'chats', isAscending: ascending ?? false } : { by: 'group', isAscending: ascending ?? true };
}

/** The limit of groups where a question gives none; groups that follow each other in time are shown as they fit. */
const DEFAULT_GROUPS = 20;

/** Returns the limit of groups on a page: the question's own, else the usual one of its groupings. */
export function limitOf({ limit }: { limit?: number | undefined }, groupings: readonly Grouping[]): number {
  if (limit !== undefined) return limit;
  const [only] = groupings;
  return groupings.length === 1 && only?.order === 'key' ? MAX_GROUPS : DEFAULT_GROUPS;
}

/**
 * The groups of a tally in their order. Those that lack the figure come last, whichever way it goes, and behind them chats of no
 * agent or country; equal ones are in the order of their counts, of their chats, and of their keys. `withEmpty`: also those that have no chat.
 */
export async function orderedGroups(
  tally: Tally,
  { by, metric, isAscending }: GroupOrder,
  withEmpty: boolean,
  { signal }: AskedQuestion,
): Promise<readonly Group[]> {
  const direction = isAscending ? 1 : -1;
  // There may be as many groups as visitors.
  const ranked = await mapInSlices(
    tally.groups(withEmpty),
    (group) => ({
      group,
      isNone: isOfNone(group, tally),
      ranks:
        by === 'group' ? [] : [...(metric === undefined ? [] : ranksBy(metric, group, tally)), tally.chatsOf(group)],
    }),
    signal,
  );
  const ordered = sorted(
    ranked,
    (one, other) =>
      Number(one.isNone) - Number(other.isNone) ||
      Number(one.ranks.includes(undefined)) - Number(other.ranks.includes(undefined)) ||
      direction * compareEach(one.ranks, other.ranks) ||
      (by === 'group' ? direction : 1) * compareEach(one.group.keys, other.group.keys),
  );
  return (await inSlices(ordered, signal)).map(({ group }) => group);
}

/** A group that has most of something, how many that is, and how many others have as many. */
export interface MostOfGroup {
  readonly group: Group;
  readonly count: number;
  readonly others: number;
}

/**
 * The group that has most of what the share orders them by; undefined where the first one has as many,
 * where another figure orders them, and where the lowest come first.
 */
export async function mostOf(
  groups: readonly Group[],
  tally: Tally,
  { metric, isAscending }: GroupOrder,
  { signal }: AskedQuestion,
): Promise<MostOfGroup | undefined> {
  const [first] = groups;
  if (metric?.kind !== 'share' || isAscending || first === undefined) return undefined;
  const countOf = (group: Group) => {
    const figure = tally.figureOf(metric, group);
    return figure?.kind === 'share' ? figure.count : 0;
  };
  let most = { group: first, count: countOf(first), others: 0 };
  await eachInSlices(
    groups,
    (group) => {
      const count = isOfNone(group, tally) ? 0 : countOf(group);
      if (count > most.count) most = { group, count, others: 0 };
      else if (count === most.count && group !== most.group) most.others += 1;
    },
    signal,
  );
  return most.group === first ? undefined : most;
}

/** Whether a group has the chats that name no agent, or have none of what else they are grouped by. */
function isOfNone({ keys }: Group, tally: Tally): boolean {
  return keys.some((key, index) => tally.keys[index]?.isNone?.(key) === true);
}

/** The numbers by which groups are ordered: that of the figure, and of how many that is. */
function ranksBy(metric: Metric, group: Group, tally: Tally): (number | undefined)[] {
  const figure = tally.figureOf(metric, group);
  const main = figure && mainNumberOf(figure);
  return [main?.value, figure !== undefined && 'count' in figure ? figure.count : 0];
}

function compareEach(some: readonly (number | undefined)[], others: readonly (number | undefined)[]): number {
  for (const [index, one = 0] of some.entries()) {
    const other = others[index] ?? 0;
    // Not by their difference: keys may be as large as numbers get.
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/** The name of a group among the others, the same in each answer. */
function nameOf({ keys }: Group, tally: Tally): string {
  return keys.map((key, index) => tally.keys[index]?.text(key) ?? '').join(' ');
}

/** The keys of a group in a cursor, of the place that it has among all. */
export function groupKeys(group: Group, place: number, tally: Tally): number[] {
  return [place, keyOfName(nameOf(group, tally))];
}

/** Returns the place at which a page of groups begins: after the group shown last, or at that group's place if it is gone. */
export function beginOf(groups: readonly Group[], tally: Tally, after: readonly number[] | undefined): number {
  if (after === undefined) return 0;
  const [place = 0, key] = after;
  const isLast = (group: Group | undefined) => group !== undefined && keyOfName(nameOf(group, tally)) === key;
  // Mostly it is where it was.
  const last = isLast(groups[place]) ? place : groups.findIndex(isLast);
  return last === -1 ? place : last + 1;
}

/** Some groups with their figures, what they are called, and how they changed since an earlier period, where it has them. */
export async function groupRows(
  groups: readonly Group[],
  measured: Measured,
  compared: Pick<ComparedPeriod, 'tally' | 'change'> | undefined,
  metrics: readonly Metric[],
  desk: Desk,
  question: AskedQuestion,
): Promise<(GroupRow & { readonly group: Group })[]> {
  const { tally } = measured;
  const labels = groups.map(({ keys }) => keys.flatMap((key, index) => tally.keys[index]?.label(key) ?? []));
  const names = await namesIn(labels.flat(), measured, desk, question);
  return mapInSlices(groups, (group, index) => {
    const figures = new Map([...tally.of(group)].filter(([metric]) => metrics.includes(metric)));
    const earlier = compared?.change && compared.tally;
    const then = earlier?.groupLike(group);
    // Of groups no more than of all.
    const changing = [...figures].filter(([metric]) => compared?.change?.has(metric));
    return {
      group,
      label: groupLabel(labels[index] ?? [], names),
      chats: tally.chatsOf(group),
      isOfNone: isOfNone(group, tally),
      figures,
      ...(earlier !== undefined &&
        then !== undefined && { change: changeBetween(earlier.of(then), new Map(changing)) }),
    };
  });
}

/** The names for which some labels of groups stand. */
export async function namesIn(
  labels: readonly Label[],
  { named }: Pick<Measured, 'named'>,
  { archive }: Desk,
  { redactor }: AskedQuestion,
): Promise<Names> {
  const visitorIds = labels.flatMap((label) => (label.kind === 'visitor' ? [label.visitorId] : []));
  return {
    agents: agentNames(await archive.agents.all(), named),
    visitors: await archive.visitors.contacts(visitorIds),
    redactor,
  };
}
