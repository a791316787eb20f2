import { changeBetween, isBeyondChance, type Change } from '../../figures/change.ts';
import { FEW_VALUES } from '../../figures/statistics/chance.ts';
import { isOverChats } from '../../figures/chat-values.ts';
import type { Grouping, Label } from '../../figures/groupings/grouping.ts';
import { METRICS, type MetricName } from '../../figures/metrics/catalogue.ts';
import { figuresOf, type Figures, type Metric } from '../../figures/metrics/metric.ts';
import type { Group, Tally } from '../../figures/tally.ts';
import { inSlices, mapInSlices, sorted } from '../../model/slices.ts';
import { keyOfName } from '../../model/name-key.ts';
import type { Desk } from '../../answers/desk.ts';
import type { Measured } from '../../answers/kept-figures.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { agentNames, groupLabel, type GroupLabel, type Names } from './group-words.ts';
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

/** Whether a figure orders the groups: one of them has it. Those that lack it come last. */
export function isOrderedBy({ metric }: GroupOrder, [first]: readonly Group[], tally: Tally): boolean {
  return metric !== undefined && first !== undefined && tally.figureOf(metric, first)?.main !== undefined;
}

/** Whether a group has the chats that name no agent, or have none of what else they are grouped by. */
function isOfNone({ keys }: Group, tally: Tally): boolean {
  return keys.some((key, index) => tally.keys[index]?.isNone?.(key) === true);
}

/** The numbers by which groups are ordered: of a share how many it is first, since 40 of 86 are more than 2 of 2. */
function ranksBy(metric: Metric, group: Group, tally: Tally): (number | undefined)[] {
  const { main, count = 0 } = tally.figureOf(metric, group) ?? {};
  return main !== undefined && metric.kind.name === 'share' ? [count, main.value] : [main?.value, count];
}

function compareEach(some: readonly (number | undefined)[], others: readonly (number | undefined)[]): number {
  for (const [index, one = 0] of some.entries()) {
    const other = others[index] ?? 0;
    // Not by their difference: keys may be as large as numbers get.
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/** The keys of a group in a cursor: the place that it has among all, and its name, the same in each answer. */
export function groupKeys({ keys }: Group, place: number, tally: Tally): [place: number, name: number] {
  return [place, keyOfName(keys.map((key, index) => tally.keys[index]?.text(key) ?? '').join(' '))];
}

/** Returns the place at which a page of groups begins: after the group shown last, or at that group's place if it is gone. */
export function beginOf(groups: readonly Group[], tally: Tally, after: readonly number[] | undefined): number {
  if (after === undefined) return 0;
  const [place = 0, name] = after;
  const isLast = (group: Group | undefined) => group !== undefined && groupKeys(group, 0, tally)[1] === name;
  // Mostly it is where it was.
  const last = isLast(groups[place]) ? place : groups.findIndex(isLast);
  return last === -1 ? place : last + 1;
}

/** A group with its figures. */
export interface GroupRow {
  readonly group: Group;
  readonly label: GroupLabel;
  readonly chats: number;
  /** Whether it has the chats of no agent, or none of what else they are grouped by. */
  readonly isOfNone: boolean;
  readonly figures: Figures;
  /** Those of the compared period, and the change since; absent where that is not known. */
  readonly before?: Figures;
  readonly change?: ReadonlyMap<Metric, Change>;
  /** The figures that changed beyond chance, or, where nothing is compared, differ from those of all others beyond chance. */
  readonly marked: ReadonlySet<Metric>;
}

/** Some groups with their figures, what they are called, and how they changed since an earlier period, where it has them. */
export async function groupRows(
  groups: readonly Group[],
  {
    present,
    compared,
    shown,
    tested,
  }: {
    readonly present: Measured;
    readonly compared: (Pick<Measured, 'tally'> & { readonly change?: ReadonlyMap<Metric, Change> }) | undefined;
    readonly shown: readonly Metric[];
    readonly tested: number;
  },
  desk: Desk,
  question: AskedQuestion,
): Promise<GroupRow[]> {
  const { tally } = present;
  const labels = groups.map(({ keys }) => keys.flatMap((key, index) => tally.keys[index]?.label(key) ?? []));
  const names = await namesIn(labels.flat(), present, desk, question);
  const earlier = compared?.change && compared.tally;
  return mapInSlices(groups, (group, index): GroupRow => {
    const figures = figuresOf(tally.of(group), shown);
    const row = {
      group,
      label: groupLabel(labels[index] ?? [], names),
      chats: tally.chatsOf(group),
      isOfNone: isOfNone(group, tally),
      figures,
    };
    if (compared === undefined) return { ...row, marked: unlikeIn(tally, group, figures, tested) };
    const then = earlier?.groupLike(group);
    if (earlier === undefined || then === undefined) return { ...row, marked: new Set() };
    const before = earlier.of(then);
    // Of groups no more than of all.
    const changing = new Map([...figures].filter(([metric]) => compared.change?.has(metric)));
    const change = changeBetween(before, changing, (metric) => tally.chanceSince(earlier, metric, group), tested);
    return { ...row, before: figuresOf(before, shown), change, marked: changedIn(change) };
  });
}

/** The number of figures of groups among which chance may take one for more than it is: of all groups, not only those of a page. */
export function testedAmong(tally: Tally, metrics: readonly Metric[]): number {
  const some = tally.groups(false).filter((group) => tally.chatsOf(group) >= FEW_VALUES && !isOfNone(group, tally));
  return some.length * metrics.filter(isOverChats).length;
}

/** The figures that changed beyond chance. */
export function changedIn(change: ReadonlyMap<Metric, Change> = new Map()): Set<Metric> {
  return new Set([...change].flatMap(([metric, { verdict }]) => (verdict === 'beyond_chance' ? [metric] : [])));
}

/** The figures in which a group differs from all other chats beyond chance: not where it, or they, are few. */
function unlikeIn(tally: Tally, group: Group, figures: Figures, tested: number): Set<Metric> {
  const all = tally.overall();
  const isTold = (metric: Metric) => {
    const own = figures.get(metric)?.main?.n ?? 0;
    const others = (all.get(metric)?.main?.n ?? 0) - own;
    return Math.min(own, others) >= FEW_VALUES && isBeyondChance(tally.chanceAmong(metric, group), tested);
  };
  return new Set(isOfNone(group, tally) ? [] : [...figures.keys()].filter(isTold));
}

/** The names for which some labels of groups stand. */
export async function namesIn(
  labels: readonly Label[],
  { named }: Pick<Measured, 'named'>,
  { archive }: Desk,
  { redactor }: AskedQuestion,
): Promise<Names> {
  const visitorIds = labels.flatMap((label) => (label.kind === 'visitor' ? [label.visitorId] : []));
  const hasAgent = labels.some(({ kind }) => kind === 'agent');
  return {
    agents: hasAgent ? agentNames(await archive.agents.all(), named) : new Map(),
    visitors: visitorIds.length === 0 ? new Map() : await archive.visitors.contacts(visitorIds),
    redactor,
  };
}
