import { expect, test } from 'vitest';
import { first, MINUTE, openServer, smallWorld, startService } from '../../mcp/desk.ts';
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
