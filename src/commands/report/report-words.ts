import { tableCell } from '../../privacy/cleaned-text.ts';
import type { CoverageData, GroupsData, PerformanceData, WaitingData } from './report-data.ts';
import {
  coverageLine,
  definitions,
  figuresTable,
  groupsTable,
  legend,
  offlineWords,
  waitingTable,
  waitingWords,
  type Table,
} from './report-tables.ts';

/** A part of a report: what was answered, or why it was not. */
export interface Part<Data> {
  readonly data: Data | undefined;
  /** What the answer says of what is missing or not sure, or a refusal: a paragraph each. */
  readonly notes: readonly string[];
  /** Its picture as SVG, where one was asked for. */
  readonly picture?: string | undefined;
}

/** All that a report is made of. */
export interface ReportData {
  readonly performance: PerformanceData;
  readonly byAgent: Part<GroupsData>;
  readonly byDay: Part<GroupsData>;
  readonly waiting: Part<WaitingData>;
}

/** Returns a report as one document of Markdown. */
export function reportWords(data: ReportData): string {
  const { performance, byAgent, byDay, waiting } = data;
  const { from, to, timezone } = performance.period;
  const missing = notWhole(data);
  const figures = figuresTable(performance);
  const agents = byAgent.data && groupsTable('agent', byAgent.data);
  const days = byDay.data && groupsTable('day', byDay.data);
  return [
    `# Support from ${from} to ${to} (${timezone})`,
    ...(missing.length === 0 ? [] : [`**Not whole:** ${missing.join('; ')}.`]),
    '## Figures',
    table(figures),
    ...performance.notes,
    ...[performance.codes].flatMap((words) => words ?? []),
    '## By agent',
    ...groupParagraphs(agents, byAgent),
    '## By day',
    ...groupParagraphs(days, byDay),
    ...legend([figures, agents, days].flatMap((one) => one ?? [])),
    '## Offline messages',
    ...[offlineWords(performance)].flatMap((words) => words ?? []),
    ...waitingParagraphs(waiting),
    '## What it rests on',
    coverageLines(data)
      .map((line) => `- ${line}`)
      .join('\n'),
    '## What the figures mean',
    definitions(performance)
      .map(([label, words]) => `- **${label}**: ${words}`)
      .join('\n'),
  ].join('\n\n');
}

/** The parts that are not whole, and why, as far as that is known. */
export function notWhole({ performance, byAgent, byDay, waiting }: ReportData): string[] {
  return [
    ...notRead('the chats of the period', performance.coverage),
    ...notRead('the chats of the period before', performance.comparison?.coverage),
    ...notRead('the replies to offline messages', performance.offline?.coverage),
    ...notRead('the chats by agent', byAgent.data?.coverage ?? UNANSWERED),
    ...notRead('the chats by day', byDay.data?.coverage ?? UNANSWERED),
    ...notRead('the offline messages', waiting.data?.coverage ?? UNANSWERED),
  ];
}

/** Says why a part is not whole, if it is not. */
export function notRead(what: string, coverage: Pick<CoverageData, 'complete' | 'basis'> | undefined): string[] {
  return coverage === undefined || coverage.complete ? [] : [`${what} were not read to their end (${coverage.basis})`];
}

/** What is known of a part that was refused. */
export const UNANSWERED = { complete: false, basis: 'not answered' } as const;

function groupParagraphs(groups: Table | undefined, { data, notes }: Part<GroupsData>): string[] {
  if (groups === undefined || groups.rows.length === 0) return notes.length === 0 ? ['There was no chat.'] : [...notes];
  const more = data?.next_cursor === undefined ? [] : ['There are more than are shown.'];
  return [table(groups), ...more, ...notes];
}

function waitingParagraphs({ data, notes }: Part<WaitingData>): string[] {
  if (data === undefined) return [...notes];
  const { total, messages } = data;
  if (messages.length === 0) return ['No message waits for a reply.'];
  return [waitingWords(messages.length, total), table(waitingTable(data))];
}

/** What the parts of a report rest on, a line each. */
export function coverageLines({ performance, waiting }: ReportData): string[] {
  const { coverage, comparison } = performance;
  return [
    coverageLine('Chats', coverage),
    ...(comparison === undefined ? [] : [coverageLine('Chats of the period before', comparison.coverage)]),
    ...(waiting.data === undefined ? [] : [coverageLine('Offline messages', waiting.data.coverage)]),
  ];
}

function table({ heads, rows }: Table): string {
  return [heads, heads.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => tableCell(cell)).join(' | ')} |`)
    .join('\n');
}
