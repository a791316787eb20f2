import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/archive/store.ts';
import { sandboxAccount } from '../../../src/commands/sandbox/sandbox-account.ts';
import { seconds } from '../../../src/model/time/units.ts';
import type { Chat, World } from '../../../src/sandbox/world/world.ts';
import {
  DAY,
  first,
  MINUTE,
  NOW,
  openServer,
  smallWorld,
  startDesk,
  startService,
  type Desk,
  type Service,
} from '../../mcp/desk.ts';
import { stopAfter } from '../../mcp/stopped-service.ts';
import { chatsOn, daysOf, isoTime, wallTime } from '../../oracle/calendar.ts';
import { metricsOf, ofRows } from '../../oracle/figures.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';

// Whatever interrupts the fetching: nothing that was paid for is lost, and no answer says more than is known.

const MONTH = { period: 'last_30_days' } as const;
const TODAY = wallTime('UTC', NOW).day;

const chatsOf = (world: World, asked: { period: string }): Chat[] => chatsOn(world.chats, daysOf(asked, TODAY), 'UTC');

/** An answer that covers all that was asked and is true. */
async function expectTruth(desk: Desk, asked: { period: string }): Promise<void> {
  const { data } = await desk.ask('get_support_performance', { ...asked, transcripts: 'loaded' });
  expect(ofRows(data.overall)).toEqual(metricsOf(chatsOf(desk.service.world, asked)));
  expect(data.coverage).toMatchObject({ complete: true, basis: 'proven', rejected_records: 0 });
}

/** Something that happens when the test says so. */
function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { given: promise, give: resolve };
}

/** Holds the request that comes after `count` from now: `middle` is given when it has come, and it goes on when `released` is. */
function holdRequest(service: Service, count: number): Record<'middle' | 'released', ReturnType<typeof signal>> {
  const start = service.requests().length;
  const [middle, released] = [signal(), signal()];
  service.gateway = async () => {
    if (service.requests().length - start !== count) return;
    middle.give();
    await released.given;
  };
  return { middle, released };
}

/** The cost of reading a month that nothing interrupts. */
let whole = 0;
beforeAll(async () => {
  await using service = startService(smallWorld(), 10);
  await using desk = await openServer(service);
  whole = (await desk.spentOn(() => desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' }))).requests;
  expect(whole).toBeGreaterThan(25);
});

/** A service that is read in pages of ten, so that there is something to interrupt. */
async function startLongService(): Promise<Service> {
  const service = startService(smallWorld(), 10);
  onTestFinished(service.close);
  return service;
}

/** A server that reads a month into the archive, until the service is gone. */
async function failAfterTenRequests(service: Service, archive: string): Promise<void> {
  await using desk = await openServer(service, { archive });
  const start = service.requests().length;
  service.gateway = () => {
    if (service.requests().length - start >= 10) throw new Error('gone');
  };
  expect((await desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' })).isError).toBe(true);
  service.gateway = () => undefined;
}

describe('a walk that was interrupted goes on where it stopped, in another process on the same file', () => {
  test.each([1, 2, 12, 25])('when the service fails after %i requests', async (most) => {
    const service = await startLongService();
    const archive = await archiveOfTest();
    const start = service.requests().length;
    const answered = () => service.requests().length - start;
    {
      await using desk = await openServer(service, { archive });
      service.gateway = () => {
        if (answered() >= most) throw new Error('gone');
      };
      const { isError, text } = await desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' });
      expect(isError).toBe(true);
      expect(text).toContain('not responding');
      expect(answered()).toBe(most);
    }
    service.gateway = () => undefined;
    await using desk = await openServer(service, { archive });
    await expectTruth(desk, MONTH);
    expect(answered()).toBe(whole);
  });

  test('when the server is closed in the middle', async () => {
    const service = await startLongService();
    const archive = await archiveOfTest();
    const start = service.requests().length;
    const middle = signal();
    const stopped = signal();
    service.gateway = async () => {
      if (service.requests().length - start !== 15) return;
      middle.give();
      await stopped.given;
      throw new Error('nobody waits any more');
    };
    const interrupted = await openServer(service, { archive });
    const question = interrupted.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' });
    question.catch(() => undefined);
    await middle.given;
    await interrupted.close();
    stopped.give();
    await expect(question).rejects.toThrow();

    service.gateway = () => undefined;
    await using desk = await openServer(service, { archive });
    await expectTruth(desk, MONTH);
    // Pages that were asked for before their turn are lost with whoever asked.
    expect(service.requests().length - start).toBeLessThanOrEqual(whole + 3);
  });

  test('but not after hours, when its rows may have moved', async () => {
    const service = await startLongService();
    const archive = await archiveOfTest();
    await failAfterTenRequests(service, archive);
    service.clock.now += 90 * MINUTE;
    await using desk = await openServer(service, { archive });
    const { requests } = await desk.spentOn(() => expectTruth(desk, MONTH));
    expect(requests).toBeLessThanOrEqual(whole);
    // How many rows fill a page is known by now, which spares a look or two.
    expect(requests).toBeGreaterThan(whole - 3);
  });

  test('and is forgotten when it is too old for that', async () => {
    const service = await startLongService();
    const archive = await archiveOfTest();
    const { account } = sandboxAccount(service);
    const store = await openStore(archive, { origin: account.baseUrl.origin, login: account.email });
    onTestFinished(() => store.close());
    const unfinished = () =>
      store.tables.unfinishedWalks().select(['from_day', 'to_day', 'agent_id', 'margin']).execute();
    await failAfterTenRequests(service, archive);
    const { from, to } = daysOf(MONTH, TODAY);
    expect(await unfinished()).toEqual([{ from_day: from, to_day: to, agent_id: 0, margin: 1 }]);
    service.clock.now += 90 * MINUTE;
    await using desk = await openServer(service, { archive });
    await desk.ask('list_offline_messages');
    expect(await unfinished()).toEqual([]);
  });
});

describe('a deadline', () => {
  test('is answered with what is known; the fetching goes on behind the answer, and the next one has it', async () => {
    const service = await startLongService();
    await using desk = await openServer(service);
    const start = service.requests().length;
    const { go } = stopAfter(12, service);
    const { data, text } = await desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' });
    expect(data.coverage).toMatchObject({ complete: false, basis: 'partial', days_covered: 0 });
    // As time was over, twelve had come, and three were behind them.
    expect(data.coverage.upstream_requests).toBe(15);
    expect(data.coverage.remaining?.requests).toBeGreaterThan(0);
    // The pages that were answered, from the newest on; today's chats, the margin, are none of this month's.
    const newest = service.world.chats.toReversed();
    const pages = new Set(
      service
        .requests()
        .slice(start)
        .map((path) => Number(/page_no=(\d+)/.exec(path)?.[1])),
    );
    const read = [...pages]
      .flatMap((page) => newest.slice(10 * (page - 1), 10 * page))
      .filter(
        ({ requestedAt }) => requestedAt < Date.parse(TODAY) && requestedAt >= Date.parse(daysOf(MONTH, TODAY).from),
      );
    expect(ofRows(data.overall)).toEqual(metricsOf(read));
    expect(text).toMatch(/^Data incomplete: .*; call again /m);
    go();
    // Asking again waits for the same walk, on a slow machine more than once.
    await expect
      .poll(async () => (await desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' })).data.coverage)
      .toMatchObject({ complete: true });
    await expectTruth(desk, MONTH);
    expect(service.requests().length - start).toBe(whole);
  });

  test('before anything of a single record is known is an error that says so', async () => {
    await using desk = await startDesk(smallWorld(), { answer_within: seconds(0.05) });
    const { chatId } = first(desk.service.world.chats);
    const released = signal();
    desk.service.gateway = () => released.given;
    const { isError, text } = await desk.ask('get_chat_transcript', { chat_id: chatId });
    expect(isError).toBe(true);
    expect(text).toContain('time for one answer ran out');
    released.give();
  });

  test('before the agents are known does not call an agent unknown', async () => {
    await using desk = await startDesk(smallWorld(), { answer_within: seconds(0.05) });
    const agent = first(desk.service.world.agents).email;
    const released = signal();
    desk.service.gateway = () => released.given;
    const { isError, text } = await desk.ask('list_chats', { agent });
    expect(isError).toBe(true);
    expect(text).toContain('time for one answer ran out');
    released.give();
  });
});

test('a service that wants to be left alone for long is named at once', async () => {
  await using service = startService();
  service.replace = () => new Response('', { status: 429, headers: { 'retry-after': '600' } });
  await using desk = await openServer(service, { answer_within: seconds(60) });
  const asked = performance.now();
  const { isError, text } = await desk.ask('list_offline_messages');
  expect(isError).toBe(true);
  expect(text).toMatch(/Call again in \d{3} s\b/);
  // It did not wait until it had to answer.
  expect(performance.now() - asked).toBeLessThan(30_000);
});

test('a question that is cancelled sends nothing more, and a later one goes on', async () => {
  const service = await startLongService();
  await using desk = await openServer(service);
  const start = service.requests().length;
  const { middle, released } = holdRequest(service, 8);
  const abort = new AbortController();
  const question = desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' }, abort.signal);
  question.catch(() => undefined);
  await middle.given;
  abort.abort();
  await expect(question).rejects.toThrow();
  // The cancellation has arrived when a later message is answered.
  await desk.client.ping();
  released.give();
  // What went on would be seen among these.
  const chats = service.world.chats.slice(0, 6).map(({ chatId }) => chatId);
  for (const chat_id of chats) await desk.ask('get_chat_transcript', { chat_id });
  const since = service.requests().slice(start);
  expect(since.slice(-6)).toEqual(chats.map((chatId) => `/api/chats/${chatId}`));
  // The request that was under way may still be answered by the service.
  expect(since.length).toBeLessThanOrEqual(8 + 1 + chats.length);
  await expectTruth(desk, MONTH);
  expect(service.requests().length - start).toBeLessThanOrEqual(whole + 1 + chats.length);
});

test('one of two who wait for the same is cancelled: the other gets it', async () => {
  const service = await startLongService();
  await using desk = await openServer(service);
  const { middle, released } = holdRequest(service, 5);
  const abort = new AbortController();
  const cancelled = desk.ask('get_support_performance', { ...MONTH, transcripts: 'loaded' }, abort.signal);
  cancelled.catch(() => undefined);
  const patient = expectTruth(desk, MONTH);
  await middle.given;
  await desk.client.ping();
  abort.abort();
  await desk.client.ping();
  released.give();
  await expect(cancelled).rejects.toThrow();
  await patient;
});

describe('a service that is gone', () => {
  test('leaves what is known, with its age; what is not known is an error', async () => {
    await using desk = await startDesk();
    const { service } = desk;
    const known = (await desk.ask('get_support_performance', { period: 'today', transcripts: 'loaded' })).data;
    const message = first(service.world.offlineMessages).offlineMessageId;
    await desk.ask('list_offline_messages');
    await desk.ask('get_offline_message', { offline_message_id: message });
    const running = first(service.world.chats.filter(({ missed, endedAt }) => !missed && endedAt === undefined));
    await desk.ask('get_chat_transcript', { chat_id: running.chatId });
    const visitor = String(running.visitorId);
    await desk.ask('list_chats', { from: '2026-01-01' });
    expect((await desk.ask('get_visitor_stats', { visitor })).data.coverage.complete).toBe(true);
    await service.close();
    service.clock.now += 10 * MINUTE;
    const asOf = isoTime('UTC', NOW);

    const today = (await desk.ask('get_support_performance', { period: 'today', transcripts: 'loaded' })).data;
    expect(ofRows(today.overall)).toEqual(ofRows(known.overall));
    expect(today.coverage).toMatchObject({ complete: false, basis: 'stale', as_of: asOf });
    const offline = (await desk.ask('list_offline_messages')).data;
    expect(offline.coverage).toMatchObject({ complete: false, basis: 'stale', as_of: asOf });
    expect(offline.total).toBe(service.world.offlineMessages.filter(({ replies }) => replies.length === 0).length);
    const stats = (await desk.ask('get_visitor_stats', { visitor })).data;
    expect(stats.coverage).toMatchObject({ complete: false, basis: 'stale', as_of: asOf });
    expect((await desk.ask('get_offline_message', { offline_message_id: message })).data.as_of).toBe(asOf);
    expect((await desk.ask('get_chat_transcript', { chat_id: running.chatId })).data.as_of).toBe(asOf);

    service.clock.now += DAY;
    const later = (await desk.ask('get_support_performance', { period: 'last_7_days', transcripts: 'loaded' })).data;
    expect(later.coverage).toMatchObject({ complete: false, basis: 'stale', days_asked: 7, days_covered: 6 });
    for (const [tool, args] of [
      ['list_chats', { from: '2025-05-01', to: '2025-05-02' }],
      ['list_support_agents', {}],
      ['get_chat_transcript', { chat_id: first(service.world.chats).chatId }],
      ['get_visitor_stats', { visitor: 'nobody@example.com' }],
    ] as const) {
      const { isError, text } = await desk.ask(tool, args);
      expect(isError, tool).toBe(true);
      expect(text).toContain('not responding');
    }
  });

  test('matters not for days that are over and known', async () => {
    await using desk = await startDesk();
    await expectTruth(desk, { period: 'last_week' });
    await desk.service.close();
    await expectTruth(desk, { period: 'last_week' });
  });
});

describe('a login that may not list', () => {
  test('still reads single records', async () => {
    const world = smallWorld();
    await using desk = await startDesk(world, { login: world.account.admin });
    for (const tool of ['list_chats', 'get_support_performance', 'list_offline_messages'] as const) {
      const { isError, text } = await desk.ask(tool);
      expect(isError, tool).toBe(true);
      expect(text).toContain('may not read');
      expect(text).toContain('superadmin');
    }
    const chat = first(world.chats.filter(({ endedAt }) => endedAt !== undefined));
    const message = first(world.offlineMessages);
    const [transcript, thread, visitor] = await Promise.all([
      desk.ask('get_chat_transcript', { chat_id: chat.chatId }),
      desk.ask('get_offline_message', { offline_message_id: message.offlineMessageId }),
      desk.ask('get_visitor_stats', { visitor: String(chat.visitorId) }),
    ]);
    expect(transcript.data.messages.length).toBeGreaterThan(0);
    expect(thread.data.replies).toHaveLength(message.replies.length);
    expect(visitor.data.visitor_id).toBe(chat.visitorId);
    expect(visitor.data.coverage).toMatchObject({ complete: false, basis: 'denied' });
  });

  test('gets the agents, which every login may list', async () => {
    const world = smallWorld();
    await using desk = await startDesk(world, { login: world.account.admin });
    const { data } = await desk.ask('list_support_agents');
    expect(data.total).toBe(world.agents.length);
    expect(data.agents.some((agent) => 'chats_last_7_days' in agent)).toBe(false);
    expect(data.chats_coverage).toMatchObject({ complete: false, basis: 'denied' });
  });

  test('has one answer for one chat that is not theirs', async () => {
    const world = smallWorld();
    const agent = first(world.agents.filter(({ email }) => email === world.account.agent.email));
    await using desk = await startDesk(world, { login: world.account.agent });
    const own = first(world.chats.filter(({ agentId }) => agentId === agent.agentId));
    const others = first(
      world.chats.filter(
        ({ agentId, transferredFrom }) => agentId !== agent.agentId && transferredFrom !== agent.agentId,
      ),
    );
    const { isError, text } = await desk.ask('get_chat_transcript', { chat_id: others.chatId });
    expect(isError).toBe(true);
    expect(text).toContain('may not read');
    expect((await desk.ask('get_chat_transcript', { chat_id: own.chatId })).data.chat_id).toBe(own.chatId);
  });
});

describe('rows that change while a list is walked', () => {
  /** Does something to the world after so many pages, while time goes on a little with each request. */
  function meddle(service: Service, page: number, change: (world: World) => void): void {
    const start = service.requests().length;
    service.gateway = () => {
      service.clock.now += 40;
      if (service.requests().length - start === page) change(service.world);
    };
  }
  const MONTH_TO_NOW = { period: 'this_month' } as const;
  const newest = (world: World): Chat => first(world.chats.toReversed());
  const another = (world: World, requestedAt: number): Chat => ({
    ...newest(world),
    chatId: newest(world).chatId + 1,
    requestedAt,
    startedAt: requestedAt + 1000,
    endedAt: requestedAt + 61_000,
  });

  test.each<[string, number, (world: World) => void]>([
    ['arrive at the front', 4, (world) => world.chats.push(another(world, world.now))],
    [
      'arrive at the front, more than a page of them',
      4,
      (world) => {
        for (let count = 0; count < 13; count += 1) world.chats.push(another(world, world.now + count));
      },
    ],
    ['vanish from the front', 4, (world) => world.chats.pop()],
    ['vanish from the front, a page of them', 7, (world) => world.chats.splice(-10)],
    ['vanish from the middle', 6, (world) => world.chats.splice(-35, 2)],
    [
      'change at the front',
      4,
      (world) => Object.assign(newest(world), { rating: 1, endedAt: world.now, endedBy: 'agent' }),
    ],
  ])('%s: the second answer is true', async (_name, page, change) => {
    const service = startService(smallWorld(), 10);
    onTestFinished(service.close);
    await using desk = await openServer(service, { maximum_age_seconds: { today: seconds(0) } });
    meddle(service, page, change);
    await desk.ask('get_support_performance', { ...MONTH_TO_NOW, transcripts: 'loaded' });
    service.gateway = () => undefined;
    // Days that are over are looked at again when their look-back is over.
    service.clock.now = Date.parse(TODAY) + 3 * DAY;
    const month = { from: '2026-11-01', to: TODAY };
    const { data } = await desk.ask('get_support_performance', { ...month, transcripts: 'loaded' });
    expect(ofRows(data.overall)).toEqual(metricsOf(chatsOn(service.world.chats, month, 'UTC')));
    expect(data.coverage.complete).toBe(true);
  });

  test('a chat that goes on to another agent stays a chat of the day', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    const today = { period: 'today' } as const;
    const [one = 0, other = 0] = world.agents.map(({ agentId }) => agentId);
    const chat = newest(world);
    delete chat.transferredFrom;
    chat.agentId = one;
    await desk.ask('list_chats', today);
    chat.agentId = other;
    clock.now += 2 * MINUTE;
    await desk.ask('list_chats', { ...today, agent: String(one) });
    await desk.service.close();
    const { data } = await desk.ask('get_support_performance', { ...today, transcripts: 'loaded' });
    expect(data.overall['chats']).toBe(chatsOf(world, today).length);
  });

  test('offline messages and agents that vanish are gone from the next list', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    await desk.ask('list_offline_messages', { state: 'all' });
    await desk.ask('list_support_agents');
    world.offlineMessages.splice(5, 3);
    world.agents.pop();
    clock.now += 10 * MINUTE;
    expect((await desk.ask('list_offline_messages', { state: 'all' })).data.total).toBe(world.offlineMessages.length);
    expect((await desk.ask('list_support_agents')).data.total).toBe(world.agents.length);
  });
});

test('records that cannot be read are counted, and the others are there', async () => {
  const world = smallWorld();
  const good = chatsOf(world, { period: 'yesterday' });
  const bad = { ...first(good), chatId: -5 };
  world.chats.splice(world.chats.indexOf(first(good)), 0, bad, { ...bad, chatId: 0 });
  await using desk = await startDesk(world);
  const { data, text } = await desk.ask('list_chats', { period: 'yesterday' });
  expect(data.total).toBe(good.length);
  expect(data.coverage).toMatchObject({ complete: false, rejected_records: 2 });
  expect(text).toContain('2 records cannot be read');
});
