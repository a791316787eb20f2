import { FEW_VALUES } from '../../insights/figures/change.ts';
import { METRICS, METRICS_OF_GROUPS } from '../../insights/metrics/catalogue.ts';
import { keysOfMetric, type Metric } from '../../insights/metrics/metric.ts';
import { durationWords } from '../../mcp/words/quantities.ts';
import { changeCell, figureCell } from './figure-cells.ts';
import type { CoverageData, FiguresData, GroupsData, PerformanceData, WaitingData } from './report-data.ts';

/** All that a report is made of. */
export interface ReportData {
  readonly performance: PerformanceData;
  readonly byAgent: GroupsData;
  readonly byDay: GroupsData;
  readonly waiting: WaitingData;
  /** What the answer says of figures that are missing or not sure: paragraphs of its text. */
  readonly notes: readonly string[];
  readonly notesByAgent: readonly string[];
}

const GROUP_METRICS = METRICS.filter(({ name }) => METRICS_OF_GROUPS.some((one) => one === name));

/** Returns a report as one document of Markdown. */
export function reportWords(data: ReportData): string {
  const { performance, byAgent, byDay, waiting, notes } = data;
  const { from, to, timezone } = performance.period;
  const missing = notWhole(data);
  return [
    `# Support from ${from} to ${to} (${timezone})`,
    ...(missing.length === 0 ? [] : [`**Not whole:** ${missing.join('; ')}.`]),
    '## Figures',
    figuresTable(performance),
    ...notes,
    '## By agent',
    groupsTable('agent', byAgent),
    ...data.notesByAgent,
    ...(byAgent.next_cursor === undefined ? [] : ['There are more agents than are shown.']),
    '## By day',
    groupsTable('day', byDay),
    `Marked *: of fewer than ${FEW_VALUES}, so chance alone may move it that much.`,
    '## Offline messages',
    ...offlineParagraphs(performance),
    ...waitingTable(waiting),
    '## What it rests on',
    coverageLines(data).join('\n'),
    '## What the figures mean',
    definitions(performance),
  ].join('\n\n');
}

/** The parts that are not whole, and why, as far as that is known. */
export function notWhole({ performance, byAgent, byDay, waiting }: ReportData): string[] {
  const parts: [what: string, coverage: CoverageData | undefined][] = [
    ['the chats of the period', performance.coverage],
    ['the chats of the period before', performance.comparison?.coverage],
    ['the chats by agent', byAgent.coverage],
    ['the chats by day', byDay.coverage],
    ['the offline messages', waiting.coverage],
    ['the replies to offline messages', performance.offline?.coverage],
  ];
  return parts.flatMap(([what, coverage]) =>
    coverage === undefined || coverage.complete ? [] : [`${what} were not read to their end (${coverage.basis})`],
  );
}

function figuresTable({ period, overall, comparison }: PerformanceData): string {
  const heads = ['', daysOf(period), ...(comparison === undefined ? [] : [daysOf(comparison.period), 'change'])];
  const rows = METRICS.flatMap((metric) => {
    const now = figureCell(metric, overall);
    const before = comparison && figureCell(metric, comparison.overall);
    if (now === undefined && before === undefined) return [];
    const compared = comparison === undefined ? [] : [before ?? '–', changeCell(metric, comparison.change) ?? '–'];
    return [[metric.label, now ?? '–', ...compared]];
  });
  return table(heads, rows);
}

function daysOf({ from, to }: PerformanceData['period']): string {
  return from === to ? from : `${from} to ${to}`;
}

function groupsTable(what: string, { groups }: GroupsData): string {
  if (groups.length === 0) return 'There was no chat.';
  const isTold = (metric: Metric): boolean => groups.some(({ metrics }) => figureCell(metric, metrics) !== undefined);
  const metrics = GROUP_METRICS.filter(isTold);
  return table(
    [what, ...metrics.map(({ label }) => label)],
    groups.map(({ key, label, metrics: data }) => [
      `${label ?? key}${hasFew(data) ? '*' : ''}`,
      ...metrics.map((metric) => figureCell(metric, data) ?? '–'),
    ]),
  );
}

function hasFew({ chats }: FiguresData): boolean {
  return typeof chats === 'number' && chats < FEW_VALUES;
}

function offlineParagraphs({ offline }: PerformanceData): string[] {
  if (offline === undefined) return [];
  const { received, replied, unanswered, reply_seconds: reply, backlog } = offline;
  const { median, p90 } = reply ?? {};
  const about = reply?.estimated === true ? 'about ' : '';
  return [
    [
      `Of the period: ${received} received, ${replied} replied to, ${unanswered} unanswered.`,
      ...(median === undefined || p90 === undefined
        ? []
        : [`First reply after ${about}${durationWords(median)} (median), ${about}${durationWords(p90)} (p90).`]),
      `Now ${backlog.n} wait${backlog.oldest_age_hours === undefined ? '' : `, the oldest for ${hours(backlog.oldest_age_hours)}`}.`,
    ].join(' '),
  ];
}

function waitingTable({ total, messages }: WaitingData): string[] {
  if (messages.length === 0) return ['No message waits for a reply.'];
  const rows = messages.map(({ offline_message_id: id, received_at: at, age_hours: age, priority, language }) => [
    String(id),
    at.slice(0, 16).replace('T', ' '),
    hours(age),
    (priority?.level ?? '–').replaceAll('_', ' '),
    language ?? '–',
  ]);
  return [
    `The ${messages.length === total ? total : `${messages.length} of ${total}`} that ${total === 1 ? 'waits' : 'wait'} for a reply, most urgent first:`,
    table(['message', 'received', 'waits', 'priority', 'language'], rows),
  ];
}

function hours(age: number): string {
  return durationWords(age * 3600);
}

function coverageLines({ performance, waiting }: ReportData): string[] {
  const { coverage, comparison, codes } = performance;
  const line = (what: string, { complete, basis, as_of: asOf, rejected_records: rejected }: CoverageData): string =>
    [
      `- ${what}: ${complete ? `read whole (${basis})` : `not whole (${basis})`}`,
      ...(asOf === undefined ? [] : [`as of ${asOf.slice(0, 16).replace('T', ' ')}`]),
      ...(rejected === 0 ? [] : [`${rejected} records could not be read`]),
    ].join(', ');
  return [
    line('Chats', coverage),
    ...(comparison === undefined ? [] : [line('Chats of the period before', comparison.coverage)]),
    line('Offline messages', waiting.coverage),
    ...(codes === undefined ? [] : [`- ${codes}`]),
  ];
}

function definitions({ overall, definitions: words }: PerformanceData): string {
  const shown = METRICS.filter((metric) => figureCell(metric, overall) !== undefined);
  return shown
    .flatMap((metric) => {
      const definition = words[keysOfMetric(metric).figure];
      return definition === undefined ? [] : [`- **${metric.label}**: ${definition}`];
    })
    .join('\n');
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n');
}
