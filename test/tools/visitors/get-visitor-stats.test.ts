import { expect, test } from 'vitest';
import { first, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';
import { wallTime } from '../../oracle/calendar.ts';

// What one visitor's answer says beside the rows: what is the service's and what is at hand, and what one asks next.

const ALL = { from: '2026-11-01', to: '2026-11-18' };

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const dayOf = (at: number): string => {
  const [, month, day] = wallTime('UTC', at).day.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1]}`;
};

/** A visitor with several chats of whom the first visit was in November, so that all days since can be read. */
function worldOfOne() {
  const world = smallWorld();
  const byVisitor = Map.groupBy(world.chats, ({ visitorId }) => visitorId);
  const often = [...byVisitor].filter(
    ([, chats]) => chats.filter(({ endedAt, missed }) => !missed && endedAt).length > 2,
  );
  const [visitorId, chats] = first(often);
  const visitor = first(world.visitors.filter((one) => one.visitorId === visitorId));
  visitor.firstVisitAt = Date.UTC(2026, 10, 4, 10);
  return { world, visitorId, chats: chats.toSorted((one, other) => other.requestedAt - one.requestedAt) };
}

const ask = (desk: Desk, visitorId: number) => desk.ask('get_visitor_stats', { visitor: String(visitorId) });

test('lifetime totals stand apart from the chats that are loaded, which are complete when all days are', async () => {
  const { world, visitorId, chats } = worldOfOne();
  await using desk = await startDesk(world);
  const { text: before } = await ask(desk, visitorId);
  expect(before).toContain('\nLifetime totals (missed chats excluded): ');
  expect(before).toMatch(
    /\nData incomplete: .*; complete: 1 visitor and .*; list_chats visitor=\d+ from=2026-11-04 loads the rest; then call this again\.$/,
  );
  expect(before).not.toMatch(/call again/i);
  await desk.ask('list_chats', ALL);
  const { text, data } = await ask(desk, visitorId);
  expect(text).toContain(`\nChats (${chats.length}; by agent: `);
  expect(text).toMatch(
    new RegExp(String.raw`\nData complete: 1 visitor, ${chats.length} chats and \d+ offline messages?, as of .*\.$`),
  );
  expect(data).toMatchObject({ chats_known: chats.length, coverage: { complete: true } });
});

test('who talked with them and how they rated is summed up', async () => {
  const { world, visitorId, chats } = worldOfOne();
  const served = chats.filter(({ missed }) => !missed);
  for (const [index, chat] of served.entries()) Object.assign(chat, { rating: index === 0 ? 2 : 5 });
  await using desk = await startDesk(world);
  await desk.ask('list_chats', ALL);
  const { text } = await ask(desk, visitorId);
  const mean = Math.round((100 * (2 + 5 * (served.length - 1))) / served.length) / 100;
  expect(text).toContain(`; ${served.length} ratings: mean ${mean.toFixed(2)}, lowest 2):`);
  const agents = Map.groupBy(served, ({ agentId }) => agentId);
  for (const [agentId, theirs] of agents) {
    const { firstName, lastName } = first(world.agents.filter((agent) => agent.agentId === agentId));
    expect(text.slice(text.indexOf('by agent: '))).toContain(`${firstName} ${lastName} (${agentId}) ${theirs.length}`);
  }
});

test('the heading of messages says whether one is unanswered, and whether the visitor was served later', async () => {
  const { world, visitorId, chats } = worldOfOne();
  const newest = first(chats.filter(({ missed }) => !missed));
  const message = first(world.offlineMessages.filter(({ replies }) => replies.length === 0));
  const others = world.offlineMessages.filter((one) => one.visitorId !== visitorId && one !== message);
  world.offlineMessages = [...others, message];
  Object.assign(message, { visitorId, receivedAt: newest.requestedAt - 60_000 });
  await using desk = await startDesk(world);
  await desk.ask('list_chats', ALL);
  expect((await ask(desk, visitorId)).text).toContain(
    `\nOffline messages (1; unanswered message of ${dayOf(message.receivedAt)}, served on ${dayOf(newest.requestedAt)}):`,
  );

  const later = worldOfOne();
  later.world.offlineMessages = [{ ...message, receivedAt: newest.requestedAt + 60_000 }];
  await using other = await startDesk(later.world);
  await other.ask('list_chats', ALL);
  expect((await ask(other, visitorId)).text).toContain(', not served later):');
  later.world.offlineMessages = [];
  await using quiet = await startDesk(later.world);
  expect((await ask(quiet, visitorId)).text).toMatch(/complete: 1 visitor.* and 0 offline messages/);
});

test('where offline messages are denied, the totals are whole all the same, and the line says what is not', async () => {
  const { world, visitorId } = worldOfOne();
  await using desk = await startDesk(world);
  desk.service.replace = (path) =>
    path.startsWith('/api/offlinemessages') ? new Response('no', { status: 403 }) : undefined;
  const { text } = await ask(desk, visitorId);
  expect(text).toContain('Lifetime totals');
  expect(text).toMatch(
    /\nData incomplete: .*no offline messages loaded; complete: 1 visitor, as of 18 Nov 2026 15:30 \(UTC\); this login may not list offline messages/,
  );
  expect(text).not.toContain('Offline messages (');
});

test('rows leave out the name of the visitor, which the record above has, and give the year where it is not this one', async () => {
  const { world, visitorId, chats } = worldOfOne();
  const visitor = first(world.visitors.filter((one) => one.visitorId === visitorId));
  for (const record of visitor.records) record.contact.name = 'Zelda Quist';
  for (const chat of chats) chat.visitorName = 'Zelda Quist';
  await using desk = await startDesk(world);
  await desk.ask('list_chats', ALL);
  const { text, data } = await ask(desk, visitorId);
  const rows = text.slice(text.indexOf('\nChats ('));
  expect(text.slice(0, text.indexOf('\nChats ('))).toContain('- Zelda Quist, ');
  expect(rows).toMatch(new RegExp(String.raw`\n- ${first(chats).chatId} · \w{3} \d+ Nov \d\d:\d\d · `));
  expect(rows).not.toContain('Zelda');
  expect(data.chats[0]).toMatchObject({ visitor: { visitor_id: visitorId, name: 'Zelda Quist' } });
  desk.service.clock.now = Date.UTC(2027, 1, 1);
  expect((await ask(desk, visitorId)).text).toMatch(
    new RegExp(String.raw`\n- ${first(chats).chatId} · \w{3} \d+ Nov 2026 \d\d:\d\d · `),
  );
});

test('a cursor of one visitor is refused for another', async () => {
  const { world, visitorId } = worldOfOne();
  const message = first(world.offlineMessages);
  world.offlineMessages = Array.from({ length: 40 }, (_, index) => ({
    ...message,
    offlineMessageId: 500_000 + index,
    visitorId,
    receivedAt: world.now - index * 60_000 - 60_000,
  }));
  await using desk = await startDesk(world);
  const { data } = await ask(desk, visitorId);
  const cursor = data.next_cursor;
  expect(cursor?.length).toBeLessThanOrEqual(32);
  const other = first(world.visitors.filter((one) => one.visitorId !== visitorId));
  const refused = await desk.ask('get_visitor_stats', { visitor: String(other.visitorId), cursor });
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('The cursor does not belong to this call.');
});

test('pages go on behind the last row of the page before, also when that row is gone', async () => {
  const { world, visitorId, chats } = worldOfOne();
  const chat = first(chats);
  world.offlineMessages = world.offlineMessages.filter((one) => one.visitorId !== visitorId);
  world.chats = Array.from({ length: 60 }, (_, index) => {
    const requestedAt = world.now - (60 - index) * 600_000;
    return {
      ...chat,
      chatId: 800_000 + index,
      requestedAt,
      startedAt: requestedAt + 3000,
      endedAt: requestedAt + 9000,
    };
  });
  await using desk = await startDesk(world);
  const days = { from: '2026-11-17', to: '2026-11-18' };
  await desk.ask('list_chats', days);
  const { data } = await ask(desk, visitorId);
  const shown = data.chats.map(({ chat_id: id }) => id);
  const newest = world.chats.map(({ chatId }) => chatId).toReversed();
  expect(shown).toEqual(newest.slice(0, shown.length));
  expect(shown.length).toBeLessThan(50);
  const gone = [shown.at(-1), newest[shown.length]];
  world.chats = world.chats.filter(({ chatId }) => !gone.includes(chatId));
  desk.service.clock.now += 7_200_000;
  await desk.ask('list_chats', days);
  const visitor = String(visitorId);
  const next = (await desk.ask('get_visitor_stats', { visitor, cursor: data.next_cursor })).data;
  const second = next.chats.map(({ chat_id: id }) => id);
  expect(next.chats_known).toBe(58);
  expect(second).toEqual(newest.slice(shown.length + 1, shown.length + 1 + second.length));
});
