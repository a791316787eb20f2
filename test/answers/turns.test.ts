import { expect, test } from 'vitest';
import { first, MINUTE, NOW, openServer, sharedDesk, smallWorld, startService, type Desk } from '../mcp/desk.ts';
import { turnsOf } from '../support/turns.ts';

// No question holds the event loop: what goes through records lets others have their turn at each of them, however many there are.
// For how many milliseconds a turn goes on is in bench/results/event-loop.json.

/** The number of messages, chats and visitors. */
const RECORDS = 48;

const SENSITIVE = 'call +49 30 1234567, mail a.b@example.com, card 4111 1111 1111 1111, password: hunter2';

/** A desk whose records are all alike, but for whose they are. */
async function deskOf(visitorOf: (index: number) => number): Promise<Desk> {
  const world = smallWorld();
  const message = first(world.offlineMessages);
  const chat = first(world.chats.filter(({ missed }) => !missed));
  const said = first(chat.messages);
  const visitor = first(world.visitors);
  const record = first(visitor.records);
  const indexes = Array.from({ length: RECORDS }, (_, index) => index);
  world.offlineMessages = indexes.map((index) => ({
    ...message,
    offlineMessageId: 700_000 + index,
    visitorId: visitorOf(index),
    visitorName: SENSITIVE,
    subject: SENSITIVE,
    text: `order ${index} ${SENSITIVE}`,
    receivedAt: NOW - (index + 1) * MINUTE,
    replies: [],
  }));
  world.chats = indexes.map((index) => {
    const requestedAt = NOW - (index + 1) * 10_000;
    return {
      ...chat,
      chatId: 800_000 + index,
      visitorId: visitorOf(index),
      visitorName: SENSITIVE,
      requestedAt,
      startedAt: requestedAt + 3000,
      endedAt: requestedAt + 9000,
      messages: [{ ...said, text: 'order now', at: requestedAt }],
      whereabouts: { ...chat.whereabouts, country: `C${index} ${SENSITIVE}` },
    };
  });
  world.visitors = [...new Set(indexes.map(visitorOf))].map((visitorId, index) => ({
    ...visitor,
    visitorId,
    records: [
      {
        ...record,
        contact: { ...record.contact, name: `Anna ${index} ${SENSITIVE}` },
        whereabouts: { ...record.whereabouts, country: `C${index} ${SENSITIVE}`, city: SENSITIVE },
      },
    ],
  }));
  const service = startService(world, 1000);
  const desk = await openServer(service, { redact: 'contacts' });
  await desk.ask('list_visitors', { limit: 1 });
  await desk.ask('list_offline_messages', { limit: 1 });
  // Each search reads some transcripts.
  for (const limit of [1, 2, 3]) await desk.ask('search_transcripts', { query: 'order', ...DAYS, limit });
  return desk;
}

const DAYS = { from: '2026-11-01' };
const ofMany = sharedDesk(() => deskOf((index) => 6_000_000 + index));
const ofOne = sharedDesk(() => deskOf(() => 6_000_000));

test.each([
  // Loading, telling who is alike, looking for chats around, choosing, and ordering.
  ['list_offline_messages', {}, 5 * RECORDS],
  ['list_offline_messages', { query: 'nowhere' }, 4 * RECORDS - 1],
  // Choosing, and three times each row that is shown.
  ['list_chats', { ...DAYS, limit: 12 }, RECORDS + 3 * 12],
  ['list_visitors', { order: 'waiting', limit: 12 }, 3 * RECORDS],
  ['list_visitors', { order: 'chats', ...DAYS, limit: 12 }, 4 * RECORDS],
  ['search_transcripts', { query: 'order', ...DAYS }, 4 * RECORDS],
  ['search_transcripts', { query: 'order', ...DAYS, group_by: 'country' }, 4 * RECORDS],
  ['get_offline_message', { offline_message_id: 700_003 }, RECORDS],
  ['get_support_performance', { ...DAYS, group_by: 'country' }, 3 * RECORDS],
  // Eight visitors, and eight countries, that could be meant.
  ['get_visitor_stats', { visitor: 'anna' }, 7],
  ['list_chats', { visitor: 'anna' }, 7],
  ['list_visitors', { country: 'nowhere' }, 9],
  ['list_chats', { country: 'nowhere' }, 17],
] as const)('%s with %j lets others have their turn at each record', async (tool, args, turns) => {
  const desk = await ofMany();
  expect(await turnsOf(() => desk.ask(tool, args))).toBeGreaterThanOrEqual(turns);
});

test.each([
  ['list_offline_messages', {}, 5 * RECORDS],
  ['get_offline_message', { offline_message_id: 700_003 }, RECORDS + 6],
  ['get_visitor_stats', { visitor: '6000000' }, 2 * RECORDS],
] as const)('%s with %j does so where all records are those of one visitor', async (tool, args, turns) => {
  const desk = await ofOne();
  expect(await turnsOf(() => desk.ask(tool, args))).toBeGreaterThanOrEqual(turns);
});
