import { describe, expect, test } from 'vitest';
import { seconds } from '../../../src/model/time/units.ts';
import { first, openServer, smallWorld, startDesk, startService } from '../../mcp/desk.ts';
import { stopAfter } from '../../mcp/stopped-service.ts';
import { chatsOn } from '../../oracle/calendar.ts';
import { changeOf, ofRows } from '../../oracle/figures.ts';

// "None" is a fact about the desk, and only a whole look at it allows to state one.

const MONTH = { period: 'last_30_days' } as const;

describe('before anything was read', () => {
  test.each([
    ['get_support_performance', {}, 'No chat was requested'],
    ['list_chats', {}, '**No chat, '],
    ['list_offline_messages', {}, '**No offline message.**'],
  ] as const)('%s does not say that there is nothing', async (tool, args, claim) => {
    await using desk = await startDesk(smallWorld(), { answer_within: seconds(0.05) });
    const released = Promise.withResolvers<void>();
    desk.service.gateway = () => released.promise;
    const { text, data } = await desk.ask(tool, args);
    released.resolve();
    expect(data.coverage).toMatchObject({ complete: false });
    expect(text).not.toContain(claim);
    expect(text).toContain('there may be some');
  });

  test('a whole look may say so', async () => {
    const world = smallWorld();
    world.chats.splice(0);
    world.offlineMessages.splice(0);
    await using desk = await startDesk(world);
    expect((await desk.ask('list_chats')).text).toContain('**No chat, Wed 11 – Tue 17 Nov 2026.**');
    expect((await desk.ask('get_support_performance')).text).toContain(': no chat was requested in this period');
    expect((await desk.ask('list_offline_messages')).text).toContain('**No offline message.**');
  });
});

describe('a comparison', () => {
  test('says no change before both periods are whole, and why', async () => {
    await using service = startService(smallWorld(), 10);
    await using desk = await openServer(service);
    stopAfter(8, service);
    const week = { from: '2026-11-11', to: '2026-11-17' };
    const { text, data } = await desk.ask('get_support_performance', { ...week, compare_to: 'previous_period' });
    expect(data.comparison).toBeDefined();
    expect(data.comparison).not.toHaveProperty('change');
    expect(text).not.toContain('| change |');
    expect(data.comparison?.coverage.complete).toBe(false);
    // A part of one beside the other would be taken for all of it.
    expect(text).toMatch(/Not compared with Wed 4 – Tue 10 Nov 2026 yet: only \d+ of its chats are loaded so far\./);
    expect(text).not.toContain('compared with 4–10 Nov');
  });

  test('says it of whole ones', async () => {
    await using desk = await startDesk();
    const { chats } = desk.service.world;
    const { data } = await desk.ask('get_support_performance', {
      ...MONTH,
      compare_to: 'previous_period',
      transcripts: 'loaded',
    });
    const before = chatsOn(chats, { from: '2026-09-19', to: '2026-10-18' }, 'UTC');
    const now = chatsOn(chats, { from: '2026-10-19', to: '2026-11-17' }, 'UTC');
    expect(ofRows(data.comparison?.change)).toEqual(changeOf(before, now, false));
  });
});

test('a message that no zone of its own was asked about is not explained by one', async () => {
  await using desk = await startDesk();
  const message = first(desk.service.world.offlineMessages);
  const day = new Date(message.receivedAt - 40 * 86_400_000).toISOString().slice(0, 10);
  const { text } = await desk.ask('list_offline_messages', {
    state: 'all',
    from: day,
    to: day,
    timezone: 'Asia/Kolkata',
  });
  expect(text.split('\n')[0]).toMatch(/^\*\*No offline message, \w{3} \d+ \w{3} 2026 \(Asia\/Kolkata\)\.\*\*$/);
});

describe('an answer over a part', () => {
  test('says first that it is one, and shows no group that may just be unread', async () => {
    await using service = startService(smallWorld(), 10);
    await using desk = await openServer(service, { answer_within: seconds(2) });
    stopAfter(4, service);
    const { text, data } = await desk.ask('get_support_performance', { period: 'last_30_days', group_by: ['day'] });
    const { text: listed } = await desk.ask('list_chats', { period: 'last_30_days' });
    expect(data.coverage).toMatchObject({ complete: false });
    expect(text.split('\n')[0]).toBe('**Mon 19 Oct – Tue 17 Nov 2026, loaded so far**: counts can only grow');
    expect(data.groups?.every(({ metrics }) => metrics['chats'] !== 0)).toBe(true);
    const none = 30 - (data.groups?.length ?? 0);
    expect(text).toContain(`Nothing is loaded yet of Mon 19 Oct, Tue 20 Oct, `);
    expect(text).toContain(` and ${none - 7} more.`);
    expect(listed).toMatch(/^\*\*\d+ chats loaded so far, /);
  });
});

describe('a visitor without chats in the period', () => {
  test('is told from one who is not known, with where the chats are', async () => {
    await using desk = await startDesk();
    const { chats } = desk.service.world;
    const early = first(chats.filter(({ visitorEmail }) => visitorEmail !== ''));
    await desk.ask('list_chats', { period: 'last_30_days' });
    const args = { period: 'today', visitor: String(early.visitorId) };
    const own = chats.filter(({ visitorId }) => visitorId === early.visitorId);
    expect((await desk.ask('list_chats', args)).text).toMatch(
      new RegExp(String.raw`This visitor has ${own.length} other loaded chats?, the newest of `),
    );
    const unknown = await desk.ask('list_chats', { ...args, visitor: 'nobody@example.com' });
    expect(unknown.text).toContain('No chat of such a visitor is loaded');
  });
});
