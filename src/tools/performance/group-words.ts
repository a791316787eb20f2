import { FEW_VALUES, type Change } from '../../insights/figures/change.ts';
import type { Grouping, Label } from '../../insights/groupings/grouping.ts';
import type { CodeName } from '../../model/codes.ts';
import type { Figures, Metric } from '../../insights/metrics/metric.ts';
import type { AgentId, VisitorId } from '../../model/ids.ts';
import type { Agent, NamedAgent, VisitorContact } from '../../model/records.ts';
import { enclosed } from '../../privacy/boundary.ts';
import { joinMixed, mixed, quotedCell, type Quoted } from '../../privacy/quoted.ts';
import { tableCell } from '../../privacy/cleaned-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { changeCell, columnHead, figureCell, isMovedByChance } from '../figures/figure-words.ts';
import { agentName, visitorWords } from '../../answers/words/names.ts';

/** Those whose names groups have. */
export interface Names {
  readonly agents: ReadonlyMap<AgentId, string>;
  readonly visitors: ReadonlyMap<VisitorId, VisitorContact>;
  readonly redactor: Redactor;
}

/** The label of a group, and whether it is in a stranger's words: `Anna Berg · week of 2026-11-09`. */
export interface GroupLabel {
  readonly text: Quoted;
  /** Absent where a stranger's words are in it. */
  readonly own?: string;
}

/** The label of a group, of one part for each grouping. */
export function groupLabel(labels: readonly Label[], { agents, visitors, redactor }: Names): GroupLabel {
  const own: string[] = [];
  const parts = labels.map((label): Quoted | string => {
    switch (label.kind) {
      case 'visitor': {
        const { visitorId } = label;
        return visitorWords({ ...visitors.get(visitorId), visitorId }, redactor);
      }
      case 'country':
        return redactor.field(label.country, 60);
      case 'agent':
        return ownPart(own, agents.get(label.agentId) ?? `agent ${label.agentId}`);
      case 'words':
        return ownPart(own, label.words);
    }
  });
  return { text: joinMixed(parts, ' · '), ...(own.length === labels.length && { own: own.join(' · ') }) };
}

function ownPart(own: string[], part: string): string {
  own.push(part);
  return part;
}

/** The agents' names by id: as their list gives them, else as chats do, and with the id where two share a name. */
export function agentNames(listed: readonly Agent[], named: ReadonlyMap<AgentId, NamedAgent>): Map<AgentId, string> {
  const names = new Map<AgentId, string>();
  for (const agent of [...named.values(), ...listed]) {
    const name = agentName(agent);
    if (name !== undefined) names.set(agent.agentId, name);
  }
  const counts = Map.groupBy(names.values(), (name) => name);
  for (const [id, name] of names) {
    if ((counts.get(name)?.length ?? 0) > 1) names.set(id, `${name} (${id})`);
  }
  return names;
}

/** A row of a table of groups. */
export interface GroupRow {
  readonly label: GroupLabel;
  readonly chats: number;
  /** Whether it has the chats of no agent, or none of what else they are grouped by. */
  readonly isOfNone: boolean;
  readonly figures: Figures;
  /** The change since the compared period; absent where that is not known. */
  readonly change?: ReadonlyMap<Metric, Change>;
}

/** A table of groups: its head, how a group becomes a row, and what its marks mean. */
export interface GroupTable<Row extends GroupRow> {
  readonly head: string;
  readonly row: (row: Row) => Quoted;
  /** Some rows below the head: in a boundary where one of them is in a stranger's words. */
  readonly whole: (rows: readonly Row[]) => string | undefined;
  readonly legend: string | undefined;
}

/**
 * A table with the columns that some group has; a figure that a group lacks is a dash, a group of few chats is marked. The means
 * of spreads are left out where `isBrief`.
 */
export function groupTable<Row extends GroupRow>(
  groups: readonly Row[],
  groupings: readonly Grouping[],
  metrics: readonly Metric[],
  openOf: (row: Row) => ReadonlyMap<CodeName, string>,
  isBrief: boolean,
): GroupTable<Row> {
  const cellOf = ({ figures, change }: Pick<GroupRow, 'figures' | 'change'>, metric: Metric) => {
    const figure = figures.get(metric);
    const [cell, changed] = [figure && figureCell(figure, isBrief), change?.get(metric)];
    return cell !== undefined && changed !== undefined ? `${cell}; ${changeCell(metric, changed)}` : cell;
  };
  // Where missed chats name no agent, those of no agent are all that have such a figure: it is the one of all.
  const some = groups.filter(({ isOfNone }) => !isOfNone);
  const telling = some.length === 0 ? groups : some;
  const columns = metrics.filter((metric) => telling.some((group) => cellOf(group, metric) !== undefined));
  const open = [...new Set(groups.flatMap((group) => [...openOf(group).keys()]))];
  const isMarked = (group: Row) =>
    isOfFew(group) && columns.some((metric) => isMovedByChance(metric) && group.figures.has(metric));
  const isEstimated = groups.some(({ figures }) =>
    columns.some((metric) => {
      const figure = figures.get(metric);
      return figure !== undefined && 'estimated' in figure && figure.estimated;
    }),
  );
  const legend = [
    ...(groups.some(isMarked)
      ? [`Marked *: fewer than ${FEW_VALUES} chats, so chance alone may move the figures much.`]
      : []),
    ...changeLegend(groups.flatMap(({ change }) => columns.flatMap((metric) => change?.get(metric) ?? []))),
    ...(isEstimated ? ['~: estimated from a random sample.'] : []),
  ];
  const name = groupings.map((grouping) => grouping.label).join(' · ');
  const openHeads = open.map((code) => `${code}: value: chats`);
  const heads = [name, ...columns.map((metric) => columnHead(metric, isBrief)), ...openHeads].join(' | ');
  const rules = ['---', ...[...columns, ...open].map(() => '---')].join(' | ');
  const head = `| ${heads} |\n| ${rules} |`;
  const cells = (group: Row) => {
    const counts = openOf(group);
    const told = [
      ...columns.map((metric) => cellOf(group, metric) ?? NOT_KNOWN),
      ...open.map((code) => counts.get(code) ?? NOT_KNOWN),
    ];
    const row = ['', ...told].join(' | ');
    return `${isMarked(group) ? '*' : ''}${row} |`;
  };
  const rowOf = (group: Row) => mixed`| ${quotedCell(group.label.text)}${cells(group)}`;
  const ownRowOf = (group: Row) =>
    group.label.own === undefined ? [] : [`| ${tableCell(group.label.own)}${cells(group)}`];
  return {
    head,
    row: rowOf,
    whole: (rows) => {
      if (rows.length === 0 || columns.length + open.length === 0) return undefined;
      const own = rows.flatMap(ownRowOf);
      return own.length === rows.length
        ? [head, ...own].join('\n')
        : enclosed(joinMixed([head, ...rows.map(rowOf)], '\n'));
    },
    legend: legend.length === 0 || columns.length + open.length === 0 ? undefined : legend.join(' '),
  };
}

/** The numbers of a group's chats with each value of a code: `0: 224, 1: 31`. */
export function countsCell(values: Iterable<number>, counts: ReadonlyMap<number, number>): string {
  return [...values].map((value) => `${value}: ${counts.get(value) ?? 0}`).join(', ');
}

const NOT_KNOWN = '–';

function changeLegend(changes: readonly Change[]): string[] {
  if (changes.length === 0) return [];
  const marks = [
    'pp: percentage points',
    ...(changes.some(({ few }) => few === true) ? [`*: of fewer than ${FEW_VALUES} in one of the periods`] : []),
    ...(changes.some(({ uncertain }) => uncertain === true) ? ['(?): it may not have changed at all'] : []),
  ];
  return [
    `Behind a semicolon: the change since the compared period, of the median where there is one (${marks.join('; ')}).`,
  ];
}

function isOfFew({ chats }: Pick<GroupRow, 'chats'>): boolean {
  return chats > 0 && chats < FEW_VALUES;
}
