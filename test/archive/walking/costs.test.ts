import { describe, expect, test } from 'vitest';
import { seconds } from '../../../src/model/time/units.ts';
import type { World } from '../../../src/sandbox/world/world.ts';
import {
  DAY,
  first,
  monthWorld,
  MINUTE,
  NOW,
  openServer,
  smallWorld,
  startDesk,
  startService,
  type Desk,
} from '../../mcp/desk.ts';
import { chatsOn, plusDays, wallTime } from '../../oracle/calendar.ts';
import type { ToolName } from '../../mcp/protocol/shapes.ts';
import { expectRequestAPage } from './thirty-days.ts';

// What questions cost: every record is paid for once.

const dayOf = (at: number): string => wallTime('UTC', at).day;
const YESTERDAY = dayOf(NOW - DAY);

async function cost(desk: Desk, tool: ToolName, args: object = {}): Promise<number> {
  const { result, requests } = await desk.spentOn(() => desk.ask(tool, args));
  expect(result.isError, result.text).toBe(false);
  return requests;
}

describe('the same question again', () => {
  const { chats, offlineMessages, visitors } = smallWorld();
  test.each([
    ['list_chats', { period: 'last_7_days' }],
    ['list_chats', { period: 'last_week', missed: true, timezone: 'Asia/Kolkata' }],
    [
      'get_support_performance',
      { period: 'last_30_days', group_by: ['day'], compare_to: 'previous_period', transcripts: 'loaded' },
    ],
    ['get_support_performance', { from: '2026-11-10', to: '2026-11-12', agent: '@', transcripts: 'loaded' }],
    ['get_chat_transcript', { chat_id: first(chats).chatId }],
    ['list_offline_messages', {}],
    ['get_offline_message', { offline_message_id: first(offlineMessages).offlineMessageId }],
    ['list_support_agents', {}],
    ['get_visitor_stats', { visitor: String(first(visitors).visitorId) }],
  ] satisfies [ToolName, object][])('costs nothing: %s %j', async (tool, args) => {
    await using desk = await startDesk();
    const agent = first(desk.service.world.agents.filter(({ role }) => role === 'Agent'));
    const asked = 'agent' in args ? { ...args, agent: agent.email } : args;
    expect(await cost(desk, tool, asked)).toBeGreaterThan(0);
    expect(await cost(desk, tool, asked)).toBe(0);
  });

  test('costs nothing for the days that are over, whichever way they are asked for', async () => {
    await using desk = await startDesk();
    await cost(desk, 'get_support_performance', { period: 'last_30_days', transcripts: 'loaded' });
    expect(await cost(desk, 'list_chats', { period: 'last_7_days', rated: true })).toBe(0);
    expect(
      await cost(desk, 'get_support_performance', {
        period: 'last_week',
        group_by: ['hour', 'weekday'],
        transcripts: 'loaded',
      }),
    ).toBe(0);
    expect(await cost(desk, 'list_chats', { period: 'yesterday', timezone: 'America/Sao_Paulo' })).toBeGreaterThan(0);
    // That touched today, in UTC.
    expect(await cost(desk, 'list_chats', { period: 'this_week', timezone: 'UTC' })).toBe(0);
  });
});

/** A medium desk with a fourth of its chats: enough for dozens of pages a month. */
function thinnedWorld(): World {
  const world = monthWorld();
  world.chats = world.chats.filter((_, index) => index % 4 === 0);
  return world;
}

test('thirty days that nothing is known of cost one request a page, and a few to find the last one', async () => {
  await expectRequestAPage(thinnedWorld());
});

test('questions at once whose days overlap pay for each day once', async () => {
  const asked = ['last_30_days', 'last_7_days', 'yesterday'].map((period) => ({ period, transcripts: 'loaded' }));
  const world = thinnedWorld();
  const costAlone = async (question: Readonly<Record<string, unknown>> = {}): Promise<number> => {
    await using desk = await startDesk(world);
    return await cost(desk, 'get_support_performance', question);
  };
  const [longest, , shortest] = asked;
  const most = (await costAlone(longest)) + (await costAlone(shortest));
  await using desk = await startDesk(world);
  const { requests } = await desk.spentOn(() =>
    Promise.all(asked.map((question) => desk.ask('get_support_performance', question))),
  );
  // Yesterday does not wait for thirty days, and is walked by itself.
  expect(requests).toBeLessThanOrEqual(most);
});

test('a run of missing days is one walk, from the day before which everything is known', async () => {
  await using desk = await startDesk();
  const walks = () => new Set(desk.service.requests().map((path) => path.replace(/page_no=\d+&?/, '')));
  await cost(desk, 'list_chats', { from: '2026-11-12', to: '2026-11-13' });
  expect([...walks()]).toHaveLength(1);
  await cost(desk, 'list_chats', { from: '2026-11-10', to: '2026-11-16' });
  const ranges = [...walks()].map((path) => /date_from=(\S+)&date_to=(\S+)/.exec(path)?.slice(1));
  // Each goes a day further: what the service takes for the end of a day is not known.
  expect(ranges).toEqual([
    ['2026-11-12', '2026-11-14'],
    ['2026-11-14', '2026-11-17'],
    ['2026-11-10', '2026-11-12'],
  ]);
});

describe('what changes is read again', () => {
  test('today when it is older than a minute, and not before', async () => {
    await using desk = await startDesk();
    const { clock } = desk.service;
    expect(await cost(desk, 'list_chats', { period: 'today' })).toBeGreaterThan(0);
    clock.now += MINUTE;
    expect(await cost(desk, 'list_chats', { period: 'today' })).toBe(0);
    clock.now += 1;
    expect(await cost(desk, 'list_chats', { period: 'today' })).toBeGreaterThan(0);
    expect(await cost(desk, 'list_chats', { period: 'this_week' })).toBeGreaterThan(0);
    clock.now += MINUTE + 1;
    // Only today of it.
    const before = desk.service.requests().length;
    await cost(desk, 'list_chats', { period: 'this_week' });
    const again = desk.service.requests().slice(before);
    expect(again.every((path) => path.includes(`date_from=${dayOf(NOW)}`))).toBe(true);
  });

  test('a day that is over once more, after the look-back, and then never', async () => {
    await using desk = await startDesk();
    const { clock } = desk.service;
    const ask = () => cost(desk, 'list_chats', { from: YESTERDAY, to: YESTERDAY });
    expect(await ask()).toBeGreaterThan(0);
    clock.now = Date.parse(plusDays(YESTERDAY, 3)) - 1;
    expect(await ask()).toBe(0);
    clock.now += 1;
    expect(await ask()).toBeGreaterThan(0);
    expect(await ask()).toBe(0);
    clock.now += 400 * DAY;
    expect(await ask()).toBe(0);
  });

  test('a day that was read while it ran, when it is over', async () => {
    await using desk = await startDesk();
    const { clock } = desk.service;
    await cost(desk, 'list_chats', { period: 'today' });
    clock.now += DAY;
    expect(await cost(desk, 'list_chats', { period: 'yesterday' })).toBeGreaterThan(0);
  });

  test('a late rating is in the answer after the look-back', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    const args = { from: YESTERDAY, to: YESTERDAY, rated: true };
    const before = (await desk.ask('list_chats', args)).data.total;
    const unrated = first(
      chatsOn(world.chats, { from: YESTERDAY, to: YESTERDAY }, 'UTC').filter(
        ({ missed, rating }) => !missed && rating === undefined,
      ),
    );
    unrated.rating = 2;
    clock.now += 2 * DAY;
    expect((await desk.ask('list_chats', args)).data.total).toBe(before + 1);
  });

  test('today once a question, however short its age', async () => {
    await using desk = await startDesk(undefined, { maximum_age_seconds: { today: seconds(0) } });
    const { service } = desk;
    service.gateway = () => {
      service.clock.now += 40;
    };
    const today = dayOf(NOW);
    const pages = Math.ceil(chatsOn(service.world.chats, { from: today, to: today }, 'UTC').length / 50);
    const { result, requests } = await desk.spentOn(() => desk.ask('list_chats', { from: today, to: today }));
    expect(requests).toBe(pages + 3);
    expect(result.data.coverage.complete).toBe(true);
  });

  test('a day that left something out, after a day', async () => {
    const world = smallWorld();
    const place = world.chats.findLastIndex(({ requestedAt }) => dayOf(requestedAt) === YESTERDAY);
    world.chats.splice(place, 0, { ...first(world.chats.slice(place)), chatId: -5 });
    await using desk = await startDesk(world);
    const ask = async () => (await desk.ask('list_chats', { from: YESTERDAY, to: YESTERDAY })).data.coverage;
    expect(await ask()).toMatchObject({ complete: false, rejected_records: 1 });
    world.chats.splice(place, 1);
    desk.service.clock.now += DAY;
    expect(await ask()).toMatchObject({ complete: false, rejected_records: 1, upstream_requests: 0 });
    desk.service.clock.now += 1;
    expect(await ask()).toMatchObject({ complete: true, rejected_records: 0 });
  });

  test('what was read at a time that has yet to come: the clock was wrong', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    const askAll = async () => [
      await cost(desk, 'list_chats', { from: YESTERDAY, to: YESTERDAY }),
      await cost(desk, 'list_offline_messages'),
      await cost(desk, 'get_chat_transcript', { chat_id: first(world.chats).chatId }),
    ];
    clock.now += 400 * DAY;
    await askAll();
    clock.now -= 400 * DAY;
    for (const requests of await askAll()) expect(requests).toBeGreaterThan(0);
    expect(await askAll()).toEqual([0, 0, 0]);
  });

  test.each([
    ['list_offline_messages', '/api/offlinemessages', 5],
    ['list_support_agents', '/api/agents', 5],
  ] as const)('%s, whose list is %s, after %i minutes', async (tool, list, minutes) => {
    await using desk = await startDesk();
    // The chats of today, which some lists count beside their own rows, are older sooner.
    const costOfList = async () => {
      const before = desk.service.requests().length;
      await cost(desk, tool);
      return desk.service
        .requests()
        .slice(before)
        .filter((request) => request.includes(list)).length;
    };
    await costOfList();
    desk.service.clock.now += minutes * MINUTE;
    expect(await costOfList()).toBe(0);
    desk.service.clock.now += 1;
    expect(await costOfList()).toBeGreaterThan(0);
  });
});

describe('transcripts', () => {
  test('of a closed chat are fetched once ever, also for ten who ask at once', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    const chat = first(world.chats.filter(({ endedAt }) => endedAt !== undefined));
    const ask = () => desk.ask('get_chat_transcript', { chat_id: chat.chatId });
    const { result, requests } = await desk.spentOn(() => Promise.all(Array.from({ length: 10 }, ask)));
    expect(requests).toBe(1);
    expect(new Set(result.map(({ data }) => JSON.stringify(data.messages))).size).toBe(1);
    clock.now += 400 * DAY;
    expect(await cost(desk, 'get_chat_transcript', { chat_id: chat.chatId })).toBe(0);
  });

  test('of a running chat are fetched again after a minute, until it has ended', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    const chat = first(world.chats.filter(({ missed, endedAt }) => !missed && endedAt === undefined));
    const ask = () => cost(desk, 'get_chat_transcript', { chat_id: chat.chatId });
    expect(await ask()).toBe(1);
    clock.now += MINUTE;
    expect(await ask()).toBe(0);
    clock.now += 1;
    expect(await ask()).toBe(1);
    chat.endedAt = clock.now + 1;
    chat.messages = [...chat.messages, { author: 'agent', authorName: 'System', text: 'Bye', at: chat.endedAt }];
    clock.now += 2 * MINUTE;
    expect(await ask()).toBe(1);
    clock.now += 400 * DAY;
    expect(await ask()).toBe(0);
    const { digest } = (await desk.ask('get_chat_transcript', { chat_id: chat.chatId })).data;
    expect(Object.values(digest.messages).reduce((sum, count) => sum + count, 0)).toBe(chat.messages.length);
  });

  test('of a chat that never gets an end are fetched for a day', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    const chat = first(world.chats.filter(({ missed, endedAt }) => !missed && endedAt === undefined));
    const ask = () => cost(desk, 'get_chat_transcript', { chat_id: chat.chatId });
    expect(await ask()).toBe(1);
    clock.now = chat.requestedAt + DAY;
    expect(await ask()).toBe(1);
    clock.now += DAY;
    expect(await ask()).toBe(0);
  });
});

describe('questions about one agent', () => {
  test('do not cover the day for the others, and are not paid for twice', async () => {
    await using desk = await startDesk();
    const { world } = desk.service;
    const [one, other] = [...new Set(world.chats.flatMap(({ agentId }) => agentId ?? []))].map(String);
    const ask = (agent?: string) =>
      cost(desk, 'get_support_performance', { period: 'last_7_days', agent, transcripts: 'loaded' });
    expect(await ask(one)).toBeGreaterThan(0);
    expect(await ask(one)).toBe(0);
    expect(await ask(other)).toBeGreaterThan(0);
    expect(await ask()).toBeGreaterThan(0);
    expect(await ask()).toBe(0);
    expect(await ask(other)).toBe(0);
  });

  test('are not asked again because of a chat that another agent still has', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    const busy = new Set(
      world.chats.filter(({ missed, endedAt }) => !missed && !endedAt).map(({ agentId }) => agentId),
    );
    const idle = first(world.agents.filter(({ agentId }) => !busy.has(agentId)));
    expect(busy.size).toBeGreaterThan(0);
    const chatRequests = async () => {
      const before = desk.service.requests().length;
      await cost(desk, 'list_chats', { period: 'yesterday', agent: String(idle.agentId) });
      return desk.service
        .requests()
        .slice(before)
        .filter((path) => path.startsWith('/api/chats')).length;
    };
    await cost(desk, 'list_chats', { period: 'today' });
    clock.now += DAY;
    expect(await chatRequests()).toBeGreaterThan(0);
    clock.now += 10 * MINUTE;
    expect(await chatRequests()).toBe(0);
  });

  test('say nothing about the others', async () => {
    await using desk = await startDesk();
    const { world } = desk.service;
    const chats = chatsOn(world.chats, { from: YESTERDAY, to: YESTERDAY }, 'UTC');
    const agentId = first(chats.flatMap((chat) => chat.agentId ?? []));
    await cost(desk, 'list_chats', { period: 'yesterday', agent: String(agentId) });
    desk.service.gateway = () => Promise.reject(new Error('gone'));
    const { isError, text } = await desk.ask('list_chats', { period: 'yesterday' });
    expect(isError, text).toBe(true);
  });
});

test('two who ask the same at the same time cost as much as one', async () => {
  await using service = startService();
  await using one = await openServer(service);
  await using other = await openServer(service);
  const question = { period: 'last_30_days', group_by: ['agent'] };
  const alone = await cost(one, 'get_support_performance', { ...question, transcripts: 'loaded' });
  const ask = () => other.ask('get_support_performance', { ...question, transcripts: 'loaded' });
  const { result, requests } = await other.spentOn(() => Promise.all([ask(), ask(), ask()]));
  expect(requests).toBe(alone);
  const withoutCost = ({ data: { coverage, ...data } }: (typeof result)[number]) =>
    JSON.stringify({ ...data, coverage: { ...coverage, upstream_requests: 'any' } });
  expect(new Set(result.map(withoutCost)).size).toBe(1);
  // The first one waits for all of it. Who looks up what is known a moment longer joins behind some requests.
  const costs = result.map(({ data }) => data.coverage.upstream_requests);
  expect(Math.max(...costs)).toBe(alone);
  expect(Math.min(...costs)).toBeGreaterThan(0);
});
