import { MOST_DAYS } from '../../figures/statistics/chance.ts';
import { FEW_VALUES, type Change } from '../../figures/change.ts';
import type { Grouping, Label } from '../../figures/groupings/grouping.ts';
import type { CodeName } from '../../model/codes.ts';
import type { Figures, Metric } from '../../figures/metrics/metric.ts';
import { targetText, type TargetsBeside } from '../../figures/targets.ts';
import type { AgentId, VisitorId } from '../../model/ids.ts';
import { mapKnown } from '../../model/omit-undefined.ts';
import type { Agent, NamedAgent, VisitorContact } from '../../model/records.ts';
import { enclosed } from '../../privacy/boundary.ts';
import { joinMixed, mixed, quotedCell, type Quoted } from '../../privacy/quoted.ts';
import { tableCell } from '../../privacy/cleaned-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { headLabel, headOf, isMovedByChance } from '../../figures/figure-words.ts';
import { agentName, visitorWords } from '../../answers/words/names.ts';

/** Those whose names groups have. */
export interface Names {
  readonly agents: ReadonlyMap<AgentId, string>;
  readonly visitors: ReadonlyMap<VisitorId, VisitorContact>;
  readonly redactor: Redactor;
}

/** The label of a group, and whether it is in a stranger's words: `Anna Berg, week of 9 Nov`. */
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
  return { text: joinMixed(parts, ', '), ...(own.length === labels.length && { own: own.join(', ') }) };
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
  /** Those of the compared period, and the change since; absent where that is not known. */
  readonly before?: Figures;
  readonly change?: ReadonlyMap<Metric, Change>;
  /** The figures that changed beyond chance, or, where nothing is compared, differ from those of all others beyond chance. */
  readonly marked: ReadonlySet<Metric>;
}

/** A table of groups: its head, how a group becomes a row, and what its marks mean. */
export interface GroupTable<Row extends GroupRow> {
  readonly head: string;
  readonly row: (row: Row) => Quoted;
  /** Some rows between the head and that of all: in a boundary where one of them is in a stranger's words. */
  readonly whole: (rows: readonly Row[]) => string | undefined;
  readonly legend: string | undefined;
  /** Whether it has a row and a column. */
  readonly isTold: boolean;
}

/** What a table of groups is made of. */
export interface Tabled<Row extends GroupRow> {
  readonly groups: readonly Row[];
  readonly groupings: readonly Grouping[];
  readonly metrics: readonly Metric[];
  /** All chats. */
  readonly all: Pick<GroupRow, 'chats' | 'figures' | 'before' | 'marked'>;
  /** The number of figures that were held against chance. */
  readonly tested: number;
  /** Whether other pages have more groups. */
  readonly isPart: boolean;
  /** The goals of figures, by metric. */
  readonly targets: TargetsBeside;
  /** Whether a grouping rests on the meaning of a code that is only likely. */
  readonly isAssumed: (grouping: Grouping) => boolean;
  /** The counts of a group by value, of codes of unknown meaning. */
  readonly openOf: (row: Row) => ReadonlyMap<CodeName, string>;
  /** Without the means of spreads. */
  readonly isBrief: boolean;
}

/** A table with the columns that some group has, and all chats in its last row; a figure that a group lacks is a dash, a group of few chats is marked. */
export function groupTable<Row extends GroupRow>({
  groups,
  groupings,
  metrics,
  all,
  targets,
  isAssumed,
  openOf,
  tested,
  isPart,
  isBrief,
}: Tabled<Row>): GroupTable<Row> {
  // Days of two periods are not the same: then all chats alone are compared.
  const isCompared = groups.some(({ before }) => before !== undefined);
  const form = {
    isBrief,
    hasChats: metrics.some(({ name }) => name === 'chats'),
    hasIntervals: !isCompared && groupings.some(({ name }) => name === 'agent'),
  };
  const cellOf = (row: Pick<GroupRow, 'figures' | 'before' | 'marked'>, metric: Metric) => {
    const { figures, before, marked } = row;
    const cell = figures.get(metric)?.cell(form);
    const mark = marked.has(metric) ? '!' : '';
    if (before === undefined && (row === all || !isCompared)) return cell && `${cell}${mark}`;
    const earlier = before?.get(metric)?.cell(form);
    return cell === undefined && earlier === undefined ? undefined : `${earlier ?? NONE} → ${cell ?? NONE}${mark}`;
  };
  // Where missed chats name no agent, those of no agent are all that have such a figure: it is the one of all.
  const some = groups.filter(({ isOfNone }) => !isOfNone);
  const telling = some.length === 0 ? groups : some;
  const columns = metrics.filter((metric) => telling.some((group) => cellOf(group, metric) !== undefined));
  const open = [...new Set(groups.flatMap((group) => [...openOf(group).keys()]))];
  // A sample has few transcripts of a group that has many chats.
  const areOfTranscripts = open.length === 0 && columns.every(({ basis }) => basis === 'transcripts');
  const countOf = ({ chats, figures }: Row, metric: Metric) =>
    areOfTranscripts ? (figures.get(metric)?.main?.n ?? 0) : chats;
  const isMarked = (row: Row) =>
    row.chats > 0 &&
    columns.some((metric) => isMovedByChance(metric) && row.figures.has(metric) && countOf(row, metric) < FEW_VALUES);
  const name = groupings.map((grouping) => headLabel(grouping.label, isAssumed(grouping))).join(', ');
  const heads = [
    name,
    ...columns.map((metric) =>
      headOf(
        metric,
        [all, ...groups].flatMap(({ figures, before }) => [figures.get(metric), before?.get(metric)]),
        form,
        mapKnown(targets.get(metric), (target) => targetText(metric, target)),
      ),
    ),
    ...open.map((code) => `${code}: value: chats`),
  ];
  const head = `| ${heads.join(' | ')} |\n|${'---|'.repeat(heads.length)}`;
  const cells = (row: Pick<GroupRow, 'figures' | 'before' | 'marked'>, counts: ReadonlyMap<CodeName, string>) =>
    [...columns.map((metric) => cellOf(row, metric)), ...open.map((code) => counts.get(code))]
      .map((cell) => ` | ${cell ?? NONE}`)
      .join('');
  const cellsOf = (row: Row) => `${isMarked(row) ? '*' : ''}${cells(row, openOf(row))} |`;
  const rowOf = (row: Row) => mixed`| ${quotedCell(row.label.text)}${cellsOf(row)}`;
  const ownRowOf = (row: Row) => (row.label.own === undefined ? [] : [`| ${tableCell(row.label.own)}${cellsOf(row)}`]);
  const last = `| all${cells(all, new Map())} |`;
  // Of a sample, most groups have too few: how many these are is said below.
  const isEmpty = (row: Row) => areOfTranscripts && columns.every((metric) => cellOf(row, metric) === undefined);
  const fewWords = areOfTranscripts ? 'transcripts: examples, not a comparison' : 'chats';
  const few = groups.some((row) => isMarked(row) && !isEmpty(row)) ? [`* Fewer than ${FEW_VALUES} ${fewWords}.`] : [];
  const areMarked = [all, ...groups].some(({ marked }) => columns.some((metric) => marked.has(metric)));
  const legend = [...few, ...chanceLegend(areMarked, isCompared, tested, isPart)].join(' ');
  const isTold = groups.length > 0 && columns.length + open.length > 0;
  return {
    head,
    row: rowOf,
    whole: (rows) => {
      if (!isTold) return undefined;
      const shown = rows.filter((row) => !isEmpty(row));
      const own = shown.flatMap(ownRowOf);
      return own.length === shown.length
        ? [head, ...own, last].join('\n')
        : enclosed(joinMixed([head, ...shown.map(rowOf), last], '\n'));
    },
    legend: isTold && legend !== '' ? legend : undefined,
    isTold,
  };
}

/** What the mark of chance means, and that nothing has it where changes were tested. */
function chanceLegend(areMarked: boolean, isCompared: boolean, tested: number, isPart: boolean): string[] {
  const corrected = `corrected for ${tested} figures${isPart && areMarked ? '; other pages may have more' : ''}`;
  if (!isCompared) return areMarked ? [`! Differs from all others beyond chance (${corrected}).`] : [];
  if (tested === 0)
    return [`Changes are not tested against chance: too few chats or days, or more than ${MOST_DAYS} days.`];
  if (areMarked) return [`! Changed beyond chance (${corrected}).`];
  return [`No change${isPart ? ' on this page' : ''} is beyond chance (${corrected}).`];
}

/** The numbers of a group's chats with each value of a code: `0: 224, 1: 31`. */
export function countsCell(values: Iterable<number>, counts: ReadonlyMap<number, number>): string {
  return [...values].map((value) => `${value}: ${counts.get(value) ?? 0}`).join(', ');
}

/** What stands in a cell where nothing is known. */
const NONE = '–';
