import { describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/archive/store.ts';
import { sandboxAccount } from '../../../src/commands/sandbox/sandbox-account.ts';
import { OfflineMessageId } from '../../../src/model/ids.ts';
import type { Chat, World } from '../../../src/sandbox/world/world.ts';
import { DAY, first, MINUTE, openServer, smallWorld, startService, type Service } from '../../mcp/desk.ts';
import { wallTime } from '../../oracle/calendar.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';

// Answers do not come in the order of their requests. What the service said first never takes away what it said last.

/** Keeps back what the service has answered already: to the first such request, or a later one. */
function hold(service: Service, path: RegExp, which = 1) {
  const made = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let count = 0;
  service.send = async (asked) => {
    if (path.test(asked)) count += 1;
    if (count !== which || !path.test(asked)) return;
    made.resolve();
    await released.promise;
  };
  onTestFinished(() => released.resolve());
  return { made: made.promise, release: () => released.resolve() };
}

async function start() {
  const service = startService(smallWorld());
  onTestFinished(service.close);
  const archive = await archiveOfTest();
  const desk = await openServer(service, { archive });
  onTestFinished(desk.close);
  return { service, archive, desk, world: service.world, clock: service.clock };
}

async function storeOf(service: Service, archive: string) {
  const { account } = sandboxAccount(service);
  const store = await openStore(archive, { origin: account.baseUrl.origin, login: account.email });
  onTestFinished(() => store.close());
  return store;
}

const dayOf = (chat: Chat) => {
  const { day } = wallTime('UTC', chat.requestedAt);
  return { from: day, to: day };
};

/** A chat of today that is over, and that nobody has rated. */
function unrated({ chats, now }: World): Chat {
  const today = wallTime('UTC', now).day;
  return first(
    chats.filter(
      (chat) =>
        !chat.missed &&
        chat.rating === undefined &&
        (chat.endedAt ?? now) < now &&
        wallTime('UTC', chat.requestedAt).day === today,
    ),
  );
}

describe('what was seen later stays', () => {
  test('when a transcript is slow, and the list has a rating meanwhile', async () => {
    const { service, desk, world, clock } = await start();
    const chat = unrated(world);
    const rated = async () => (await desk.ask('list_chats', { ...dayOf(chat), rated: true })).data.total;
    const before = await rated();
    const slow = hold(service, new RegExp(`/chats/${chat.chatId}$`));
    const transcript = desk.ask('get_chat_transcript', { chat_id: chat.chatId });
    await slow.made;
    chat.rating = 2;
    clock.now += MINUTE + 1;
    expect(await rated()).toBe(before + 1);
    slow.release();
    expect((await transcript).isError).toBe(false);
    expect(await rated()).toBe(before + 1);
  });

  test('when page 1, read again, is slow, and a transcript has the rating meanwhile', async () => {
    const { service, archive, desk, world } = await start();
    const chat = unrated(world);
    // Before its first answer a client sends one request at a time.
    await desk.ask('list_visitors');
    const slow = hold(service, /\/chats\/\?.*page_no=1/, 2);
    const list = desk.ask('list_chats', { ...dayOf(chat), rated: true });
    await slow.made;
    service.clock.now += 1;
    chat.rating = 2;
    const transcript = desk.ask('get_chat_transcript', { chat_id: chat.chatId });
    const { tables } = await storeOf(service, archive);
    await expect.poll(() => tables.transcripts().select('chat_id').execute()).toHaveLength(1);
    slow.release();
    await transcript;
    const { day } = wallTime('UTC', chat.requestedAt);
    const expected = world.chats.filter(
      ({ requestedAt, rating }) => rating !== undefined && wallTime('UTC', requestedAt).day === day,
    );
    expect((await list).data.total).toBe(expected.length);
  });

  test('when an offline message is slow, and the list has another text meanwhile', async () => {
    const { service, archive, desk, world, clock } = await start();
    const message = first(world.offlineMessages.filter(({ replies }) => replies.length === 0));
    await desk.ask('list_offline_messages');
    const slow = hold(service, new RegExp(`/offlinemessages/${message.offlineMessageId}$`));
    const thread = desk.ask('get_offline_message', { offline_message_id: message.offlineMessageId });
    await slow.made;
    message.text = 'What was written anew';
    clock.now += 10 * MINUTE;
    await desk.ask('list_offline_messages', { state: 'all' });
    slow.release();
    await thread;
    const row = await (
      await storeOf(service, archive)
    ).tables
      .offlineMessages()
      .where('offline_message_id', '=', OfflineMessageId.parse(message.offlineMessageId))
      .select('text')
      .executeTakeFirst();
    expect(row?.text).toBe('What was written anew');
  });

  test('but what was seen by a clock that was wrong gives way', async () => {
    const { desk, world, clock } = await start();
    const chat = unrated(world);
    const rated = async () => (await desk.ask('list_chats', { ...dayOf(chat), rated: true })).data.total;
    clock.now += 400 * DAY;
    const before = await rated();
    clock.now -= 400 * DAY;
    chat.rating = 2;
    expect(await rated()).toBe(before + 1);
  });
});

test('a row is as old as the request for it', async () => {
  const { service, archive, desk, world, clock } = await start();
  const chat = unrated(world);
  const askedAt: number[] = [];
  service.send = (path) => {
    // The only page with rows.
    if (!path.includes('/chats/?page_no=1&')) return;
    askedAt.push(clock.now);
    clock.now += 1000;
  };
  await desk.ask('list_chats', dayOf(chat));
  const row = await (
    await storeOf(service, archive)
  ).tables
    .chats()
    .select(({ fn }) => fn.max('seen_at').as('latest'))
    .executeTakeFirst();
  expect(row?.latest).toBe(askedAt.at(-1));
});
