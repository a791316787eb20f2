import { FEW_VALUES } from '../../figures/change.ts';
import type { FigureView } from '../../figures/figure-view.ts';
import { METRICS, METRICS_OF_GROUPS } from '../../figures/metrics/catalogue.ts';
import { counted, countText } from '../../model/words/count.ts';
import { durationText } from '../../model/words/duration.ts';
import { daysText } from '../../model/words/time.ts';
import { changesSection } from './changes-section.ts';
import type { Gathered, Part, Performance } from './gathered.ts';
import { hoursTable } from './hours-table.ts';
import type { Block, Document, Section, Table } from './section.ts';
import { topicsSection } from './topics-section.ts';
import { NotAnswered } from './whole-answers.ts';

/** The agents that fit on two sheets of paper with everything else; agents with fewer chats share one line. */
const MOST_AGENTS_OF_PAGE = 12;
/** Likewise. */
const MOST_WAITING_OF_PAGE = 8;

/** What a mark in a table means. */
const FEW = `* Fewer than ${FEW_VALUES} chats: chance alone may move it that much.`;

/** Words a report. A page has pictures, hours, reasons and topics beside the figures. */
export function documentOf(gathered: Gathered): Document {
  const { performance, byAgent, byDay, ofPage } = gathered;
  const { period, comparison } = performance.data;
  const days = groupsSection(period.from === period.to ? 'By hour' : 'By day', 'day', byDay, performance.picture);
  const agents = groupsSection('By agent', 'agent', byAgent, undefined, ofPage && MOST_AGENTS_OF_PAGE);
  const ends = [basisSection(gathered), definitionsSection(performance.data)];
  const waiting = waitingSection(gathered);
  return {
    title: `Support from ${period.from} to ${period.to}`,
    subtitle: `${period.timezone}${comparison === undefined ? '' : `, compared with ${daysText(comparison.period)}`}`,
    missing: missingOf(gathered),
    sections: [
      figuresSection(performance.data),
      ...(ofPage === undefined
        ? [agents, days, waiting]
        : [
            days,
            ...(period.from === period.to ? [] : [hoursSection(ofPage)]),
            agents,
            changesSection(ofPage.changes),
            topicsSection(ofPage.topics),
            waiting,
          ]),
      ...ends,
    ],
  };
}

/** The parts that are not complete, and why, as far as that is known. */
export function missingOf({ performance: { data }, byAgent, byDay, waiting, ofPage }: Gathered): string[] {
  const { coverage, comparison, offline } = data;
  const topics = ofPage?.topics;
  const awaited = topics === undefined || topics instanceof NotAnswered ? 0 : (topics.data.awaited?.transcripts ?? 0);
  const refused = (ofPage?.changes ?? []).filter(([, change]) => change instanceof NotAnswered);
  return [
    ...notLoaded('the chats of the period', coverage),
    ...notLoaded('the chats of the compared period', comparison?.coverage),
    ...notLoaded('the replies to offline messages', offline?.coverage),
    ...notLoaded('the chats by agent', coverageOf(byAgent)),
    ...notLoaded('the chats by day', coverageOf(byDay)),
    ...notLoaded('the offline messages', coverageOf(waiting)),
    ...notLoaded('the chats by hour', ofPage && coverageOf(ofPage.byHour)),
    ...notLoaded('the chats in which topics are looked for', ofPage && coverageOf(ofPage.topics)),
    ...(awaited === 0 ? [] : [`${counted(awaited, 'transcript')} in which topics are looked for`]),
    ...(refused.length === 0 ? [] : [`why ${refused.map(([{ label }]) => label).join(', ')} changed was not answered`]),
  ];
}

type Covered = Pick<Performance['coverage'], 'complete' | 'basis'>;

function coverageOf(part: Part<{ readonly coverage: Covered }>): Covered | { complete: false; basis: 'not answered' } {
  return part instanceof NotAnswered ? { complete: false, basis: 'not answered' } : part.data.coverage;
}

function notLoaded(what: string, coverage: { readonly complete: boolean; readonly basis: string } | undefined) {
  return coverage === undefined || coverage.complete ? [] : [`${what} (${coverage.basis})`];
}

/** The figures of the period, beside those of the compared period if both are complete. */
function figuresSection({ period, figures, comparison, notes = [], codes }: Performance): Section {
  // Part of one period beside all of another would look like a change. A note says why they are not compared.
  const compared = comparison?.change === undefined ? undefined : comparison.period;
  const rows = figures
    .filter(({ words }) => words !== undefined || compared !== undefined)
    .map(({ label, words = '–', before = '–', change = '–' }) => [
      label,
      words,
      ...(compared === undefined ? [] : [before, change]),
    ]);
  const heads = ['', daysText(period), ...(compared === undefined ? [] : [daysText(compared), 'change'])];
  const table: Table = { kind: 'table', caption: 'Figures of the period', heads, rows };
  const few = rows.some(([, , , change]) => change?.endsWith('*') === true) ? [FEW] : [];
  return { heading: 'Figures', blocks: [table, ...few, ...notes, ...(codes === undefined ? [] : [codes])] };
}

type Groups = NonNullable<Performance['groups']>;

/** Figures by agent or by day: at most `most` agents on a page, with a line for the others. */
function groupsSection(
  heading: string,
  what: 'agent' | 'day',
  part: Part<Performance>,
  picture: Block | undefined,
  most = Number.POSITIVE_INFINITY,
): Section {
  if (part instanceof NotAnswered) return { heading, blocks: [part.message] };
  const { groups = [], notes = [], next_cursor: isMore } = part.data;
  if (areEmpty(groups)) return { heading, blocks: noGroups(part.data) };
  const named = groups.filter(({ key }) => key !== 'none');
  const shown = [...named.slice(0, most), ...groups.filter(({ key }) => key === 'none')];
  const rest = named.slice(most);
  const chats = rest.reduce((sum, group) => sum + chatsOf(group.figures), 0);
  const more = `${countText(rest.length, `more ${what}`)} with ${counted(chats, 'chat')}`;
  const others = isMore === undefined ? '' : ', and others with no more than any of these';
  const few = shown.some(({ figures }) => chatsOf(figures) < FEW_VALUES);
  return {
    heading,
    blocks: [
      ...(picture === undefined ? [] : [picture]),
      groupsTable(what, part.data, shown, picture !== undefined),
      ...(rest.length > 0 ? [`And ${more}${others}: see --format json.`] : []),
      ...(rest.length === 0 && isMore !== undefined ? [`There are more ${what}s than are shown.`] : []),
      ...(few ? [FEW] : []),
      ...notes,
    ],
  };
}

/** Whether no group has a chat: days have a row without one, too. */
function areEmpty(groups: Groups = []): boolean {
  return groups.every(({ figures }) => chatsOf(figures) === 0);
}

function noGroups({ coverage, notes = [] }: Performance): Block[] {
  return coverage.complete ? ['There was no chat.'] : ['No chat is loaded yet.', ...notes];
}

function groupsTable(what: string, { heads }: Performance, groups: Groups, isPictured: boolean): Table {
  const rows = groups.map(({ key, label = String(key), figures }) => ({
    key,
    head: `${label}${chatsOf(figures) < FEW_VALUES ? '*' : ''}`,
    cells: new Map(figures.map(({ metric, cell }) => [metric, cell])),
  }));
  // Where missed chats name no agent, only "no agent" would have a figure in that column.
  const metrics = METRICS_OF_GROUPS.filter((name) => rows.some(({ key, cells }) => key !== 'none' && cells.get(name)));
  return {
    kind: 'table',
    caption: `Figures by ${what}`,
    heads: [what, ...metrics.map((name) => heads[name] ?? name)],
    rows: rows.map(({ head, cells }) => [head, ...metrics.map((name) => cells.get(name) ?? '–')]),
    isPictured,
  };
}

function chatsOf(figures: readonly FigureView[]): number {
  return figures.find(({ metric }) => metric === 'chats')?.main?.value ?? 0;
}

function hoursSection({ askedAt, byHour }: NonNullable<Gathered['ofPage']>): Section {
  const heading = 'By weekday and hour';
  if (byHour instanceof NotAnswered) return { heading, blocks: [byHour.message] };
  const { data, picture } = byHour;
  if (areEmpty(data.groups)) return { heading, blocks: noGroups(data) };
  return {
    heading,
    blocks: [...(picture === undefined ? [] : [picture]), hoursTable(data, askedAt, picture !== undefined)],
  };
}

/** What came while nobody was there, and the messages that wait for a reply, without a word of theirs. */
function waitingSection({ performance: { data }, waiting, ofPage }: Gathered): Section {
  const { offline, offline_statements: statements = [] } = data;
  const words = statements.map((statement) => `${statement.replace(/\.$/, '')}.`).join(' ');
  const partly = offline?.coverage.complete === false ? 'Not all are loaded; of those that are: ' : '';
  const received = words === '' ? [] : [`${partly}${words}`];
  const section = { heading: 'Offline messages', ...(ofPage && { place: 'beside' as const }) };
  if (waiting instanceof NotAnswered) return { ...section, blocks: [...received, waiting.message] };
  const { total, messages } = waiting.data;
  if (messages.length === 0) return { ...section, blocks: [...received, 'No message waits for a reply.'] };
  const shown = messages.slice(0, ofPage && MOST_WAITING_OF_PAGE);
  const of = shown.length === total ? `${total}` : `${shown.length} of ${total}`;
  const table: Table = {
    kind: 'table',
    caption: 'Messages that wait for a reply',
    layout: 'waiting',
    heads: ['message', 'received', 'waits', 'decided', 'language'],
    rows: shown.map(({ offline_message_id: id, received_at: at, age_hours: age, triage, language = '–' }) => [
      String(id),
      minuteOf(at),
      durationText(age * 3600),
      (triage?.priority ?? '–').replaceAll('_', ' '),
      language,
    ]),
  };
  const which = `The ${of} that ${total === 1 ? 'waits' : 'wait'} for a reply, newest first; those whose visitors were served later come last:`;
  return { ...section, blocks: [...received, which, table] };
}

function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

/** What the parts of a report rest on, a line each. */
function basisSection({ performance: { data }, waiting }: Gathered): Section {
  const lines = [
    coverageLine('Chats', data.coverage),
    ...(data.comparison === undefined ? [] : [coverageLine('Chats of the compared period', data.comparison.coverage)]),
    ...(waiting instanceof NotAnswered ? [] : [coverageLine('Offline messages', waiting.data.coverage)]),
  ];
  return { heading: 'What it rests on', place: 'end', blocks: [{ kind: 'list', lines }] };
}

function coverageLine(
  what: string,
  { complete, basis, as_of: asOf, rejected_records: rejected }: Performance['coverage'],
) {
  return [
    `${what}: ${complete ? 'complete' : 'not complete'} (${basis})`,
    ...(asOf === undefined ? [] : [`as of ${minuteOf(asOf)}`]),
    ...(rejected === 0 ? [] : [`${rejected} records could not be read`]),
  ].join(', ');
}

/** The definitions of the figures that are shown, by their labels. */
function definitionsSection({ figures }: Performance): Section {
  const definitionOf = new Map<string, string>(METRICS.map(({ name, definition }) => [name, definition]));
  const entries = figures.map(({ metric, label }) => [label, definitionOf.get(metric) ?? ''] as const);
  return { heading: 'What the figures mean', place: 'end', blocks: [{ kind: 'named', entries }] };
}
