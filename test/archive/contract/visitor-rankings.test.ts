import { describe, expect, test } from 'vitest';
import type { Chat, OfflineMessage, World } from '../../../src/sandbox/world/world.ts';
import { DAY, first, HOUR, NOW, sharedDesk, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';
import { chatsOn, isoTime } from '../../oracle/calendar.ts';
import { mean, near } from '../../oracle/figures.ts';

// Who is ranked, and in which order, with what a row tells: on each engine as the world has it.

const WEEK = { from: '2026-11-11', to: '2026-11-17' };
const ALL = { from: '2026-11-01', to: '2026-11-18' };

const waitingIn = ({ offlineMessages }: World): Map<number, OfflineMessage[]> =>
  Map.groupBy(
    offlineMessages.filter(({ replies }) => replies.length === 0),
    ({ visitorId }) => visitorId,
  );

const ratingsOf = (chats: readonly Chat[]): number[] => chats.flatMap(({ rating }) => rating ?? []);
const missedOf = (chats: readonly Chat[]): number => chats.filter(({ missed }) => missed).length;

/** By what each order goes: the lowest comes first, and whoever has none is not there. */
const KEYS: Readonly<
  Record<string, (chats: readonly Chat[], waiting: readonly OfflineMessage[]) => number | undefined>
> = {
  chats: (chats) => (chats.length === 0 ? undefined : -chats.length),
  missed: (chats) => (missedOf(chats) === 0 ? undefined : -missedOf(chats)),
  lowest_rating: (chats) => (ratingsOf(chats).length === 0 ? undefined : Math.min(...ratingsOf(chats))),
  waiting: (_, waiting) =>
    waiting.length === 0 ? undefined : Math.min(...waiting.map(({ receivedAt }) => receivedAt)),
};

/** The rows of an order, as they should be where all chats and messages are at hand. */
function expectedRows(world: World, order: string, days = WEEK, zone = 'UTC'): unknown[] {
  const byVisitor = Map.groupBy(chatsOn(world.chats, days, zone), ({ visitorId }) => visitorId);
  const waiting = waitingIn(world);
  const ids = [...new Set([...byVisitor.keys(), ...waiting.keys()])];
  const placed = ids.flatMap((id) => {
    const [chats, messages] = [byVisitor.get(id) ?? [], waiting.get(id) ?? []];
    const key = KEYS[order]?.(chats, messages);
    return key === undefined ? [] : [{ id, key, chats, messages }];
  });
  return placed
    .toSorted((one, other) => one.key - other.key || other.id - one.id)
    .map(({ id, chats, messages }): unknown => {
      const ratings = ratingsOf(chats);
      const theirs = world.chats.filter(({ visitorId }) => visitorId === id);
      const written = world.offlineMessages.filter(({ visitorId }) => visitorId === id);
      const last = Math.max(...theirs.map(({ requestedAt }) => requestedAt), ...written.map((one) => one.receivedAt));
      const received = messages.map(({ receivedAt }) => receivedAt);
      const [oldest, newest] = [Math.min(...received), Math.max(...received)];
      return expect.objectContaining({
        visitor_id: id,
        chats: chats.length,
        missed: missedOf(chats),
        ...(ratings.length > 0 && {
          rating: { n: ratings.length, mean: near(mean(ratings), 2), lowest: Math.min(...ratings) },
        }),
        last_contact_at: isoTime(zone, last),
        ...(messages.length > 0 && {
          waiting: {
            messages: messages.length,
            oldest_at: isoTime(zone, oldest),
            served_since: theirs.some(({ missed, requestedAt }) => !missed && requestedAt > newest),
          },
        }),
      });
    });
}

/** A world in which all offline messages came on days of which chats can be read. */
function recentWorld(): World {
  const world = smallWorld();
  for (const message of world.offlineMessages) {
    if (message.receivedAt < NOW - 14 * DAY)
      message.receivedAt += Math.ceil((NOW - 14 * DAY - message.receivedAt) / DAY) * DAY;
  }
  return world;
}

/** A desk where all chats and offline messages are at hand. */
async function readDesk(world = recentWorld()): Promise<Desk> {
  const desk = await startDesk(world);
  await desk.ask('list_chats', ALL);
  await desk.ask('list_offline_messages');
  return desk;
}

/** All pages of an order. */
async function ranked(desk: Desk, args: object, limit = 100) {
  const visitors = [];
  for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
    const { data } = await desk.ask('list_visitors', { ...args, limit, ...(cursor && { cursor }) });
    visitors.push(...data.visitors);
    cursor = data.next_cursor;
    if (cursor === undefined) expect(data.total).toBe(visitors.length);
  }
  return visitors;
}

describe('where all chats and messages are at hand', () => {
  const opened = sharedDesk(() => readDesk());

  test.each(Object.keys(KEYS).flatMap((order) => [3, 100].map((limit) => [order, limit] as const)))(
    'by %s all who have a place are ranked, %d a page',
    async (order, limit) => {
      const desk = await opened();
      const expected = expectedRows(desk.service.world, order);
      expect(expected.length).toBeGreaterThan(5);
      expect(await ranked(desk, { ...WEEK, order }, limit)).toEqual(expected);
    },
  );
});

describe('in another zone, and of visitors of whom there is no record', () => {
  const opened = sharedDesk(async () => {
    const desk = await readDesk();
    desk.service.replace = (path) =>
      path.startsWith('/api/visitors') ? new Response('no', { status: 403 }) : undefined;
    return desk;
  });

  test.each(Object.keys(KEYS))('by %s', async (order) => {
    const desk = await opened();
    const zone = 'America/New_York';
    const days = { from: '2026-11-09', to: '2026-11-12' };
    const rows = await ranked(desk, { ...days, timezone: zone, order });
    expect(rows).toEqual(expectedRows(desk.service.world, order, days, zone));
    expect(rows.every(({ country }) => country === undefined)).toBe(true);
  });
});

test('ties are many, and a page goes on right behind the last row of the one before', async () => {
  const world = recentWorld();
  // All at the same moment: only ids tell them apart.
  for (const chat of world.chats) Object.assign(chat, { requestedAt: Date.UTC(2026, 10, 13, 10) });
  await using desk = await readDesk(world);
  for (const order of ['chats', 'lowest_rating']) {
    expect(await ranked(desk, { ...WEEK, order }, 3)).toEqual(expectedRows(world, order));
  }
});

test('a filter leaves whom the list of visitors means, or, where that is denied, chats', async () => {
  const world = recentWorld();
  await using desk = await readDesk(world);
  const countryOf = (id: number) =>
    world.visitors.find(({ visitorId }) => visitorId === id)?.records.at(-1)?.whereabouts.country;
  const german = (await ranked(desk, { ...WEEK, order: 'chats', country: 'germany' })).map((row) => row.visitor_id);
  const all = (await ranked(desk, { ...WEEK, order: 'chats' })).map((row) => row.visitor_id);
  expect(german).toEqual(all.filter((id) => countryOf(id) === 'Germany'));
  expect(german.length).toBeGreaterThan(0);

  await using denied = await readDesk(recentWorld());
  denied.service.replace = (path) =>
    path.startsWith('/api/visitors') ? new Response('no', { status: 403 }) : undefined;
  const chat = first(chatsOn(world.chats, WEEK, 'UTC').filter(({ visitorEmail }) => visitorEmail.includes('@')));
  const { data, text } = await denied.ask('list_visitors', { ...WEEK, order: 'chats', query: chat.visitorEmail });
  expect(data.visitors.map((row) => row.visitor_id)).toEqual([chat.visitorId]);
  expect(text).toContain('Names are those of the visitors, chats and messages loaded so far.');
  const nobody = await denied.ask('list_visitors', { ...WEEK, order: 'chats', country: 'Germany' });
  expect(nobody.data.total).toBe(0);
  expect(nobody.text).toContain(`Not counted: ${all.length} visitors ("country" cannot be judged).`);
});

test('whether somebody was served since they wrote is told as far as days were read', async () => {
  const world = recentWorld();
  await using desk = await startDesk(world);
  const before = await desk.ask('list_visitors', { from: '2026-11-18', order: 'waiting', limit: 100 });
  const unsure = before.data.visitors.filter(
    ({ waiting }) => waiting !== undefined && waiting.served_since === undefined,
  );
  expect(unsure.length).toBeGreaterThan(0);
  expect(before.text).toContain('unknown whether served later');
  await desk.ask('list_chats', ALL);
  desk.service.clock.now += HOUR / 60;
  const { data } = await desk.ask('list_visitors', { ...WEEK, order: 'waiting', limit: 100 });
  expect(data.visitors.filter(({ waiting }) => waiting !== undefined && waiting.served_since === undefined)).toEqual(
    [],
  );
});
