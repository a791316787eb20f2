import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DAY, MINUTE, smallWorld, startDesk, type Desk } from '../mcp/desk.ts';
import type { World } from '../../src/sandbox/world/world.ts';

// Each list, paged to its end in each order, while rows come in between the pages.

interface PagedList {
  readonly tool:
    | 'list_chats'
    | 'list_offline_messages'
    | 'list_visitors'
    | 'search_transcripts'
    | 'list_support_agents';
  readonly args: object;
  readonly orders: readonly (string | undefined)[];
  /** The ids of all rows that there are as the first page is asked for; those of others may be left out. */
  readonly expected: (world: World) => readonly number[];
}

const DAYS = { from: '2026-11-15', to: '2026-11-18' };
const BEGIN = Date.UTC(2026, 10, 15);

const chatsSince = ({ chats }: World, begin: number) => chats.filter(({ requestedAt }) => requestedAt >= begin);

const LISTS: readonly PagedList[] = [
  {
    tool: 'list_chats',
    args: DAYS,
    orders: ['newest', 'oldest', 'longest', 'longest_wait', 'lowest_rating'],
    expected: (world) => chatsSince(world, BEGIN).map(({ chatId }) => chatId),
  },
  {
    tool: 'list_chats',
    args: { ...DAYS, missed: true },
    orders: ['newest', 'longest'],
    expected: (world) => chatsSince(world, BEGIN).flatMap(({ chatId, missed }) => (missed ? [chatId] : [])),
  },
  {
    tool: 'list_offline_messages',
    args: { state: 'all' },
    orders: ['newest', 'oldest'],
    expected: ({ offlineMessages }) => offlineMessages.map(({ offlineMessageId }) => offlineMessageId),
  },
  {
    tool: 'list_visitors',
    args: {},
    orders: ['newest'],
    expected: ({ visitors }) => visitors.map(({ visitorId }) => visitorId),
  },
  {
    tool: 'list_visitors',
    args: DAYS,
    orders: ['chats'],
    expected: (world) => [...new Set(chatsSince(world, BEGIN).map(({ visitorId }) => visitorId))],
  },
  {
    tool: 'search_transcripts',
    args: { ...DAYS, query: 'order' },
    orders: ['best', 'newest', 'oldest'],
    expected: (world) =>
      chatsSince(world, BEGIN).flatMap(({ chatId, messages }) =>
        messages.some(({ text }) => /\border\b/i.test(text)) ? [chatId] : [],
      ),
  },
  {
    tool: 'list_support_agents',
    args: {},
    orders: [undefined],
    expected: ({ agents }) => agents.map(({ agentId }) => agentId),
  },
];

const CASES = LISTS.flatMap(({ orders, ...list }) =>
  orders.map((order) => ({ ...list, order, name: `${list.tool} ${JSON.stringify(list.args)}, ${order ?? 'by id'}` })),
);

const ROWS = ['chats', 'messages', 'visitors', 'hits', 'agents'];
const IDS = ['chat_id', 'offline_message_id', 'visitor_id', 'agent_id'];

const Rows = z.array(z.looseObject({ similar: z.array(z.number()).optional() }));

async function pageOf(desk: Desk, tool: PagedList['tool'], args: object) {
  const { data } = await desk.ask(tool, args);
  const rows = Rows.parse(
    Object.entries(data).find(([name, value]) => ROWS.includes(name) && Array.isArray(value))?.[1],
  );
  // A row may stand for others that say the same.
  const ids = rows.flatMap(({ similar = [], ...row }) => [
    Number(Object.entries(row).find(([name]) => IDS.includes(name))?.[1]),
    ...similar,
  ]);
  return { ids, next: data.next_cursor };
}

/** The small world of the days that are asked about, and some of everything else. */
function fewDays(): World {
  const world = smallWorld();
  world.chats = chatsSince(world, BEGIN - DAY);
  world.visitors = world.visitors.slice(-40);
  world.offlineMessages = world.offlineMessages.slice(-40);
  return world;
}

/** A chat, its visitor and a message of theirs come in, as the newest of all. */
function comeIn(world: World, now: number): void {
  const [chat, message, visitor] = [world.chats.at(-1), world.offlineMessages.at(-1), world.visitors.at(-1)];
  if (chat === undefined || message === undefined || visitor === undefined) throw new Error('the world is empty');
  const visitorId = visitor.visitorId + 1;
  const later = now - chat.requestedAt;
  world.visitors.push({ ...visitor, visitorId, firstVisitAt: now });
  world.chats.push({
    ...chat,
    visitorId,
    chatId: chat.chatId + 1,
    requestedAt: now,
    ...(chat.startedAt !== undefined && { startedAt: chat.startedAt + later }),
    ...(chat.endedAt !== undefined && { endedAt: chat.endedAt + later }),
  });
  world.offlineMessages.push({
    ...message,
    offlineMessageId: message.offlineMessageId + 1,
    receivedAt: now,
    visitorId,
    replies: [],
  });
}

describe('each list is paged to its end, with each row once', () => {
  test.each(CASES)('$name', async ({ tool, args, order, expected }) => {
    const world = fewDays();
    await using desk = await startDesk(world);
    const { clock } = desk.service;
    // All that it rests on is loaded, so that nothing but what comes in changes the list.
    await desk.ask('list_chats', { from: DAYS.from, limit: 1 });
    await desk.ask('list_offline_messages', { limit: 1 });
    await desk.ask('list_visitors', { limit: 1 });
    await desk.ask(tool, { ...args, limit: 1 });
    const then = expected(world);
    const limit = Math.min(7, Math.floor(then.length / 3));
    const asked = { ...args, ...(order !== undefined && { order }), limit };
    const shown: number[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await pageOf(desk, tool, { ...asked, cursor });
      shown.push(...page.ids);
      cursor = page.next;
      if (cursor === undefined) break;
      clock.now += 7 * MINUTE;
      comeIn(world, clock.now);
      expect(shown.length).toBeLessThan(3000);
    }
    expect(shown).toHaveLength(new Set(shown).size);
    expect(then.filter((id) => !shown.includes(id))).toEqual([]);
  });
});
