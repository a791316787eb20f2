import { z } from 'zod';
import type { OfflineMessage } from '../../src/sandbox/world/world.ts';
import { first, HOUR } from '../mcp/desk.ts';
import { isoTime, plusDays, wallTime } from '../oracle/calendar.ts';
import { near } from '../oracle/figures.ts';
import { firstListed, inListOrder, sameLetters } from '../oracle/rows.ts';
import { chatIdsOf, unanswered } from '../oracle/truth.ts';
import { CHARGER_SUBJECT, RESENT, type Facts } from './facts.ts';
import { oneCall, type Question, type QuestionsOf } from './question.ts';

const idsOf = (messages: readonly OfflineMessage[]): number[] =>
  messages.map(({ offlineMessageId }) => offlineMessageId);

const Visitor = z.object({ visitor_id: z.number() });

/** The questions of those who see to the messages that came in while nobody was there. */
export const triageQuestions: QuestionsOf = (facts) => [
  ...whatWaits(facts),
  ...whatIsUrgent(facts),
  ...decisions(facts),
  ...oneMessage(facts),
];

function whatWaits(facts: Facts): Question[] {
  const { world, zone, now, today } = facts;
  const { offlineMessages } = world;
  const waiting = unanswered(world);
  const oldest = first(inListOrder(world, now, waiting, 'oldest'));
  const dayOf = ({ receivedAt }: OfflineMessage) => wallTime(zone, receivedAt).day;
  const list = (asks: string, args: object, messages: readonly OfflineMessage[]) => {
    const listed = inListOrder(world, now, messages);
    return oneCall(
      asks,
      'list_offline_messages',
      { order: 'newest', limit: 5, ...args },
      (data) => [data.total, firstListed(data.messages, listed, 5)],
      [messages.length, idsOf(listed).slice(0, 5)],
    );
  };
  return [
    oneCall(
      'How many messages wait for an answer?',
      'list_offline_messages',
      { limit: 1 },
      ({ total }) => total,
      waiting.length,
    ),
    oneCall(
      'What is the oldest message nobody answered?',
      'list_offline_messages',
      { order: 'oldest', limit: 1 },
      ({ messages: [message] }) => ({
        id: message?.offline_message_id,
        at: message?.['received_at'],
        hours: message?.['age_hours'],
        text: message?.text,
      }),
      {
        id: oldest.offlineMessageId,
        at: isoTime(zone, oldest.receivedAt),
        hours: near((now - oldest.receivedAt) / HOUR, 1),
        text: sameLetters(oldest.text),
      },
    ),
    list(
      'What has nobody even opened?',
      { state: 'unread' },
      offlineMessages.filter(({ unread }) => unread),
    ),
    list(
      'What came in since yesterday?',
      { state: 'all', from: plusDays(today, -1) },
      offlineMessages.filter((message) => dayOf(message) >= plusDays(today, -1)),
    ),
    list(
      'What came in last week that nobody answered?',
      { period: 'last_week' },
      waiting.filter((message) => isWithin(dayOf(message), facts.daysOf({ period: 'last_week' }))),
    ),
    list(
      'Any message about an order number that starts with BW-1?',
      { state: 'all', query: 'BW-1' },
      offlineMessages.filter(({ subject, text }) => `${subject}\n${text}`.includes('BW-1')),
    ),
    list(
      'Is anything about a charger still open?',
      { query: 'charger' },
      waiting.filter(({ subject, text }) => /charger/i.test(`${subject}\n${text}`)),
    ),
  ];
}

function whatIsUrgent({ world }: Facts): Question[] {
  const charger = first(world.offlineMessages.filter(({ subject }) => subject === CHARGER_SUBJECT));
  return [
    oneCall(
      'What should I answer first?',
      'list_offline_messages',
      { limit: 5 },
      // The reader judges by the text, which has to be among the first.
      ({ messages }) => {
        const message = messages.find(({ text = '' }) => text.includes('taken to hospital'));
        return [message?.offline_message_id, (message?.evidence?.length ?? 0) > 0, message?.language];
      },
      [charger.offlineMessageId, true, 'en'],
    ),
    oneCall(
      'Whom do I have to answer about the charger?',
      'list_offline_messages',
      { query: 'charger' },
      ({ messages: [message] }) => Visitor.parse(message?.['visitor']).visitor_id,
      charger.visitorId,
    ),
    {
      asks: 'Did anybody send the same thing twice?',
      ask: async (ask) => {
        const { messages } = (await ask('list_offline_messages', { query: RESENT })).data;
        return new Set(messages.flatMap(({ offline_message_id, similar }) => [offline_message_id, ...(similar ?? [])]));
      },
      expected: new Set(idsOf(world.offlineMessages.filter(({ text }) => text.startsWith(RESENT)))),
    },
  ];
}

function decisions({ world, now }: Facts): Question[] {
  const waiting = inListOrder(world, now, unanswered(world), 'oldest');
  const oldest = first(waiting);
  const offline_message_id = oldest.offlineMessageId;
  const draft_reply = 'Hello, thank you for waiting. [name of the colleague] looks into it today.';
  return [
    {
      asks: 'Note that the oldest one is for billing and soon enough, then tell me what is left to decide',
      ask: async (ask) => {
        const decision = { offline_message_id, priority: 'soon', category: 'billing' };
        const recorded = (await ask('record_triage', decision)).data;
        const { data } = await ask('list_offline_messages', { state: 'untriaged', order: 'oldest', limit: 5 });
        return [
          recorded.recorded,
          recorded.sent,
          data.total,
          data.messages.map((message) => message.offline_message_id),
        ];
      },
      expected: [true, false, waiting.length - 1, idsOf(waiting.slice(1, 6))],
    },
    {
      asks: 'Which drafts are ready for me to send?',
      ask: async (ask) => {
        await ask('record_triage', { offline_message_id, priority: 'urgent', draft_reply });
        const { data } = await ask('list_offline_messages', { state: 'drafted' });
        return data.messages.map(({ offline_message_id: id, triage }) => [id, triage?.draft_reply]);
      },
      expected: [[offline_message_id, draft_reply]],
    },
    {
      asks: 'What did we decide on the oldest one, and why?',
      ask: async (ask) => {
        const note = 'Their order is late twice.';
        await ask('record_triage', { offline_message_id, priority: 'urgent', category: 'delivery', note });
        const { triage } = (await ask('get_offline_message', { offline_message_id })).data.message;
        return [triage?.priority, triage?.category, triage?.note];
      },
      expected: ['urgent', 'delivery', 'Their order is late twice.'],
    },
  ];
}

const isWithin = (day: string, { from, to }: { readonly from: string; readonly to: string }) =>
  day >= from && day <= to;

function oneMessage(facts: Facts): Question[] {
  const { world } = facts;
  const answered = first(world.offlineMessages.filter(({ replies }) => replies.length > 1));
  const writers = Map.groupBy(world.offlineMessages, ({ visitorId }) => visitorId);
  const [latest, ...earlier] = first([...writers.values()].filter((messages) => messages.length > 1)).toReversed();
  const guest = first(unanswered(world).filter(({ visitorId }) => chatsOf(facts, visitorId).length > 0));
  return [
    oneCall(
      `What did we tell the writer of message ${answered.offlineMessageId}?`,
      'get_offline_message',
      { offline_message_id: answered.offlineMessageId },
      ({ replies }) => replies.map(({ text }) => text),
      answered.replies.map(({ text }) => sameLetters(text)),
    ),
    {
      asks: `Did the writer of message ${latest?.offlineMessageId} write before?`,
      ask: async (ask) => {
        await ask('list_offline_messages', { state: 'all', limit: 1 });
        const { data } = await ask('get_offline_message', { offline_message_id: latest?.offlineMessageId });
        return data.other_messages.map(({ offline_message_id }) => offline_message_id);
      },
      expected: idsOf(earlier).slice(0, 5),
    },
    {
      asks: `Had the writer of message ${guest.offlineMessageId} chatted with us before?`,
      ask: async (ask) => {
        const { data } = await ask('get_offline_message', { offline_message_id: guest.offlineMessageId });
        const { visitor_id } = Visitor.parse(data.message['visitor']);
        const found = await ask('list_chats', { period: 'this_month', visitor: String(visitor_id) });
        return found.data.chats.map(({ chat_id }) => chat_id);
      },
      expected: chatIdsOf(chatsOf(facts, guest.visitorId).toReversed()),
    },
  ];
}

const chatsOf = ({ world }: Facts, visitorId: number) => world.chats.filter((chat) => chat.visitorId === visitorId);
