import { expect, test } from 'vitest';
import { DAY, openServer, smallWorld, startService } from '../../mcp/desk.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';

// What is known of the chats of who left a message: on each engine as the world has it.

test('who was served since a message, and whose chat was missed before it, are found among the chats', async () => {
  const world = smallWorld();
  const waiting = world.offlineMessages.filter(({ replies }) => replies.length === 0);
  await using service = startService(world);
  await using desk = await openServer(service, { archive: await archiveOfTest() });
  const { data } = await desk.ask('list_offline_messages', { state: 'served_later', limit: 100 });
  const chatsOf = ({ visitorId }: (typeof waiting)[number]) =>
    world.chats.filter((chat) => chat.visitorId === visitorId && chat.requestedAt > world.now - 89 * DAY);
  const served = waiting.filter((message) =>
    chatsOf(message).some((chat) => !chat.missed && chat.requestedAt > message.receivedAt),
  );
  expect(served.length).toBeGreaterThan(0);
  expect(data.total).toBe(served.length);
  const all = await desk.ask('list_offline_messages');
  const afterMissed = waiting.filter((message) =>
    chatsOf(message).some(
      ({ missed, requestedAt }) =>
        missed && requestedAt <= message.receivedAt && message.receivedAt - requestedAt < DAY,
    ),
  );
  expect(all.data.counts).toMatchObject({ served_later: served.length, missed_chat: afterMissed.length });
});
