import { describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/archive/store.ts';
import type { AccountTables } from '../../../src/archive/tables/tables.ts';
import { sandboxAccount } from '../../../src/commands/sandbox/sandbox-account.ts';
import { parseUtcDay, startOfDay } from '../../../src/model/time/day.ts';
import type { DialectOptions } from '../../../src/sandbox/dialects.ts';
import type { Chat } from '../../../src/sandbox/world/world.ts';
import {
  DAY,
  first,
  HOUR,
  MINUTE,
  openServer,
  smallWorld,
  startService,
  type Desk,
  type Service,
} from '../../mcp/desk.ts';
import { type Days, chatsOn } from '../../oracle/calendar.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';

// Rows that vanish, move and change hands while a list is read: what says that it is complete is so.

const DAYS = { from: '2026-11-09', to: '2026-11-12' };

async function open(
  pageSize: number,
  dialect: DialectOptions = {},
): Promise<Desk & { readonly tables: AccountTables }> {
  const service = startService(smallWorld(), pageSize, dialect);
  const archive = await archiveOfTest();
  const desk = await openServer(service, { archive });
  const { account } = sandboxAccount(service);
  const store = await openStore(archive, { origin: account.baseUrl.origin, login: account.email });
  onTestFinished(async () => {
    await store.close();
    await desk.close();
    await service.close();
  });
  return { ...desk, tables: store.tables };
}

const inOrder = (ids: Iterable<number>): number[] => [...ids].sort((one, other) => one - other);

const chatsIn = ({ world }: Service, days: Days): Chat[] => chatsOn(world.chats, days, 'UTC');

/** Does something once, as soon as a page of a list has been answered. */
function behind(service: Service, list: string, page: number, change: () => void) {
  const done = { isDone: false };
  service.gateway = () => {
    service.clock.now += 40;
  };
  service.send = (path) => {
    if (done.isDone || !path.includes(`/${list}/?page_no=${page}`)) return;
    done.isDone = true;
    change();
  };
  return done;
}

describe('a row that vanishes from a page that was read already', () => {
  test.each([
    ['before the list is known', false],
    ['when the list is known', true],
  ])('hides no other chat, %s', async (_when, isKnown) => {
    const desk = await open(5);
    const { service } = desk;
    const { world, clock } = service;
    const ask = () => desk.ask('list_chats', { ...DAYS, limit: 1 });
    if (isKnown) {
      await ask();
      clock.now = Date.parse(DAYS.to) + 4 * DAY;
    }
    // Newest first, with those of the day after: the second of a page goes when that is read, and the next one is not.
    const dayAfter = { from: '2026-11-13', to: '2026-11-13' };
    const listed = chatsIn(service, { ...DAYS, to: dayAfter.to }).toReversed();
    const page = Math.floor(chatsIn(service, dayAfter).length / 5) + 2;
    const gone = listed[5 * page - 4];
    const change = behind(service, 'chats', page, () => {
      world.chats = world.chats.filter((chat) => chat !== gone);
    });
    await ask();
    expect(change.isDone).toBe(true);
    service.gateway = () => undefined;
    expect((await ask()).data.coverage.complete).toBe(true);
    const held = await desk.tables
      .chats()
      .where('requested_at', '>=', startOfDay(parseUtcDay(DAYS.from)))
      .where('requested_at', '<', startOfDay(parseUtcDay('2026-11-13')))
      .select('chat_id')
      .execute();
    expect(inOrder(held.map((row) => row.chat_id))).toEqual(
      inOrder(chatsIn(service, DAYS).map(({ chatId }) => chatId)),
    );
  });

  test.each([
    ['offlinemessages', 'list_offline_messages', 'offlineMessages'],
    ['visitors', 'list_visitors', 'visitors'],
  ] as const)('hides no other row of %s', async (path, tool, rows) => {
    const idsAtHand = async (): Promise<number[]> =>
      rows === 'visitors'
        ? (await desk.tables.visitors().select('visitor_id').execute()).map((row) => row.visitor_id)
        : (await desk.tables.offlineMessages().select('offline_message_id').execute()).map(
            (row) => row.offline_message_id,
          );
    const idOf = (row: object): number =>
      'offlineMessageId' in row ? Number(row.offlineMessageId) : 'visitorId' in row ? Number(row.visitorId) : 0;
    const desk = await open(5);
    const { service } = desk;
    const { world, clock } = service;
    const ask = async () => (await desk.ask(tool, tool === 'list_visitors' ? {} : { state: 'all' })).data;
    expect((await ask()).total).toBe(world[rows].length);
    clock.now += 2 * HOUR;
    const change = behind(service, path, 2, () => {
      // The newest are the last of the world: one of page 2.
      world[rows].splice(-7, 1);
    });
    const data = await ask();
    expect(change.isDone).toBe(true);
    expect(data.coverage.complete).toBe(true);
    expect(inOrder(await idsAtHand())).toEqual(inOrder(world[rows].map(idOf)));
  });
});

test('rows that slip past every reading leave the days incomplete, and due', async () => {
  const desk = await open(5);
  const { service } = desk;
  const { world, clock } = service;
  let count = 0;
  let previous = 0;
  // Whenever page 2 was read, one of its chats goes, or comes back.
  const taken: Chat[] = [];
  service.gateway = (path) => {
    clock.now += 40;
    const page = Number(/chats\/\?.*page_no=(\d+)/.exec(path)?.[1]);
    if (previous === 2 && page > 2) {
      count += 1;
      const listed = chatsIn(service, { from: DAYS.from, to: '2026-11-13' }).toReversed();
      const gone = listed[6];
      if (gone !== undefined) taken.push(gone);
      world.chats = world.chats.filter((chat) => chat !== gone);
    }
    previous = page;
  };
  const { data } = await desk.ask('list_chats', DAYS);
  expect(count).toBeGreaterThan(0);
  expect(data.coverage).toMatchObject({ complete: false, basis: 'partial' });
  service.gateway = () => undefined;
  const { requests, result } = await desk.spentOn(() => desk.ask('list_chats', DAYS));
  expect(requests).toBeGreaterThan(0);
  expect(result.data.coverage).toMatchObject({ complete: true, basis: 'proven' });
  expect(result.data.total).toBe(chatsIn(service, DAYS).length);
  expect((await desk.spentOn(() => desk.ask('list_chats', DAYS))).requests).toBe(0);
});

describe('a chat that goes on to another agent', () => {
  test.each(['involved', 'named'] as const)('is counted for that one alone, in lists of chats %s', async (filter) => {
    const desk = await open(50, { agent_filter: filter });
    const { service } = desk;
    const { world, clock } = service;
    const day = { from: '2026-11-18', to: '2026-11-18' };
    const [one = 0, other = 0] = world.agents.filter(({ role }) => role === 'Agent').map(({ agentId }) => agentId);
    const ask = async (agentId: number) => {
      const asked = { ...day, agent: String(agentId) };
      const performance = await desk.ask('get_support_performance', { ...asked, transcripts: 'loaded' });
      const list = await desk.ask('list_chats', asked);
      expect(list.data.coverage.complete).toBe(true);
      expect(performance.data.coverage.complete).toBe(true);
      return [list.data.total, performance.data.overall['chats']];
    };
    const expected = (agentId: number) => {
      const { length } = chatsIn(service, day).filter((chat) => chat.agentId === agentId);
      return [length, length];
    };
    expect(await ask(one)).toEqual(expected(one));
    const chat = first(
      chatsIn(service, day).filter(({ agentId, endedAt }) => agentId === one && endedAt !== undefined),
    );
    chat.transferredFrom = one;
    chat.agentId = other;
    clock.now += 2 * MINUTE;
    expect(await ask(one)).toEqual(expected(one));
    expect(await ask(other)).toEqual(expected(other));
    clock.now += 2 * MINUTE;
    expect(await ask(one)).toEqual(expected(one));
  });
});

test('an agent whose only chat of today goes on to another has none', async () => {
  const desk = await open(50, { agent_filter: 'named' });
  const { world, clock } = desk.service;
  const today = { from: '2026-11-18', to: '2026-11-18' };
  const [one = 0, other = 0] = world.agents.filter(({ role }) => role === 'Agent').map(({ agentId }) => agentId);
  const chats = chatsIn(desk.service, today).filter(({ agentId }) => agentId === one);
  const only = first(chats.filter(({ endedAt }) => endedAt !== undefined));
  for (const chat of chats) if (chat !== only) chat.agentId = other;
  const ask = async () => (await desk.ask('list_chats', { ...today, agent: String(one) })).data;
  expect(await ask()).toMatchObject({ total: 1, coverage: { complete: true } });
  only.agentId = other;
  clock.now += 2 * MINUTE;
  expect(await ask()).toMatchObject({ total: 0, coverage: { complete: true } });
});

test('a row is gone only when its record says so, or two readings do', async () => {
  const desk = await open(50);
  const { service } = desk;
  const { world, clock } = service;
  const ask = async () => (await desk.ask('list_offline_messages', { state: 'all' })).data;
  const before = await ask();
  const hidden = first(world.offlineMessages);
  // The list leaves out one message, once.
  let isHidden = true;
  service.rewrite = (body) => {
    if (!isHidden || !body.startsWith('[')) return body;
    const rows: unknown = JSON.parse(body);
    if (!Array.isArray(rows)) return body;
    const shown = rows.filter((row: unknown) => !JSON.stringify(row).includes(String(hidden.offlineMessageId)));
    isHidden = shown.length === rows.length;
    return JSON.stringify(shown);
  };
  clock.now += 10 * MINUTE;
  const now = await ask();
  expect(isHidden).toBe(false);
  expect(now.total).toBe(before.total);
});
