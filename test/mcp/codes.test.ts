import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DAY, first, NOW, smallWorld, startDesk } from './desk.ts';
import { chatsOn, metricsOf, wallTime } from './expected.ts';

// A desk that has not said what its integer codes mean. What the data prove is used, everything else is refused.

const MONTH = { from: wallTime('UTC', NOW - 30 * DAY).day, to: wallTime('UTC', NOW).day };

describe('without the setting codes', () => {
  test('figures that rest on is_chat_transferred are left out, with the evidence and the setting', async () => {
    await using desk = await startDesk(smallWorld(), { codes: {} });
    const { data, text } = await desk.ask('get_support_performance', { ...MONTH, group_by: ['agent'] });
    const expected = metricsOf(chatsOn(desk.service.world.chats, MONTH, 'UTC'));
    expect({ ...data.overall, transfer_rate: 'left out' }).toEqual(
      Object.assign({ ...data.overall }, expected, { transfer_rate: 'left out' }),
    );
    expect(data.overall).not.toHaveProperty('transfer_rate');
    expect(text).toContain('is_chat_transferred');
    expect(text).toContain('codes.is_chat_transferred');
    for (const group of data.groups ?? []) expect(group.metrics).not.toHaveProperty('transfer_rate');
  });

  test('missed and rated are told by evidence where there is enough of it', async () => {
    await using desk = await startDesk(smallWorld(), { codes: {} });
    const chats = chatsOn(desk.service.world.chats, MONTH, 'UTC');
    const total = async (filter: object) => (await desk.ask('list_chats', { ...MONTH, ...filter })).data.total;
    expect(await total({ missed: true })).toBe(chats.filter(({ missed }) => missed).length);
    expect(await total({ missed: false })).toBe(chats.filter(({ missed }) => !missed).length);
    expect(await total({ rated: true })).toBe(chats.filter(({ rating }) => rating !== undefined).length);
    expect(await total({ min_rating: 4 })).toBe(chats.filter(({ rating = 0 }) => rating >= 4).length);
  });

  test('few rows prove nothing: their figures are left out', async () => {
    await using desk = await startDesk(smallWorld(), { codes: {} });
    const { data, text } = await desk.ask('get_support_performance', { period: 'yesterday' });
    expect(Object.keys(data.overall)).toEqual(['chats']);
    expect(data.overall['chats']).toBe(
      chatsOn(desk.service.world.chats, { from: '2026-11-17', to: '2026-11-17' }, 'UTC').length,
    );
    expect(text).toMatch(/is_missed, whose meaning is not settled here \(value 0: \d+ seen/);
  });

  test.each([
    ['list_chats', { period: 'yesterday', missed: true }, 'codes.is_missed'],
    ['list_chats', { period: 'yesterday', rated: false }, 'codes.rating'],
    ['list_chats', { ...MONTH, transferred: true }, 'codes.is_chat_transferred'],
    ['list_chats', { period: 'yesterday', max_rating: 2 }, 'codes.rating'],
  ] as const)('a filter on what is not settled is refused: %s %j', async (tool, args, setting) => {
    await using desk = await startDesk(smallWorld(), { codes: {} });
    const { isError, text } = await desk.ask(tool, args);
    expect(isError).toBe(true);
    expect(text).toContain(setting);
    expect(text).toMatch(/not settled here \(.+\)/);
  });

  test('the state unread is refused while a message has a reply and is unread, and told by evidence after that', async () => {
    await using desk = await startDesk(smallWorld(), { codes: {} });
    const { offlineMessages } = desk.service.world;
    expect(offlineMessages.some(({ unread, replies }) => unread && replies.length > 0)).toBe(true);
    const { isError, text } = await desk.ask('list_offline_messages', { state: 'unread' });
    expect(isError).toBe(true);
    expect(text).toContain('codes.unread');
    const unanswered = offlineMessages.filter(({ replies }) => replies.length === 0);
    expect((await desk.ask('list_offline_messages')).data.total).toBe(unanswered.length);

    for (const message of offlineMessages) if (message.replies.length > 0) message.unread = false;
    desk.service.clock.now += DAY;
    const { data } = await desk.ask('list_offline_messages', { state: 'unread' });
    expect(data.total).toBe(offlineMessages.filter(({ unread }) => unread).length);
  });
});

test('a setting that leaves out a value refuses what would rest on it', async () => {
  await using desk = await startDesk(smallWorld(), {
    codes: { is_missed: { 1: 'missed' }, rating: { 0: 'not rated' } },
  });
  const { data } = await desk.ask('get_support_performance', MONTH);
  expect(data.overall).not.toHaveProperty('missed');
  const { isError, text } = await desk.ask('list_chats', { ...MONTH, missed: false });
  expect(isError).toBe(true);
  expect(text).toContain('codes.is_missed');
});

describe('rows that do not say what a code says', () => {
  const wire = z.looseObject({ chat_id: z.number() });
  /** Takes a field away from one chat of every answer. */
  const without = (field: string, chatId: number) => (body: string) =>
    JSON.stringify(JSON.parse(body), (_, value: unknown) => {
      const row = wire.safeParse(value);
      if (!row.success || row.data.chat_id !== chatId) return value;
      return Object.fromEntries(Object.entries(row.data).filter(([key]) => key !== field));
    });

  test('whether a chat was missed: it is neither, and the others count', async () => {
    await using desk = await startDesk();
    const { service } = desk;
    const chats = chatsOn(service.world.chats, MONTH, 'UTC');
    const unsaid = first(chats.filter(({ missed }) => !missed));
    service.rewrite = without('is_missed', unsaid.chatId);
    const others = chats.filter((chat) => chat !== unsaid);
    const { data, text } = await desk.ask('get_support_performance', MONTH);
    expect(data.overall).toEqual({ ...metricsOf(others), chats: chats.length, missed_unknown: 1 });
    expect(text).toContain('missed or not is unknown of 1');
    for (const missed of [true, false]) {
      const answer = await desk.ask('list_chats', { ...MONTH, missed });
      expect(answer.data.total).toBe(others.filter((chat) => chat.missed === missed).length);
      expect(answer.text).toContain('Left out: 1 chats whose row does not say');
    }
  });

  test('whether a chat was transferred: it is outside the rate', async () => {
    await using desk = await startDesk();
    const { service } = desk;
    const chats = chatsOn(service.world.chats, MONTH, 'UTC');
    const unsaid = first(chats.filter(({ missed, transferred }) => !missed && !transferred));
    service.rewrite = without('is_chat_transferred', unsaid.chatId);
    const { data } = await desk.ask('get_support_performance', MONTH);
    const said = chats.filter((chat) => chat !== unsaid);
    expect(data.overall).toEqual({
      ...metricsOf(chats),
      transfer_rate: metricsOf(said)['transfer_rate'],
      transferred_unknown: 1,
    });
    const listed = await desk.ask('list_chats', { ...MONTH, transferred: false });
    expect(listed.data.total).toBe(said.filter(({ transferred }) => !transferred).length);
  });

  test('no row says it: nothing is said of missed chats', async () => {
    await using desk = await startDesk();
    desk.service.rewrite = (body) => body.replaceAll('"is_missed"', '"something_else"');
    const { data, text } = await desk.ask('get_support_performance', MONTH);
    const { length } = chatsOn(desk.service.world.chats, MONTH, 'UTC');
    expect(data.overall).toEqual({ chats: length, missed_unknown: length });
    expect(text).toContain(`missed or not is unknown of ${length}`);
  });
});
