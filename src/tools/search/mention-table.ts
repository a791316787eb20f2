import { Foreign } from '../../model/foreign.ts';
import { z } from 'zod';
import type { SearchedPeriod, SearchGrouping } from '../../archive/search/transcript-search.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { agentName } from '../../answers/words/names.ts';
import { localDaysOf, type Period } from '../../model/calendar/period.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { counted } from '../../model/words/count.ts';
import { groupedText } from '../../model/words/number.ts';
import { shareText } from '../../model/words/share.ts';
import { dayOfYearText } from '../../model/words/time.ts';
import { enclose, enclosed } from '../../privacy/boundary.ts';
import { quotedCell, type Words } from '../../privacy/quoted.ts';
import type { Redactor } from '../../privacy/redactor.ts';

import type { GroupKey, MentionCounts, Mentions } from './mention-counts.ts';

/** A group as data; without an agent or a country, the chats that name none. */
export const GroupShape = z.strictObject({
  agent_id: z.number().optional(),
  name: z.string().optional(),
  country: z.string().optional(),
  day: z.string().optional(),
  chats: z.number(),
  searched: z.number(),
  visitors: z.number(),
});

type Name = Pick<z.input<typeof GroupShape>, 'agent_id' | 'name' | 'country' | 'day'>;

/** A group with its name in words and as data. */
interface Group extends Mentions {
  readonly words: Words;
  readonly name: Name;
}

/** The most days of a table. */
const MOST_DAYS = 100;

/** The groups of what was searched, in their order: days by date, without a gap; others by their chats. */
export async function groupsOf(
  counts: MentionCounts,
  by: SearchGrouping,
  period: Period,
  selection: SearchedPeriod,
  { archive }: Desk,
  { redactor }: Pick<AskedQuestion, 'redactor'>,
): Promise<readonly Group[]> {
  for (const part of await archive.search.searchedBy(by, selection)) counts.addSearched(part);
  if (by === 'day') {
    return localDaysOf(period).map((day) => ({
      ...counts.group(day),
      words: [dayOfYearText(day, period.to.slice(0, 4))],
      name: { day },
    }));
  }
  const ordered = [...counts.groups].toSorted(
    ([, one], [, other]) => other.chats - one.chats || other.searched - one.searched,
  );
  const chatIds = ordered.flatMap(([, { chatId }]) => chatId ?? []);
  const agents = new Map((await archive.chats.byIds(chatIds)).map(({ chatId, agent }) => [chatId, agent]));
  const contexts = await archive.search.contexts(chatIds);
  return ordered.map(([key, group]) => {
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
}

function agentWords(id: GroupKey, name: string | undefined): Pick<Group, 'words' | 'name'> {
  const words = `${name ?? '(no name)'} (${id})`.replaceAll('|', String.raw`\|`);
  return { words: [words], name: omitUndefined({ agent_id: Number(id), name }) };
}

function countryWords(country: Foreign, redactor: Redactor): Pick<Group, 'words' | 'name'> {
  const quoted = redactor.field(country, 60);
  return { words: [quotedCell(quoted)], name: { country: enclosed(quoted) } };
}

/** The groups as data. */
export function groupsData(groups: readonly Group[]): z.input<typeof GroupShape>[] {
  return groups.map(({ name, chats, searched, visitors }) => ({ ...name, chats, searched, visitors: visitors.size }));
}

/** The groups as a table with a row "all": the newest days, or the groups with most chats, and the others together. */
export function groupTable(groups: readonly Group[], by: SearchGrouping, limit: number, all: Mentions): string {
  const shown = by === 'day' ? groups.slice(-MOST_DAYS) : groups.filter(({ chats }) => chats > 0).slice(0, limit);
  const others = groups.filter((group) => !shown.includes(group));
  const rest = {
    chats: others.reduce((sum, { chats }) => sum + chats, 0),
    visitors: new Set(others.flatMap(({ visitors }) => [...visitors])),
    searched: others.reduce((sum, { searched }) => sum + searched, 0),
  };
  const restWords = by === 'day' ? counted(others.length, 'earlier day') : counted(others.length, 'other');
  return enclose([
    [`| ${by} | chats | of searched | share | visitors |`],
    ['|---|---|---|---|---|'],
    ...shown.map((group) => rowOf(group.words, group)),
    ...(others.length === 0 ? [] : [rowOf([restWords], rest)]),
    rowOf(['all'], all),
  ]);
}

function rowOf(words: Words, { chats, searched, visitors }: Mentions): Words {
  const share = searched === 0 ? '–' : shareText(chats, searched);
  const cells = [groupedText(chats), groupedText(searched), share, groupedText(visitors.size)];
  return ['| ', ...words, ` | ${cells.join(' | ')} |`];
}
