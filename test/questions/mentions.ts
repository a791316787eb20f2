import type { Chat } from '../../src/sandbox/world/world.ts';
import { first } from '../mcp/desk.ts';
import { chatIdsOf } from '../oracle/truth.ts';
import { BILLING_PROMISE } from './facts.ts';
import { oneCall, type QuestionsOf } from './question.ts';

/** The questions with whom something came up, how often, and when last. */
export const mentionQuestions: QuestionsOf = (facts) => {
  const { chatsOf, world } = facts;
  const week = chatsOf({ period: 'last_7_days' });
  const said = { period: 'last_7_days', query: 'refund*' };
  const found = week.filter((chat) => isSaid(chat, /\brefund/i));
  const byVisitors = week.filter((chat) => isSaid(chat, /\brefund/i, 'visitor'));
  const promised = week.filter((chat) => isSaid(chat, /I will ask our billing/));
  const [agentId] = first(
    [...Map.groupBy(found, ({ agentId }) => agentId)].toSorted(([, one], [, other]) => other.length - one.length),
  );
  return [
    oneCall(
      'With whom did refunds come up last week, and in how many of their chats?',
      'search_transcripts',
      { ...said, group_by: 'agent' },
      ({ searched, groups = [] }) => [
        searched,
        new Map(groups.map(({ agent_id, chats, searched }) => [agent_id, [chats, searched]])),
      ],
      [week.length, countsByAgent(week, found)],
    ),
    oneCall(
      'And where the visitors brought it up themselves?',
      'search_transcripts',
      { ...said, said_by: 'visitor', group_by: 'agent' },
      ({ total, groups = [] }) => [total, new Map(groups.map(({ agent_id, chats }) => [agent_id, chats]))],
      [byVisitors.length, new Map([...countsByAgent(week, byVisitors)].map(([agent, [hits]]) => [agent, hits]))],
    ),
    oneCall(
      'When did somebody last speak of a refund?',
      'search_transcripts',
      { ...said, order: 'newest', limit: 1 },
      ({ hits }) => hits.map(({ chat_id }) => chat_id),
      chatIdsOf(found.toSorted((one, other) => lastSaid(other) - lastSaid(one)).slice(0, 1)),
    ),
    oneCall(
      'In how many chats of the agent with most of them was it?',
      'search_transcripts',
      { ...said, agent: String(agentId), limit: 1 },
      ({ total, searched }) => [total, searched],
      [found.filter((chat) => chat.agentId === agentId).length, week.filter((chat) => chat.agentId === agentId).length],
    ),
    oneCall(
      'Who promised to ask billing, and to whom?',
      'search_transcripts',
      { period: 'last_7_days', query: `"${BILLING_PROMISE.replace(/ and.*/, '')}"`, said_by: 'agent', order: 'newest' },
      ({ hits }) => hits.map(({ agent, visitor }) => [agent?.['agent_id'], visitor['visitor_id']]),
      promised
        .toReversed()
        .map((chat) => [world.agents.find((agent) => agent.agentId === chat.agentId)?.agentId, chat.visitorId]),
    ),
  ];
};

function isSaid({ messages }: Chat, words: RegExp, by?: string): boolean {
  return messages.some(({ author, text }) => (by === undefined || author === by) && words.test(text));
}

const lastSaid = ({ messages }: Chat): number =>
  Math.max(...messages.filter(({ text }) => /\brefund/i.test(text)).map(({ at }) => at));

/** Of each agent, and of nobody, the chats in which it was said, and all. */
function countsByAgent(chats: readonly Chat[], found: readonly Chat[]): Map<number | undefined, [number, number]> {
  const hits = new Set(found);
  return new Map(
    [...Map.groupBy(chats, ({ agentId }) => agentId)].map(([agentId, theirs]) => [
      agentId,
      [theirs.filter((chat) => hits.has(chat)).length, theirs.length],
    ]),
  );
}
