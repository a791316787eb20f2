import { changeBetween } from '../../figures/change.ts';
import { FEW_VALUES } from '../../figures/statistics/chance.ts';
import type { Metric } from '../../figures/metrics/metric.ts';
import { headLabel, headOf, isMovedByChance } from '../../figures/figure-words.ts';
import { MOST_DAYS } from '../../figures/statistics/chance.ts';
import { targetText } from '../../figures/targets.ts';
import type { CodeName } from '../../model/codes.ts';
import { mapKnown } from '../../model/omit-undefined.ts';
import { enclose } from '../../privacy/boundary.ts';
import { tableCell } from '../../privacy/cleaned-text.ts';
import { quotedCell, type Words } from '../../privacy/quoted.ts';
import { codesOf } from '../figures/seen-codes.ts';
import { changedIn, type GroupRow } from './group-page.ts';
import type { Performance } from './performance.ts';

/** A table of groups, with all chats in its last row. */
export interface GroupTable {
  readonly head: string;
  /** The line of each group. */
  readonly lines: readonly Words[];
  /** The first groups between the head and the row of all: in a boundary where one of them is in a stranger's words. */
  readonly first: (count: number) => string;
  /** What its marks mean; empty where it has none. */
  readonly legend: string;
}

/** What stands in a cell where nothing is known. */
const NONE = '–';

/** A table with the columns that some group has; a figure that a group lacks is a dash, a group of few chats is marked. Undefined without a row or a column. */
export function groupTable(performance: Performance): GroupTable | undefined {
  const { rows, said, isNamed, asked, targets, present } = performance;
  const { groupings } = asked;
  const { tally } = present;
  const all = allRow(performance);
  // Days of two periods are not the same: then all chats alone are compared.
  const isCompared = rows.some(({ before }) => before !== undefined);
  const form = {
    // Without the means of spreads.
    isBrief: !isNamed,
    hasChats: said.some(({ name }) => name === 'chats'),
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
  const some = rows.filter(({ isOfNone }) => !isOfNone);
  const telling = some.length === 0 ? rows : some;
  const columns = said.filter((metric) => telling.some((row) => cellOf(row, metric) !== undefined));
  const open = openCodes(performance);
  if (rows.length === 0 || columns.length + open.length === 0) return undefined;
  // A sample has few transcripts of a group that has many chats.
  const areOfTranscripts = open.length === 0 && columns.every(({ basis }) => basis === 'transcripts');
  const isFew = ({ chats, figures }: GroupRow, metric: Metric) =>
    (areOfTranscripts ? (figures.get(metric)?.main?.n ?? 0) : chats) < FEW_VALUES;
  const isMarked = (row: GroupRow) =>
    row.chats > 0 && columns.some((metric) => isMovedByChance(metric) && row.figures.has(metric) && isFew(row, metric));
  const heads = [
    groupings.map((grouping) => headLabel(grouping.label, tally.isAssumed(grouping))).join(', '),
    ...columns.map((metric) =>
      headOf(
        metric,
        [all, ...rows].flatMap(({ figures, before }) => [figures.get(metric), before?.get(metric)]),
        form,
        mapKnown(targets.get(metric), (target) => targetText(metric, target)),
      ),
    ),
    ...open.map((code) => `${code}: value: chats`),
  ];
  const head = `| ${heads.join(' | ')} |\n|${'---|'.repeat(heads.length)}`;
  const lineOf = (row: GroupRow): Words => {
    const { own, text } = row.label;
    const counts = open.map((code) => countsCell([...tally.countsOf(code).keys()], tally.countsOf(code, row.group)));
    const cells = [...columns.map((metric) => cellOf(row, metric) ?? NONE), ...counts];
    const name = own === undefined ? quotedCell(text) : tableCell(own);
    return ['| ', name, `${isMarked(row) ? '*' : ''} | ${cells.join(' | ')} |`];
  };
  // Of a sample, most groups have too few: how many these are is said below.
  const isEmpty = (row: GroupRow) => areOfTranscripts && columns.every((metric) => cellOf(row, metric) === undefined);
  const lines = rows.map(lineOf);
  const areTold = rows.map((row) => !isEmpty(row));
  const last = ['all', ...columns.map((metric) => cellOf(all, metric) ?? NONE), ...open.map(() => NONE)];
  const fewWords = areOfTranscripts ? 'transcripts: examples, not a comparison' : 'chats';
  const areFew = rows.some((row) => isMarked(row) && !isEmpty(row));
  const areMarked = [all, ...rows].some(({ marked }) => columns.some((metric) => marked.has(metric)));
  return {
    head,
    lines,
    first: (count) => {
      const shown = lines.slice(0, count).filter((_, place) => areTold[place]);
      return enclose([[head], ...shown, [`| ${last.join(' | ')} |`]]);
    },
    legend: [
      ...(areFew ? [`* Fewer than ${FEW_VALUES} ${fewWords}.`] : []),
      ...chanceLegend(performance, areMarked, isCompared),
    ].join(' '),
  };
}

/** All chats of the period, as a row below its groups. */
function allRow({ present: { tally }, overall, compared, tested }: Performance) {
  if (compared?.change === undefined) return { figures: overall, marked: new Set<Metric>() };
  const chanceOf = (metric: Metric) => tally.chanceSince(compared.tally, metric);
  const change = changeBetween(compared.overall, overall, chanceOf, tested);
  return { figures: overall, before: compared.overall, marked: changedIn(change) };
}

/** What the mark of chance means, and that nothing has it where changes were tested. */
function chanceLegend({ rows, groups, tested }: Performance, areMarked: boolean, areGroupsCompared: boolean): string[] {
  const isPart = rows.length < groups.length;
  const corrected = `corrected for ${tested} figures${isPart && areMarked ? '; other pages may have more' : ''}`;
  if (!areGroupsCompared) return areMarked ? [`! Differs from all others beyond chance (${corrected}).`] : [];
  const verdicts = rows.flatMap(({ change }) => [...(change?.values() ?? [])].map(({ verdict }) => verdict));
  if (tested === 0 || verdicts.every((verdict) => verdict === 'not_tested'))
    return [`Changes are not tested against chance: too few chats or days, or more than ${MOST_DAYS} days.`];
  if (areMarked) return [`! Changed beyond chance (${corrected}).`];
  return [`No change${isPart ? ' on this page' : ''} is beyond chance (${corrected}).`];
}

const MOST_VALUES_IN_A_CELL = 3;

/** The codes that are told by value of each group: those of unknown meaning that have few values. */
function openCodes({ present: { tally }, said, asked }: Performance): CodeName[] {
  const grouped = new Set(codesOf(asked.groupings));
  return codesOf(said).filter(
    (name) => tally.open.unknown.has(name) && !grouped.has(name) && tally.countsOf(name).size <= MOST_VALUES_IN_A_CELL,
  );
}

/** The numbers of a group's chats with each value of a code: `0: 224, 1: 31`. */
function countsCell(values: readonly number[], counts: ReadonlyMap<number, number>): string {
  return values.map((value) => `${value}: ${counts.get(value) ?? 0}`).join(', ');
}
