import { FEW_VALUES } from '../../insights/figures/change.ts';
import { METRICS, METRICS_OF_GROUPS } from '../../insights/metrics/catalogue.ts';
import { keysOfMetric, type Metric } from '../../insights/metrics/metric.ts';
import { durationWords } from '../../mcp/words/quantities.ts';
import { changeCell, figureCell, labelWords } from './figure-cells.ts';
import type { CoverageData, FiguresData, GroupsData, PerformanceData, WaitingData } from './report-data.ts';

/** A part of a report: what was answered, or why it was not. */
export interface Part<Data> {
  readonly data: Data | undefined;
  /** What the answer says of what is missing or not sure, or a refusal: a paragraph each. */
  readonly notes: readonly string[];
}

/** All that a report is made of. */
export interface ReportData {
  readonly performance: PerformanceData;
  readonly byAgent: Part<GroupsData>;
  readonly byDay: Part<GroupsData>;
  readonly waiting: Part<WaitingData>;
}

const GROUP_METRICS = METRICS.filter(({ name }) => METRICS_OF_GROUPS.some((one) => one === name));

/** Returns a report as one document of Markdown. */
export function reportWords(data: ReportData): string {
  const { performance, byAgent, byDay, waiting } = data;
  const { from, to, timezone } = performance.period;
  const missing = notWhole(data);
  const tables = [
    figuresTable(performance),
    ...groupsTable('agent', byAgent, performance),
    ...groupsTable('day', byDay, performance),
  ].join('\n');
  return [
    `# Support from ${from} to ${to} (${timezone})`,
    ...(missing.length === 0 ? [] : [`**Not whole:** ${missing.join('; ')}.`]),
    '## Figures',
    figuresTable(performance),
    ...performance.notes,
    '## By agent',
    ...groupsTable('agent', byAgent, performance),
    '## By day',
    ...groupsTable('day', byDay, performance),
    ...legend(tables),
    '## Offline messages',
    ...offlineParagraphs(performance),
    ...waitingTable(waiting),
    '## What it rests on',
    coverageLines(data).join('\n'),
    '## What the figures mean',
    definitions(performance),
  ].join('\n\n');
}

/** The meaning of the marks that tables have. */
function legend(tables: string): string[] {
  return [
    ...(/\*(?: \(\?\))? \|/.test(tables)
      ? [`Marked *: of fewer than ${FEW_VALUES} chats, so chance alone may move it that much.`]
      : []),
    ...(tables.includes(' (?) |')
      ? ['Marked (?): estimated from samples, and so widely that it may not have changed at all.']
      : []),
  ];
}

/** The parts that are not whole, and why, as far as that is known. */
export function notWhole({ performance, byAgent, byDay, waiting }: ReportData): string[] {
  const parts: [what: string, coverage: CoverageData | undefined][] = [
    ['the chats of the period', performance.coverage],
    ['the chats of the period before', performance.comparison?.coverage],
    ['the replies to offline messages', performance.offline?.coverage],
  ];
  for (const [what, { data }] of [
    ['the chats by agent', byAgent],
    ['the chats by day', byDay],
    ['the offline messages', waiting],
  ] as const) {
    parts.push([what, data?.coverage ?? UNANSWERED]);
  }
  return parts.flatMap(([what, coverage]) =>
    coverage === undefined || coverage.complete ? [] : [`${what} were not read to their end (${coverage.basis})`],
  );
}

const UNANSWERED = { complete: false, basis: 'not answered', rejected_records: 0, upstream_requests: 0 } as const;

function figuresTable({ period, overall, comparison }: PerformanceData): string {
  // A part of the one beside all of the other would be taken for a change: a note says why there is none.
  const compared = comparison?.change === undefined ? undefined : { ...comparison, change: comparison.change };
  const heads = ['', daysOf(period), ...(compared === undefined ? [] : [daysOf(compared.period), 'change'])];
  const rows = METRICS.flatMap((metric) => {
    const now = figureCell(metric, overall);
    const before = compared && figureCell(metric, compared.overall);
    if (now === undefined && before === undefined) return [];
    const beside = compared === undefined ? [] : [before ?? '–', changeCell(metric, compared.change) ?? '–'];
    return [[labelWords(metric, overall), now ?? '–', ...beside]];
  });
  return table(heads, rows);
}

function daysOf({ from, to }: PerformanceData['period']): string {
  return from === to ? from : `${from} to ${to}`;
}

function groupsTable(what: string, { data, notes }: Part<GroupsData>, { overall }: PerformanceData): string[] {
  if (data === undefined || data.groups.length === 0) return notes.length === 0 ? ['There was no chat.'] : [...notes];
  const { groups } = data;
  // Where missed chats name no agent, those of no agent are all that have such a figure: it is the one of all.
  const named = groups.filter(({ key }) => key !== 'none');
  const isTold = (metric: Metric): boolean => named.some(({ metrics }) => figureCell(metric, metrics) !== undefined);
  const metrics = GROUP_METRICS.filter(isTold);
  const rows = groups.map(({ key, label, metrics: figures }) => [
    `${label ?? key}${hasFew(figures) ? '*' : ''}`,
    ...metrics.map((metric) => figureCell(metric, figures) ?? '–'),
  ]);
  const more = data.next_cursor === undefined ? [] : ['There are more than are shown.'];
  return [table([what, ...metrics.map((metric) => labelWords(metric, overall))], rows), ...more, ...notes];
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

function waitingTable({ data, notes }: Part<WaitingData>): string[] {
  if (data === undefined) return [...notes];
  const { total, messages } = data;
  if (messages.length === 0) return ['No message waits for a reply.'];
  const rows = messages.map(({ offline_message_id: id, received_at: at, age_hours: age, triage, language }) => [
    String(id),
    at.slice(0, 16).replace('T', ' '),
    hours(age),
    (triage?.priority ?? '–').replaceAll('_', ' '),
    language ?? '–',
  ]);
  return [
    `The ${messages.length === total ? total : `${messages.length} of ${total}`} that ${total === 1 ? 'waits' : 'wait'} for a reply, newest first, but for who wrote again or was served since:`,
    table(['message', 'received', 'waits', 'decided', 'language'], rows),
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
    ...(waiting.data === undefined ? [] : [line('Offline messages', waiting.data.coverage)]),
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
