import { expect, test } from 'vitest';
import { first, NOW, openServer, smallWorld, startService, type Desk } from '../mcp/desk.ts';
import { longestTurn } from '../support/cpu-time.ts';

// One visitor who wrote more messages, and had more chats, than any person does.

async function deskOfOne(messages: number, chats: number) {
  const world = smallWorld();
  const message = first(world.offlineMessages);
  const { visitorId } = message;
  world.offlineMessages = Array.from({ length: messages }, (_, index) => ({
    ...message,
    offlineMessageId: 700_000 + index,
    text: index.toString(36).repeat(30),
    receivedAt: NOW - (index + 1) * 10_000,
    replies: [],
  }));
  const chat = first(world.chats.filter(({ missed }) => !missed));
  world.chats = Array.from({ length: chats }, (_, index) => {
    const requestedAt = NOW - (index + 1) * 10_000;
    return {
      ...chat,
      chatId: 800_000 + index,
      visitorId,
      requestedAt,
      startedAt: requestedAt + 3000,
      endedAt: requestedAt + 9000,
    };
  });
  const service = startService(world, 1000);
  const desk = await openServer(service);
  await desk.ask('list_chats', { from: '2026-11-10', limit: 1 });
  await desk.ask('list_offline_messages', { limit: 1 });
  return {
    desk,
    visitor: String(visitorId),
    [Symbol.asyncDispose]: () => Promise.all([desk.close(), service.close()]).then(() => undefined),
  };
}

test('many messages and chats of one visitor hold the event loop for no more than 50 ms', async () => {
  await using opened = await deskOfOne(600, 2000);
  const { desk }: { desk: Desk } = opened;
  expect(await longestTurn(() => desk.ask('list_offline_messages', {}))).toBeLessThan(50);
  const one = { offline_message_id: 700_003 };
  expect(await longestTurn(() => desk.ask('get_offline_message', one))).toBeLessThan(50);
});

test('twenty thousand chats of one visitor hold the event loop for no more than 50 ms', async () => {
  await using opened = await deskOfOne(1, 20_000);
  const { desk, visitor }: { desk: Desk; visitor: string } = opened;
  const { data } = await desk.ask('get_visitor_stats', { visitor });
  expect(data.chats_known).toBe(20_000);
  const second = { visitor, cursor: data.next_cursor };
  const one = { offline_message_id: 700_000 };
  const turns = [
    await longestTurn(() => desk.ask('get_visitor_stats', { visitor })),
    await longestTurn(() => desk.ask('get_visitor_stats', second)),
    await longestTurn(() => desk.ask('get_offline_message', one)),
  ];
  expect(turns.map((millis) => millis < 50)).toEqual([true, true, true]);
});
