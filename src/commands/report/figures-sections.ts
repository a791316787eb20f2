import { FEW_VALUES } from '../../figures/statistics/chance.ts';
import type { FigureView } from '../../figures/figure-view.ts';
import { METRICS_OF_GROUPS } from '../../figures/metrics/catalogue.ts';
import { counted, countText } from '../../model/words/count.ts';
import type { Performance } from './gathered.ts';
import { sectionOf } from './answered-section.ts';
import type { Block, Picture, Section, Table } from './section.ts';
import type { Part } from './whole-answers.ts';

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
  return groupsSection(heading, part, (data, groups) => {
    const table = groupsTable('day', data, groups);
    const shown = picture === undefined ? [table] : [picture, { ...table, isPictured: true }];
    return [...shown, ...fewIn(groups)];
  });
}

/** The agents, on a page those with the most chats and the sum of the others. */
export function agentsSection(part: Part<Performance>, isPage: boolean): Section {
  return groupsSection('By agent', part, (data, groups) => {
    const isMore = data.next_cursor !== undefined;
    const named = groups.filter(({ key }) => key !== 'none');
    const most = isPage ? MOST_AGENTS_OF_PAGE : named.length;
    const shown = [...named.slice(0, most), ...groups.filter(({ key }) => key === 'none')];
    const rest = named.slice(most);
    const chats = rest.reduce((sum, group) => sum + chatsOf(group.figures), 0);
    const others = isMore ? ', and others with no more than any of these' : '';
    return [
      groupsTable('agent', data, shown),
      ...(rest.length > 0
        ? [`And ${countText(rest.length, 'more agent')} with ${counted(chats, 'chat')}${others}.`]
        : isMore
          ? ['There are more agents than are shown.']
          : []),
      ...fewIn(shown),
    ];
  });
}

type Groups = NonNullable<Performance['groups']>;

/** A section of groups, and what is to be said of them; days have a group without a chat, too. */
export function groupsSection(
  heading: string,
  part: Part<Performance>,
  blocksOf: (data: Performance, groups: Groups) => readonly Block[],
): Section {
  return sectionOf(
    heading,
    part,
    ({ data }) => {
      const { groups = [], notes = [], coverage } = data;
      if (groups.some(({ figures }) => chatsOf(figures) > 0)) return [...blocksOf(data, groups), ...notes];
      return coverage.complete ? ['There was no chat.'] : ['No chat is loaded yet.', ...notes];
    },
    'half',
  );
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
