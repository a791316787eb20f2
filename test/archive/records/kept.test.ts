import { describe, expect, onTestFinished, test } from 'vitest';
import { DAY, first, MINUTE, NOW, openServer, smallWorld, startDesk, startService, type Desk } from '../../mcp/desk.ts';
import { chatsOn, daysOf, wallTime } from '../../oracle/calendar.ts';
import { metricsOf, ofRows } from '../../oracle/figures.ts';

// What the archive has, it keeps: a list that shows less than before takes records out of lists, never out of it.

const TODAY = wallTime('UTC', NOW).day;
const WEEK = { from: '2026-11-10', to: '2026-11-16' };
const MONTH = { period: 'last_30_days' } as const;

const totalOf = async (desk: Desk, asked: object): Promise<number> => (await desk.ask('list_chats', asked)).data.total;

/** Makes lists show nothing of what they have, until the answer is called. */
function hide({ service }: Desk): () => void {
  service.rewrite = (body) => (body.startsWith('[') ? '[]' : body);
  return () => {
    service.rewrite = (body) => body;
  };
}

describe('a service that shows nothing of what it had', () => {
  test('takes no chat away, and is not taken for an answer', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    const known = await totalOf(desk, WEEK);
    const chat = first(chatsOn(world.chats, WEEK, 'UTC').filter(({ endedAt }) => endedAt !== undefined));
    await desk.ask('get_chat_transcript', { chat_id: chat.chatId });
    clock.now += 3 * DAY;
    const restore = hide(desk);
    // Its look-back is over.
    const day = { from: '2026-11-16', to: '2026-11-16' };
    const { data } = await desk.ask('list_chats', day);
    restore();
    expect(data.total).toBe(chatsOn(world.chats, day, 'UTC').length);
    expect(data.coverage).toMatchObject({ complete: false, basis: 'partial' });
    // It is asked again at once, and heals.
    const { result, requests } = await desk.spentOn(() => desk.ask('list_chats', day));
    expect(requests).toBeGreaterThan(0);
    expect(result.data.coverage).toMatchObject({ complete: true, basis: 'proven' });
    expect(await totalOf(desk, WEEK)).toBe(known);
    expect((await desk.spentOn(() => desk.ask('get_chat_transcript', { chat_id: chat.chatId }))).requests).toBe(0);
  });

  test('takes no offline message away', async () => {
    await using desk = await startDesk();
    const { clock } = desk.service;
    const ask = async () => (await desk.ask('list_offline_messages', { state: 'all' })).data;
    const before = await ask();
    const restore = hide(desk);
    clock.now += 10 * MINUTE;
    const now = await ask();
    expect(now.total).toBe(before.total);
    expect(now.coverage).toMatchObject({ complete: false, as_of: before.coverage.as_of });
    restore();
    expect((await ask()).coverage.complete).toBe(true);
  });

  test('is believed when the records say so, too', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    const ask = async () => (await desk.ask('list_offline_messages', { state: 'all' })).data;
    expect((await ask()).total).toBe(world.offlineMessages.length);
    const all = world.offlineMessages.splice(0);
    clock.now += 10 * MINUTE;
    expect(await ask()).toMatchObject({ total: 0, coverage: { complete: true } });
    world.offlineMessages.push(...all);
    clock.now += 10 * MINUTE;
    expect(await ask()).toMatchObject({ total: all.length, coverage: { complete: true } });
  });
});

describe('a record that its list does not show any more', () => {
  test('is in no list and no count, is still read by its id, and comes back with its list', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    const today = { period: 'today' } as const;
    const chats = chatsOn(world.chats, daysOf(today, TODAY), 'UTC');
    const chat = first(chats.filter(({ endedAt }) => endedAt !== undefined));
    expect(await totalOf(desk, today)).toBe(chats.length);
    const before = (await desk.ask('get_chat_transcript', { chat_id: chat.chatId })).data;

    const place = world.chats.indexOf(chat);
    world.chats.splice(place, 1);
    clock.now += 2 * MINUTE;
    const { result, requests } = await desk.spentOn(() => desk.ask('list_chats', today));
    expect(result.data.total).toBe(chats.length - 1);
    expect(result.data.coverage).toMatchObject({ complete: true, basis: 'proven' });
    // Once: a page and the end, both of them again, and the chat.
    expect(requests).toBe(Math.ceil((chats.length - 1) / 50) + 4);
    const again = await desk.spentOn(() => desk.ask('get_chat_transcript', { chat_id: chat.chatId }));
    expect(again.requests).toBe(0);
    expect(again.result.data.messages).toEqual(before.messages);

    world.chats.splice(place, 0, chat);
    clock.now += 2 * MINUTE;
    expect(await totalOf(desk, today)).toBe(chats.length);
  });

  test('is looked for once more after a day, should its list have left it out by mistake', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    const day = { from: '2026-11-17', to: '2026-11-17' };
    const chats = chatsOn(world.chats, day, 'UTC');
    expect(await totalOf(desk, day)).toBe(chats.length);
    const [chat = first(chats)] = chats.slice(3);
    const place = world.chats.indexOf(chat);
    world.chats.splice(place, 1);
    // Its look-back is over: this look is the last.
    clock.now = Date.parse('2026-11-20');
    expect(await totalOf(desk, day)).toBe(chats.length - 1);
    world.chats.splice(place, 0, chat);
    clock.now += DAY;
    expect(await totalOf(desk, day)).toBe(chats.length - 1);
    clock.now += 1;
    expect(await totalOf(desk, day)).toBe(chats.length);
    clock.now += 400 * DAY;
    expect((await desk.spentOn(() => totalOf(desk, day))).requests).toBe(0);
  });

  test('stays read by its id when it is an offline message', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    await desk.ask('list_offline_messages', { state: 'all' });
    const message = first(world.offlineMessages.filter(({ replies }) => replies.length > 0));
    const ask = () => desk.ask('get_offline_message', { offline_message_id: message.offlineMessageId });
    const before = (await ask()).data;
    world.offlineMessages.splice(world.offlineMessages.indexOf(message), 1);
    clock.now += 10 * MINUTE;
    expect((await desk.ask('list_offline_messages', { state: 'all' })).data.total).toBe(world.offlineMessages.length);
    // Also when it has to be asked for again.
    clock.now += 10 * MINUTE;
    const { data } = await ask();
    expect([data.replies, data.as_of]).toEqual([before.replies, before.as_of]);
  });
});

test('rows that vanish while a walk is interrupted are seen when it goes on', async () => {
  const service = startService(smallWorld(), 10);
  onTestFinished(service.close);
  await using desk = await openServer(service);
  service.gateway = (_path, count) => {
    service.clock.now += 40;
    if (count > 6) throw new Error('gone');
  };
  expect((await desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' })).isError).toBe(true);
  service.gateway = () => undefined;
  service.world.chats.splice(-10);
  const { data } = await desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' });
  const truth = chatsOn(service.world.chats, daysOf(MONTH, TODAY), 'UTC');
  expect(ofRows(data.overall)).toEqual(metricsOf(truth));
  expect(data.coverage).toMatchObject({ complete: true, basis: 'proven' });
});

describe('what a record has lost is gone', () => {
  test('messages of a chat', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    const chat = first(
      world.chats.filter(({ missed, endedAt, messages }) => !missed && endedAt === undefined && messages.length > 1),
    );
    const ask = async () =>
      (await desk.ask('get_chat_transcript', { chat_id: chat.chatId, view: 'full' })).data.messages.length;
    expect(await ask()).toBe(chat.messages.length);
    chat.messages = chat.messages.slice(0, 1);
    clock.now += 2 * MINUTE;
    expect(await ask()).toBe(1);
  });

  test('replies to an offline message', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    const message = first(world.offlineMessages.filter(({ replies }) => replies.length > 0));
    const ask = async () =>
      (await desk.ask('get_offline_message', { offline_message_id: message.offlineMessageId })).data.replies.length;
    expect(await ask()).toBe(message.replies.length);
    message.replies = message.replies.slice(1);
    clock.now += 10 * MINUTE;
    expect(await ask()).toBe(message.replies.length);
  });
});
