import { describe, expect, onTestFinished, test } from 'vitest';
import { DAY, first, MINUTE, NOW, openServer, smallWorld, startService, type Desk } from '../../mcp/desk.ts';
import { wallTime } from '../../oracle/calendar.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { transportTo } from '../../upstream/handler-transport.ts';
import {
  ASKED,
  expectThrift,
  expectTruth,
  KNOWN,
  openDesk,
  ORDERS,
  PAGE_SIZES,
  PAST_ENDS,
  rowsOf,
} from './walk-ways.ts';

// Walks that look ahead, at services of every kind: no row is lost, and next to no request is wasted.

// Every two of order, end and page size meet in one of these: the exhaustive suite has all three of them meet.
describe.each(ORDERS)('rows in the order %s', (order) => {
  test.each(PAST_ENDS)('with %s behind the last page', async (past_end) => {
    const place = ORDERS.indexOf(order) + PAST_ENDS.indexOf(past_end);
    await expectThrift(order, past_end, PAGE_SIZES[place % PAGE_SIZES.length] ?? 0);
  });
});

describe.each(PAST_ENDS)('with %s behind the last page', (past_end) => {
  test('days without chats are read once, and have none', async () => {
    const world = smallWorld();
    world.chats = world.chats.filter(({ requestedAt }) => {
      const { day } = wallTime('UTC', requestedAt);
      return day < '2026-11-08' || day > '2026-11-13';
    });
    const desk = await openDesk(world, 10, { past_end });
    const ask = async () => (await desk.ask('list_chats', { from: '2026-11-09', to: '2026-11-12' })).data;
    for (const data of [await ask(), await ask()]) {
      expect(data.total).toBe(0);
      expect(data.coverage).toMatchObject({ complete: true, days_covered: 4 });
    }
    expect((await desk.spentOn(ask)).requests).toBe(0);
  });

  test('a desk without anything is read to its end', async () => {
    const world = smallWorld();
    world.chats = [];
    world.offlineMessages = [];
    const desk = await openDesk(world, 10, { past_end });
    expect((await desk.ask('list_chats')).data).toMatchObject({ total: 0, coverage: { complete: true } });
    expect((await desk.ask('list_offline_messages')).data).toMatchObject({ total: 0, coverage: { complete: true } });
  });
});

describe('how many rows a page has', () => {
  const pageSize = async (desk: Desk) => (await desk.ask('get_service_status')).data.archive.chats['page_size'];

  test('is kept in the archive', async () => {
    const service = startService(smallWorld(), 7);
    onTestFinished(service.close);
    const archive = await archiveOfTest();
    {
      await using desk = await openServer(service, { archive });
      await expectTruth(desk, KNOWN);
    }
    await using desk = await openServer(service, { archive });
    expect(await pageSize(desk)).toBe(7);
    const { plan } = (await desk.ask('get_service_status', ASKED)).data;
    expect(plan?.basis).toBe('learned');
  });

  test('is not taken from an only page', async () => {
    const desk = await openDesk(smallWorld(), 50);
    await desk.ask('list_chats', { from: '2026-11-08', to: '2026-11-08' });
    expect(await pageSize(desk)).toBeUndefined();
  });

  test.each([
    [50, 10],
    [10, 50],
  ])('is learned again when the service changes it from %i to %i', async (before, after) => {
    const world = smallWorld();
    let current = startService(world, before);
    // One address, behind which the service changes.
    const transport = transportTo((request) => current.fetch(request));
    await using desk = await openServer({ ...current, transport });
    await expectTruth(desk, KNOWN);
    expect(await pageSize(desk)).toBe(before);
    current = startService(world, after);
    await expectTruth(desk, ASKED);
    expect(await pageSize(desk)).toBe(after);
  });
});

describe('chats that come in while four pages are under way', () => {
  test.each([2, 3, 4, 5, 9])('at page %i: none is lost', async (page) => {
    const desk = await openDesk(smallWorld(), 5);
    const { service } = desk;
    const { world, clock } = service;
    await expectTruth(desk, { from: '2026-11-05', to: '2026-11-11' });
    const newest = first(world.chats.toReversed());
    // Pages that are asked for together are answered in reverse, and the chat comes in between two of them.
    const waiting: (() => void)[] = [];
    let hasCome = false;
    service.gateway = async (path) => {
      clock.now += 40;
      const asked = Number(/page_no=(\d+)/.exec(path)?.[1]);
      if (asked === 1 || !path.includes('chats')) return;
      await new Promise<void>((resolve) => {
        waiting.unshift(resolve);
        setImmediate(() => setImmediate(() => waiting.shift()?.()));
      });
      if (asked !== page || hasCome) return;
      hasCome = true;
      const times = { requestedAt: clock.now, startedAt: clock.now, endedAt: clock.now + 1 };
      world.chats.push({ ...newest, ...times, chatId: newest.chatId + 1 });
    };
    const asked = { from: '2026-11-12', to: '2026-11-18' };
    const before = rowsOf(service, asked).length;
    // The one that came may be in it or not.
    expect([before, before + 1]).toContain((await desk.ask('list_chats', asked)).data.total);
    expect(hasCome).toBe(true);
    service.gateway = () => undefined;
    clock.now = NOW + 10 * MINUTE;
    await expectTruth(desk, asked);
    clock.now = Date.parse('2026-11-18') + 3 * DAY + MINUTE;
    await expectTruth(desk, asked);
  });
});

test('a clock that is set back in the middle of a walk takes nothing away that was met', async () => {
  const desk = await openDesk(smallWorld(), 5);
  const { service } = desk;
  let isSet = false;
  service.gateway = (path) => {
    if (isSet || !path.includes('page_no=3')) return;
    isSet = true;
    service.clock.now -= 5 * MINUTE;
  };
  await desk.ask('get_support_performance', { ...ASKED, transcripts: 'loaded' });
  expect(isSet).toBe(true);
  service.clock.now += 10 * MINUTE;
  await expectTruth(desk, ASKED);
});
