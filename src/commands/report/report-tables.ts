import { FEW_VALUES } from '../../figures/change.ts';
import { METRICS, METRICS_OF_GROUPS } from '../../figures/metrics/catalogue.ts';
import type { CoverageData, GroupsData, PerformanceData, WaitingData } from './report-data.ts';
import { durationText } from '../../model/words/duration.ts';
import { daysText } from '../../model/words/time.ts';

/** A table, as it is written in any format: the first cell of a row is what the row is about. */
export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The figures of a period, beside those of the one before where these can be compared. */
export function figuresTable({ period, figures, comparison }: PerformanceData): Table {
  // A part of the one beside all of the other would be taken for a change: a note says why there is none.
  const compared = comparison?.change === undefined ? undefined : comparison.period;
  const heads = ['', daysText(period), ...(compared === undefined ? [] : [daysText(compared), 'change'])];
  const rows = figures
    .filter(({ words }) => words !== undefined || compared !== undefined)
    .map(({ label, words = '–', before = '–', change = '–' }) => [
      label,
      words,
      ...(compared === undefined ? [] : [before, change]),
    ]);
  return { heads, rows };
}

/** Figures by agent or by day; `what` heads the first column. */
export function groupsTable(what: string, { groups, heads }: Pick<GroupsData, 'groups' | 'heads'>): Table {
  const rows = groups.map(({ figures, ...group }) => ({
    ...group,
    chats: chatsOf({ figures }),
    cells: new Map(figures.map(({ metric, cell }) => [metric, cell])),
  }));
  // Where missed chats name no agent, those of no agent are all that have such a figure: it is the one of all.
  const named = rows.filter(({ key }) => key !== 'none');
  const metrics = METRICS_OF_GROUPS.filter((name) => named.some(({ cells }) => cells.get(name) !== undefined));
  return {
    heads: [what, ...metrics.map((name) => heads[name] ?? name)],
    rows: rows.map(({ key, label = key, chats, cells }) => [
      `${label}${chats < FEW_VALUES ? '*' : ''}`,
      ...metrics.map((name) => cells.get(name) ?? '–'),
    ]),
  };
}

/** The number of chats of a group. */
export function chatsOf({ figures }: Pick<GroupsData['groups'][number], 'figures'>): number {
  return figures.find(({ metric }) => metric === 'chats')?.main?.value ?? 0;
}

/** The meaning of the mark that some tables have. */
export function legend(tables: readonly Table[]): string[] {
  const isMarked = tables.some(({ rows }) => rows.flat().some((cell) => cell.endsWith('*')));
  return isMarked ? [`Marked *: fewer than ${FEW_VALUES} chats, so chance alone may move it that much.`] : [];
}

/** What came while nobody was there, and what waits now; undefined where it was not told. */
export function offlineWords({ offline, offline_statements: statements }: PerformanceData): string | undefined {
  if (offline === undefined) return undefined;
  return [
    ...(offline.coverage.complete ? [] : ['Not all were read; of those at hand:']),
    ...statements.map((statement) => `${statement.replace(/\.$/, '')}.`),
  ].join(' ');
}

/** The messages that wait for a reply, without a word of theirs. */
export function waitingTable({ messages }: Pick<WaitingData, 'messages'>): Table {
  return {
    heads: ['message', 'received', 'waits', 'decided', 'language'],
    rows: messages.map(({ offline_message_id: id, received_at: at, age_hours: age, triage, language }) => [
      String(id),
      minuteOf(at),
      hours(age),
      (triage?.priority ?? '–').replaceAll('_', ' '),
      language ?? '–',
    ]),
  };
}

/** Says of how many messages a table of so many is. */
export function waitingWords(shown: number, total: number): string {
  return `The ${shown === total ? total : `${shown} of ${total}`} that ${total === 1 ? 'waits' : 'wait'} for a reply, newest first, but for who wrote again or was served since:`;
}

function hours(age: number): string {
  return durationText(age * 3600);
}

function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

/** What a part of a report rests on, in a line. */
export function coverageLine(
  what: string,
  { complete, basis, as_of: asOf, rejected_records: rejected }: CoverageData,
): string {
  return [
    `${what}: ${complete ? `read whole (${basis})` : `not whole (${basis})`}`,
    ...(asOf === undefined ? [] : [`as of ${minuteOf(asOf)}`]),
    ...(rejected === 0 ? [] : [`${rejected} records could not be read`]),
  ].join(', ');
}

/** The definitions of the figures that are shown, by their labels. */
export function definitions({ figures }: PerformanceData): (readonly [string, string])[] {
  return figures.flatMap(({ metric, label }) => {
    const { definition } = METRICS.find(({ name }) => name === metric) ?? {};
    return definition === undefined ? [] : [[label, definition] as const];
  });
}
