import { expect, test } from 'vitest';
import { DAY, first, MINUTE, openServer, smallWorld, startService } from '../../mcp/desk.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';

// What was decided is kept in the archive that several servers share.

test('of two decisions at once the last one holds, whole', async () => {
  const world = smallWorld();
  const { offlineMessageId } = first(world.offlineMessages.filter(({ replies }) => replies.length === 0));
  const archive = await archiveOfTest();
  await using service = startService(world);
  await using one = await openServer(service, { archive });
  await using other = await openServer(service, { archive });
  await one.ask('list_offline_messages');
  const decide = (desk: typeof one, number: number) =>
    desk.ask('record_triage', {
      offline_message_id: offlineMessageId,
      priority: number % 2 === 0 ? 'urgent' : 'can_wait',
      note: `note ${number}`,
      draft_reply: `draft ${number}`,
    });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) => decide(number % 2 === 0 ? one : other, number)),
  );
  expect(answers.filter(({ isError }) => isError)).toEqual([]);
  const { data } = await one.ask('get_offline_message', { offline_message_id: offlineMessageId });
  const number = Number(data.message.triage?.note?.replace('note ', ''));
  expect(data.message.triage).toMatchObject({
    priority: number % 2 === 0 ? 'urgent' : 'can_wait',
    draft_reply: `draft ${number}`,
  });

  service.clock.now += MINUTE;
  await decide(other, 21);
  const { data: later } = await one.ask('list_offline_messages', { state: 'drafted' });
  expect(later.messages.map(({ triage }) => triage?.note)).toEqual(['note 21']);
});

test('a decision outlives the server that recorded it, NUL and half an emoji aside', async () => {
  const world = smallWorld();
  const { offlineMessageId } = first(world.offlineMessages);
  const archive = await archiveOfTest();
  await using service = startService(world);
  const before = await openServer(service, { archive });
  await before.ask('record_triage', {
    offline_message_id: offlineMessageId,
    priority: 'soon',
    draft_reply: 'Grüße\0 und \uD83D mehr 👩‍🔧',
  });
  await before.close();
  await using after = await openServer(service, { archive });
  const { data } = await after.ask('get_offline_message', { offline_message_id: offlineMessageId });
  expect(data.message.triage?.draft_reply).toContain('mehr 👩‍🔧');
});

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
