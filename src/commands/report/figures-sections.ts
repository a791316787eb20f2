import { FEW_VALUES } from '../../figures/statistics/chance.ts';
import type { FigureView } from '../../figures/figure-view.ts';
import { METRICS_OF_GROUPS } from '../../figures/metrics/catalogue.ts';
import { counted, countText } from '../../model/words/count.ts';
import type { Part, Performance } from './gathered.ts';
import type { Block, Picture, Section, Table } from './section.ts';
import { NotAnswered } from './whole-answers.ts';

/** The agents that fit on two sheets of paper with everything else; agents with fewer chats share one line. */
const MOST_AGENTS_OF_PAGE = 12;

/** What a mark in a table means. */
const FEW = `* Fewer than ${FEW_VALUES} chats: chance alone may move it that much.`;

/** The figures of the period, beside those of the compared period if both are complete. */
export function figuresSection({ figures, comparison, notes = [], codes }: Performance): Section {
  // Part of one period beside all of another would look like a change. A note says why they are not compared.
  const isCompared = comparison?.change !== undefined;
  const rows = figures
    .filter(({ words }) => words !== undefined || isCompared)
    .map(({ label, words = '–', before = '–', change = '–' }) => [
      label,
      words,
      ...(isCompared ? [before, change] : []),
    ]);
  const heads = ['', 'this period', ...(isCompared ? ['before', 'change'] : [])];
  const table: Table = { kind: 'table', caption: 'Figures of the period', heads, rows };
  const few = rows.some(([, , , change]) => change?.includes('*') === true) ? [FEW] : [];
  return { heading: 'Figures', blocks: [table, ...few, ...notes, ...(codes === undefined ? [] : [codes])] };
}

/** The figures of each day, or of each hour of a single one. */
export function daysSection(heading: string, part: Part<Performance>, picture: Picture | undefined): Section {
  const section = { heading, place: 'half' } as const;
  if (!hasChats(part)) return { ...section, blocks: withoutChats(part) };
  const { groups = [], notes = [] } = part.data;
  const table = groupsTable('day', part.data, groups);
  return {
    ...section,
    blocks: [
      ...(picture === undefined ? [table] : [picture, { ...table, isPictured: true }]),
      ...fewIn(groups),
      ...notes,
    ],
  };
}

/** The agents, on a page those with the most chats and the sum of the others. */
export function agentsSection(part: Part<Performance>, isPage: boolean): Section {
  const section = { heading: 'By agent', place: 'half' } as const;
  if (!hasChats(part)) return { ...section, blocks: withoutChats(part) };
  const { groups = [], notes = [], next_cursor: isMore } = part.data;
  const named = groups.filter(({ key }) => key !== 'none');
  const most = isPage ? MOST_AGENTS_OF_PAGE : named.length;
  const shown = [...named.slice(0, most), ...groups.filter(({ key }) => key === 'none')];
  const rest = named.slice(most);
  const chats = rest.reduce((sum, group) => sum + chatsOf(group.figures), 0);
  const others = isMore === undefined ? '' : ', and others with no more than any of these';
  const more = `And ${countText(rest.length, 'more agent')} with ${counted(chats, 'chat')}${others}.`;
  return {
    ...section,
    blocks: [
      groupsTable('agent', part.data, shown),
      ...(rest.length > 0 ? [more] : []),
      ...(rest.length === 0 && isMore !== undefined ? ['There are more agents than are shown.'] : []),
      ...fewIn(shown),
      ...notes,
    ],
  };
}

type Groups = NonNullable<Performance['groups']>;

/** Whether a part has a group with a chat: days have a row without one, too. */
export function hasChats(part: Part<Performance>): part is Exclude<Part<Performance>, NotAnswered> {
  return !(part instanceof NotAnswered) && (part.data.groups ?? []).some(({ figures }) => chatsOf(figures) > 0);
}

/** What stands in place of groups without a chat. */
export function withoutChats(part: Part<Performance>): Block[] {
  if (part instanceof NotAnswered) return [part.message];
  const { coverage, notes = [] } = part.data;
  return coverage.complete ? ['There was no chat.'] : ['No chat is loaded yet.', ...notes];
}

function groupsTable(what: string, { heads }: Performance, groups: Groups): Table {
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
  };
}

function fewIn(groups: Groups): string[] {
  return groups.some(({ figures }) => chatsOf(figures) < FEW_VALUES) ? [FEW] : [];
}

function chatsOf(figures: readonly FigureView[]): number {
  return figures.find(({ metric }) => metric === 'chats')?.main?.value ?? 0;
}
