import { Foreign } from '../../model/foreign.ts';
import { z } from 'zod';
import type { AgentOfTopic } from '../../insights/topics/agents-of-topics.ts';
import type { Topic } from '../../insights/topics/topics.ts';
import { wilsonInterval } from '../../figures/statistics/confidence.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import type { Quoted } from '../../privacy/quoted.ts';
import type { PeriodTalk, Talk } from './spoken-sample.ts';

const Share = z.strictObject({ chats: z.number(), of: z.number(), ci95: z.array(z.number()).optional() });

/** A topic: its term, others that are said in at least half of its chats, and how many chats have it. */
export const TopicShape = z.strictObject({
  term: QuotedText,
  goes_with: z.array(QuotedText),
  said: Share,
  before: Share.optional(),
  chat_id: z.number().optional(),
  agent: z.strictObject({ agent_id: z.number(), chats: z.number(), of: z.number() }).optional(),
});
export type TopicData = z.input<typeof TopicShape>;

/** More letters are no term that anybody reads. */
const MAX_LENGTH = 60;

/** A topic as data. */
export function topicData(
  { term, others }: Topic,
  { spoken, now, before }: Talk,
  agent: AgentOfTopic | undefined,
  redactor: Redactor,
): TopicData {
  const present = term.chats.flatMap((place) => {
    const chat = spoken.chats[place];
    return chat?.isBefore === false ? [chat] : [];
  });
  const newest = present.reduce<(typeof present)[number] | undefined>(
    (latest, chat) => (latest === undefined || chat.requestedAt > latest.requestedAt ? chat : latest),
    undefined,
  );
  const line = (text: string): Quoted => redactor.line(new Foreign(text), MAX_LENGTH);
  return omitUndefined({
    term: line(term.text),
    goes_with: others.map(({ text }) => line(text)),
    said: shareOf(present.length, now),
    before: before?.isComparable === true ? shareOf(term.chats.length - present.length, before) : undefined,
    chat_id: newest?.chatId,
    agent: agent && { agent_id: agent.agentId, chats: agent.chats, of: agent.of },
  });
}

function shareOf(count: number, { chats, isSample }: PeriodTalk): z.input<typeof Share> {
  return {
    chats: count,
    of: chats,
    ...(isSample && { ci95: [...wilsonInterval({ n: chats, agreeing: count })] }),
  };
}
