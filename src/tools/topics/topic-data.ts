import { z } from 'zod';
import { wilsonInterval } from '../../figures/statistics/confidence.ts';
import type { AgentOfTopic } from '../../insights/topics/agents-of-topics.ts';
import type { Term } from '../../insights/topics/terms.ts';
import type { Topic } from '../../insights/topics/topics.ts';
import type { LocalDate, Zone } from '../../model/calendar/zone.ts';
import { Foreign } from '../../model/foreign.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { epochMillis } from '../../model/time/units.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import type { Quoted } from '../../privacy/quoted.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import type { PeriodTalk, Talk } from './read-talk.ts';

/** Of the chats that were read, how many have a term; and its share of all chats, estimated where not all were read. */
const SaidShape = z.strictObject({
  chats: z.number(),
  of: z.number(),
  share: z.number(),
  ci95: z.array(z.number()).optional(),
});
export type Said = z.input<typeof SaidShape>;

/** A topic: its most frequent term, others of the same chats, and how many chats have that term. */
export const TopicShape = z.strictObject({
  term: QuotedText,
  goes_with: z.array(QuotedText),
  said: SaidShape,
  before: SaidShape.optional(),
  /** Of what rises: the first day, of both periods, of a chat that has it. */
  first_day: z.string().optional(),
  chat_id: z.number().optional(),
  agent: z.strictObject({ agent_id: z.number(), chats: z.number(), of: z.number() }).optional(),
});
export type TopicData = z.input<typeof TopicShape>;

/** More letters are no term that anybody reads. */
const MAX_LENGTH = 60;

/** A topic as data, and the first day of one that rises as words want it. */
export interface TopicRow {
  readonly data: TopicData;
  readonly firstDay: LocalDate | undefined;
}

/** Topics as rows. */
export function topicRows(
  topics: readonly Topic[],
  { spoken, now, before, isComparable }: Talk,
  redactor: Redactor,
  beside: { readonly agents?: readonly (AgentOfTopic | undefined)[]; readonly risesIn?: Zone } = {},
): TopicRow[] {
  const line = (text: string): Quoted => redactor.line(new Foreign(text), MAX_LENGTH);
  return topics.map(({ term, others }, index) => {
    const chats = term.chats.flatMap((place) => spoken.chats[place] ?? []);
    const present = chats.filter(({ isBefore }) => !isBefore);
    const newest = Math.max(...present.map(({ requestedAt }) => requestedAt));
    const agent = beside.agents?.[index];
    const firstDay = beside.risesIn?.dateOf(epochMillis(Math.min(...chats.map(({ requestedAt }) => requestedAt))));
    const data = omitUndefined({
      term: line(term.text),
      goes_with: others.map(({ text }) => line(text)),
      said: saidIn(now, term, present.length),
      before: before && isComparable ? saidIn(before, term, chats.length - present.length) : undefined,
      first_day: firstDay,
      chat_id: present.find(({ requestedAt }) => requestedAt === newest)?.chatId,
      agent: agent && { agent_id: agent.agentId, chats: agent.chats, of: agent.of },
    });
    return { data, firstDay };
  });
}

function saidIn({ spoken, isSample, weighed }: PeriodTalk, term: Term, count: number): Said {
  const share = weighed.shareOf(term);
  const interval = wilsonInterval({ n: weighed.size, agreeing: share * weighed.size });
  return { chats: count, of: spoken, share, ...(isSample && { ci95: [...interval] }) };
}
