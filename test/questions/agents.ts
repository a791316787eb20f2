import type { Chat, Visitor } from '../../src/sandbox/world/world.ts';
import { first } from '../mcp/desk.ts';
import { isoTime, plusDays, wallTime } from '../oracle/calendar.ts';
import { nameOf, rowOf, sameLetters } from '../oracle/rows.ts';
import { chatIdsOf, servedAndEnded } from '../oracle/truth.ts';
import { type Facts } from './facts.ts';
import { oneCall, type Question, type QuestionsOf } from './question.ts';

/** The questions of agents about one chat, about one visitor, and where something was said. */
export const agentQuestions: QuestionsOf = (facts) => [
  ...aboutOneChat(facts),
  ...aboutOneVisitor(facts),
  ...whereItWasSaid(facts),
];

function aboutOneChat(facts: Facts): Question[] {
  const { world, zone } = facts;
  const ended = servedAndEnded(world);
  const transferred = first(ended.filter((chat) => chat.transferred));
  const unhappy = first(ended.filter(({ rating }) => rating === 1 || rating === 2).toReversed());
  const [, jonas] = world.agents;
  const ofJonas = first(world.chats.filter(({ agentId }) => agentId === jonas?.agentId).toReversed());
  return [
    oneCall(
      `Pull up chat ${unhappy.chatId}`,
      'get_chat_transcript',
      { chat_id: unhappy.chatId },
      ({ chat, messages }) => [chat, messages.map(({ role, text, at }) => ({ role, text, at }))],
      [
        rowOf(world, unhappy, zone),
        unhappy.messages.map(({ author, text, at }) => ({
          role: author,
          text: sameLetters(text),
          at: isoTime(zone, at),
        })),
      ],
    ),
    oneCall(
      'Who had that chat before it was passed on?',
      'get_chat_transcript',
      { chat_id: transferred.chatId },
      ({ messages }) => first(messages.filter(({ role }) => role === 'agent')).author,
      first(transferred.messages.filter(({ author }) => author === 'agent')).authorName,
    ),
    {
      asks: 'What was my last chat, and how did it begin?',
      ask: async (ask) => {
        const { data } = await ask('list_chats', { period: 'this_month', agent: 'Jonas', limit: 1 });
        const chat_id = first(data.chats).chat_id;
        const { messages } = (await ask('get_chat_transcript', { chat_id })).data;
        return [chat_id, first(messages).text];
      },
      expected: [ofJonas.chatId, sameLetters(first(ofJonas.messages).text)],
    },
  ];
}

function aboutOneVisitor(facts: Facts): Question[] {
  const { world, zone } = facts;
  const regular = first(
    [...Map.groupBy(world.chats, ({ visitorId }) => visitorId)].sort(([, one], [, other]) => other.length - one.length),
  );
  const [visitorId, chats] = regular;
  const visitor = first(world.visitors.filter((one) => one.visitorId === visitorId));
  // The service counts no missed chats.
  const taken = chats.filter(({ missed }) => !missed);
  const letters = world.offlineMessages.filter((message) => message.visitorId === visitorId);
  const named = nobodyElseHas(world.chats.filter(({ missed }) => !missed));
  const country = first(world.visitors.map((one) => countryOf(one)));
  return [
    {
      asks: `Who is visitor ${visitorId}, and what did they ask us before?`,
      ask: async (ask) => {
        await ask('list_chats', { period: 'this_month', visitor: String(visitorId), limit: 1 });
        const { data } = await ask('get_visitor_stats', { visitor: String(visitorId) });
        return [
          data.chats.slice(0, 10).map(({ chat_id }) => chat_id),
          data.chats_known,
          data.offline_messages.map(({ offline_message_id }) => offline_message_id),
          data.offline_messages_known,
        ];
      },
      expected: [
        chatIdsOf(chats.toReversed()).slice(0, 10),
        chats.length,
        letters.map(({ offlineMessageId }) => offlineMessageId).toReversed(),
        letters.length,
      ],
    },
    oneCall(
      'Since when do we know them, and how often were they here?',
      'get_visitor_stats',
      { visitor: String(visitorId) },
      ({ first_visit_at, totals }) => [first_visit_at, totals['visits'], totals['views'], totals['chats']],
      [isoTime(zone, visitor.firstVisitAt), visitor.totalVisits, visitor.totalViews, taken.length],
    ),
    oneCall(
      `Who talked to visitor ${visitorId} last?`,
      'list_chats',
      { period: 'this_month', visitor: String(visitorId), missed: false, limit: 1 },
      ({ chats: [chat] }) => chat?.['agent'],
      agentOf(facts, first(taken.toReversed())),
    ),
    oneCall(
      `All chats of ${named.visitorEmail} this month`,
      'list_chats',
      { period: 'this_month', visitor: named.visitorEmail },
      (data) => data.chats.map(({ chat_id }) => chat_id),
      chatIdsOf(world.chats.filter((chat) => chat.visitorId === named.visitorId).toReversed()),
    ),
    {
      asks: `What did ${nameOf(named)} write in their last chat?`,
      ask: async (ask) => {
        const { data } = await ask('list_chats', { period: 'this_month', visitor: named.visitorEmail, limit: 1 });
        const { messages } = (await ask('get_chat_transcript', { chat_id: first(data.chats).chat_id })).data;
        return messages.filter(({ role }) => role === 'visitor').map(({ text }) => text);
      },
      expected: first(world.chats.filter((chat) => chat.visitorId === named.visitorId).toReversed())
        .messages.filter(({ author }) => author === 'visitor')
        .map(({ text }) => sameLetters(text)),
    },
    oneCall(
      `How many people from ${country} do we know?`,
      'list_visitors',
      { country, limit: 1 },
      ({ total }) => total,
      world.visitors.filter((one) => countryOf(one) === country).length,
    ),
    oneCall(
      'Who is new since yesterday?',
      'list_visitors',
      { period: 'yesterday', limit: 100 },
      ({ total }) => total,
      world.visitors.filter(({ firstVisitAt }) => wallTime(zone, firstVisitAt).day === plusDays(facts.today, -1))
        .length,
    ),
  ];
}

/** The place of a visitor in their latest session. */
const countryOf = ({ records }: Visitor) => records.at(-1)?.whereabouts.country ?? '';

/** The newest of some chats whose email address no other visitor of them gave. */
function nobodyElseHas(chats: readonly Chat[]): Chat {
  const owners = Map.groupBy(chats, ({ visitorEmail }) => visitorEmail.toLowerCase());
  return first(
    chats
      .toReversed()
      .filter(
        ({ visitorEmail, visitorId }) =>
          /^\S+@\S+$/.test(visitorEmail) &&
          owners.get(visitorEmail.toLowerCase())?.every((chat) => chat.visitorId === visitorId) === true,
      ),
  );
}

function agentOf({ world }: Facts, { agentId }: Chat): unknown {
  const agent = world.agents.find((one) => one.agentId === agentId);
  return agent && { agent_id: agent.agentId, name: `${agent.firstName} ${agent.lastName}` };
}

function whereItWasSaid(facts: Facts): Question[] {
  const { world } = facts;
  const month = { period: 'this_month' };
  const order = first(
    world.chats.flatMap(({ messages }) => messages.flatMap(({ text }) => /\bBW-\d{6}\b/.exec(text)?.[0] ?? [])),
  );
  return [
    said('Anything about a refund from Oslo this week?', facts, { period: 'this_month', city: 'Oslo' }, 'refund', [
      /\brefund\b/i,
    ]),
    said('Where did somebody ask for a refund this month?', facts, month, 'refund', [/\brefund\b/i]),
    said(`In which chat was order ${order} mentioned?`, facts, month, order, [new RegExp(`\\b${order}\\b`, 'i')]),
    said('When did we tell somebody there is no charge?', facts, { ...month, said_by: 'agent' }, '"no charge"', [
      /\bno charge\b/i,
    ]),
    said('Wer hat nach einer Rechnung gefragt?', facts, month, 'Rechnung', [/(?<!\p{L})Rechnung(?!\p{L})/iu]),
    said('返金について何か言われましたか?', facts, month, '返金', [/返金/u]),
    said(
      'Any mention of a standing desk that is not about an invoice?',
      facts,
      month,
      'standing desk -invoice',
      [/\bstanding\b/i, /\bdesk\b/i],
      /\binvoice\b/i,
    ),
  ];
}

function said(
  asks: string,
  facts: Facts,
  { city, said_by, period }: { readonly period: string; readonly city?: string; readonly said_by?: 'agent' },
  query: string,
  patterns: readonly RegExp[],
  unwanted?: RegExp,
): Question {
  const found = facts.chatsOf({ period }).filter(({ whereabouts, messages }) => {
    const texts = messages.filter(({ author }) => said_by === undefined || author === said_by).map(({ text }) => text);
    const stands = (pattern: RegExp) => texts.some((text) => pattern.test(text.normalize('NFC')));
    return (
      (city === undefined || whereabouts.city === city) &&
      patterns.every(stands) &&
      (unwanted === undefined || !stands(unwanted))
    );
  });
  const ascending = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);
  return oneCall(
    asks,
    'search_transcripts',
    { query, period, city, said_by, limit: 100 },
    ({ total, hits }) => [total, ascending(hits.map(({ chat_id }) => chat_id))],
    [found.length, ascending(chatIdsOf(found))],
  );
}
