import { FEW_VALUES } from '../../insights/figures/change.ts';
import { METRICS, METRICS_OF_GROUPS } from '../../insights/metrics/catalogue.ts';
import { keysOfMetric } from '../../insights/kinds/keys.ts';
import type { Metric } from '../../insights/metrics/metric.ts';
import { changeCell, figureCell, labelWords } from './figure-cells.ts';
import type { CoverageData, FiguresData, GroupsData, PerformanceData, WaitingData } from './report-data.ts';
import { durationText } from '../../model/words/duration.ts';
import { daysText } from '../../model/words/time.ts';

/** A table, as it is written in any format: the first cell of a row is what the row is about. */
export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const GROUP_METRICS = METRICS.filter(({ name }) => METRICS_OF_GROUPS.some((one) => one === name));

/** The figures of a period, beside those of the one before where these can be compared. */
export function figuresTable({ period, overall, comparison }: PerformanceData): Table {
  // A part of the one beside all of the other would be taken for a change: a note says why there is none.
  const compared = comparison?.change === undefined ? undefined : { ...comparison, change: comparison.change };
  const heads = ['', daysText(period), ...(compared === undefined ? [] : [daysText(compared.period), 'change'])];
  const rows = METRICS.flatMap((metric) => {
    const now = figureCell(metric, overall);
    const before = compared && figureCell(metric, compared.overall);
    if (now === undefined && before === undefined) return [];
    const beside = compared === undefined ? [] : [before ?? '–', changeCell(metric, compared.change) ?? '–'];
    return [[labelWords(metric, overall), now ?? '–', ...beside]];
  });
  return { heads, rows };
}

/** Figures by agent or by day; `what` heads the first column. */
export function groupsTable(what: string, { groups }: Pick<GroupsData, 'groups'>, { overall }: PerformanceData): Table {
  // Where missed chats name no agent, those of no agent are all that have such a figure: it is the one of all.
  const named = groups.filter(({ key }) => key !== 'none');
  const isTold = (metric: Metric): boolean => named.some(({ metrics }) => figureCell(metric, metrics) !== undefined);
  const metrics = GROUP_METRICS.filter(isTold);
  return {
    heads: [what, ...metrics.map((metric) => labelWords(metric, overall))],
    rows: groups.map(({ key, label, metrics: figures }) => [
      `${label ?? key}${hasFew(figures) ? '*' : ''}`,
      ...metrics.map((metric) => figureCell(metric, figures) ?? '–'),
    ]),
  };
}

function hasFew({ chats }: FiguresData): boolean {
  return typeof chats === 'number' && chats < FEW_VALUES;
}

/** The meaning of the marks that some tables have. */
export function legend(tables: readonly Table[]): string[] {
  const cells = tables.flatMap(({ rows }) => rows.flat());
  return [
    ...(cells.some((cell) => /\*(?: \(\?\))?$/.test(cell))
      ? [`Marked *: of fewer than ${FEW_VALUES} chats, so chance alone may move it that much.`]
      : []),
    ...(cells.some((cell) => cell.endsWith(' (?)'))
      ? ['Marked (?): estimated from samples, and so widely that it may not have changed at all.']
      : []),
  ];
}

/** What came while nobody was there, and what waits now; undefined where it was not told. */
export function offlineWords({ offline }: PerformanceData): string | undefined {
  if (offline === undefined) return undefined;
  const { received, replied, unanswered, reply_seconds: reply, backlog, coverage } = offline;
  const { median, p90 } = reply ?? {};
  const about = reply?.estimated === true ? 'about ' : '';
  return [
    ...(coverage.complete ? [] : ['Not all were read; of those at hand:']),
    `Of the period: ${received} received, ${replied} replied to, ${unanswered} unanswered.`,
    ...(median === undefined || p90 === undefined
      ? []
      : [`First reply after ${about}${durationText(median)} (median), ${about}${durationText(p90)} (p90).`]),
    `Now ${backlog.n} wait${backlog.oldest_age_hours === undefined ? '' : `, the oldest for ${hours(backlog.oldest_age_hours)}`}.`,
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
export function definitions({ overall, definitions: words }: PerformanceData): (readonly [string, string])[] {
  return METRICS.filter((metric) => figureCell(metric, overall) !== undefined).flatMap((metric) => {
    const definition = words[keysOfMetric(metric).figure];
    return definition === undefined ? [] : [[metric.label, definition] as const];
  });
}
