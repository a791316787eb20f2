import { Foreign } from '../../model/foreign.ts';
import { z } from 'zod';
import type { SearchedPeriod, SearchGrouping } from '../../archive/search/transcript-search.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { agentName } from '../../answers/words/names.ts';
import { localDaysOf, type Period } from '../../model/calendar/period.ts';
import type { VisitorId } from '../../model/ids.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { eachInSlices, inSlices, mapInSlices, sorted } from '../../model/slices.ts';
import { counted } from '../../model/words/count.ts';
import { groupedText } from '../../model/words/number.ts';
import { shareText } from '../../model/words/share.ts';
import { dayOfYearText } from '../../model/words/time.ts';
import { enclose, enclosed } from '../../privacy/boundary.ts';
import { tableCell } from '../../privacy/cleaned-text.ts';
import { quotedCell, type Words } from '../../privacy/quoted.ts';
import type { Redactor } from '../../privacy/redactor.ts';

import type { GroupKey, MentionCounts, Mentions } from './mention-counts.ts';

/** A group as data; without an agent or a country, the chats that name none. */
const GroupShape = z.strictObject({
  agent_id: z.number().optional(),
  name: z.string().optional(),
  country: z.string().optional(),
  day: z.string().optional(),
  chats: z.number(),
  searched: z.number(),
  visitors: z.number(),
});

export const groupsShape = { groups: z.array(GroupShape).optional(), groups_left_out: z.number().optional() };

type Name = Pick<z.input<typeof GroupShape>, 'agent_id' | 'name' | 'country' | 'day'>;

/** A group with its name in words and as data. */
interface Group extends Mentions {
  readonly words: Words;
  readonly name: Name;
}

/** Of more groups, these have names: of days the newest, else those with most chats. */
const MOST_GROUPS = 100;

/** What was searched, in groups. */
export interface Groups {
  /** In their order: days by date, without a gap; others by their chats. */
  readonly named: readonly Group[];
  /** Those behind them; of days, the earlier ones. */
  readonly others: readonly Mentions[];
}

/** The groups of what was searched; there may be any number of them, as visitors name any country. */
export async function groupsOf(
  counts: MentionCounts,
  by: SearchGrouping,
  period: Period,
  selection: SearchedPeriod,
  { archive }: Desk,
  { redactor }: Pick<AskedQuestion, 'redactor'>,
): Promise<Groups> {
  await eachInSlices(await archive.search.searchedBy(by, selection), (part) => counts.addSearched(part));
  if (by === 'day') {
    const days = localDaysOf(period);
    return {
      named: days.slice(-MOST_GROUPS).map((day) => ({
        ...counts.group(day),
        words: [dayOfYearText(day, period.to.slice(0, 4))],
        name: { day },
      })),
      others: days.slice(0, -MOST_GROUPS).map((day) => counts.group(day)),
    };
  }
  const ordered = await inSlices(
    sorted([...counts.groups], ([, one], [, other]) => other.chats - one.chats || other.searched - one.searched),
  );
  const first = ordered.slice(0, MOST_GROUPS);
  const chatIds = first.flatMap(([, { chatId }]) => chatId ?? []);
  const agents = new Map((await archive.chats.byIds(chatIds)).map(({ chatId, agent }) => [chatId, agent]));
  const contexts = await archive.search.contexts(chatIds);
  const named = await mapInSlices(first, ([key, group]): Group => {
    const { chatId } = group;
    const agent = chatId && agents.get(chatId);
    const country = chatId && contexts.get(chatId)?.country;
    if (key === null || chatId === undefined) return { ...group, words: [`no ${by}`], name: {} };
    return {
      ...group,
      ...(by === 'agent'
        ? agentWords(key, agent && agentName(agent))
        : countryWords(country ?? new Foreign(String(key)), redactor)),
    };
  });
  return { named, others: ordered.slice(MOST_GROUPS).map(([, group]) => group) };
}

function agentWords(id: GroupKey, name: string | undefined): Pick<Group, 'words' | 'name'> {
  const words = tableCell(`${name ?? '(no name)'} (${id})`);
  return { words: [words], name: omitUndefined({ agent_id: Number(id), name }) };
}

function countryWords(country: Foreign, redactor: Redactor): Pick<Group, 'words' | 'name'> {
  const quoted = redactor.field(country, 60);
  return { words: [quotedCell(quoted)], name: { country: enclosed(quoted) } };
}

/** The groups as data, and how many more there are. */
export function groupsData({ named, others }: Groups): z.input<z.ZodObject<typeof groupsShape>> {
  return {
    groups: named.map(({ name, chats, searched, visitors }) => ({ ...name, chats, searched, visitors: visitors.size })),
    ...(others.length > 0 && { groups_left_out: others.length }),
  };
}

/** The groups as a table with a row "all": the newest days, or the groups with most chats, and the others together. */
export function groupTable({ named, others }: Groups, by: SearchGrouping, limit: number, all: Mentions): string {
  const shown = by === 'day' ? named : named.filter(({ chats }) => chats > 0).slice(0, limit);
  const behind = [...named.filter((group) => !shown.includes(group)), ...others];
  const visitors = new Set<VisitorId>();
  for (const group of behind) for (const visitor of group.visitors) visitors.add(visitor);
  const rest = {
    chats: behind.reduce((sum, { chats }) => sum + chats, 0),
    visitors,
    searched: behind.reduce((sum, { searched }) => sum + searched, 0),
  };
  const restWords = by === 'day' ? counted(behind.length, 'earlier day') : counted(behind.length, 'other');
  return enclose([
    [`| ${by} | chats | of searched | share | visitors |`],
    ['|---|---|---|---|---|'],
    ...shown.map((group) => rowOf(group.words, group)),
    ...(behind.length === 0 ? [] : [rowOf([restWords], rest)]),
    rowOf(['all'], all),
  ]);
}

function rowOf(words: Words, { chats, searched, visitors }: Mentions): Words {
  const share = searched === 0 ? '–' : shareText(chats, searched);
  const cells = [groupedText(chats), groupedText(searched), share, groupedText(visitors.size)];
  return ['| ', ...words, ` | ${cells.join(' | ')} |`];
}
