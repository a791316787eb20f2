import { expect, test } from 'vitest';
import { first, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';
import { wallTime } from '../../oracle/calendar.ts';

// What one visitor's answer says beside the rows: what is the service's and what is at hand, and what one asks next.

const ALL = { from: '2026-11-01', to: '2026-11-18' };

const timeOf = (at: number): string => {
  const { day, time } = wallTime('UTC', at);
  return `${day} ${time.slice(0, 5)}`;
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

test('the totals of the service are told apart from what is at hand, which is whole when all days were read', async () => {
  const { world, visitorId, chats } = worldOfOne();
  await using desk = await startDesk(world);
  const { text: before } = await ask(desk, visitorId);
  expect(before).toContain('Totals of the service, for life, without missed chats: ');
  expect(before).toMatch(
    /; days read since the first visit: \d+ of 15; list_chats with visitor \d+ and from 2026-11-04 reads/,
  );
  expect(before).toMatch(
    /\nData incomplete: .*; complete: 1 visitor and .*; list_chats visitor=\d+ from=2026-11-04 loads the rest\.$/,
  );
  expect(before).not.toMatch(/call again/i);
  await desk.ask('list_chats', ALL);
  const { text, data } = await ask(desk, visitorId);
  expect(text).toMatch(new RegExp(String.raw`At hand: ${chats.length} chats[^;.:]*: all there are\.`));
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
  expect(text).toContain(`They rated ${mean} on average, lowest 2 (${served.length} ratings), latest 2.`);
  const agents = Map.groupBy(served, ({ agentId }) => agentId);
  for (const [agentId, theirs] of agents) {
    const { firstName, lastName } = first(world.agents.filter((agent) => agent.agentId === agentId));
    expect(text.slice(text.indexOf('By agent: '))).toContain(`${firstName} ${lastName} (${agentId}) ${theirs.length}`);
  }
});

test('whether they wait for a reply is told, and whether they were served since', async () => {
  const { world, visitorId, chats } = worldOfOne();
  const newest = first(chats.filter(({ missed }) => !missed));
  const message = first(world.offlineMessages.filter(({ replies }) => replies.length === 0));
  const others = world.offlineMessages.filter((one) => one.visitorId !== visitorId && one !== message);
  world.offlineMessages = [...others, message];
  Object.assign(message, { visitorId, receivedAt: newest.requestedAt - 60_000 });
  await using desk = await startDesk(world);
  await desk.ask('list_chats', ALL);
  expect((await ask(desk, visitorId)).text).toContain(`1 message waits since ${timeOf(message.receivedAt)}`);
  expect((await ask(desk, visitorId)).text).toContain(`served since at ${timeOf(newest.requestedAt)}`);

  const later = worldOfOne();
  later.world.offlineMessages = [{ ...message, receivedAt: newest.requestedAt + 60_000 }];
  await using other = await startDesk(later.world);
  await other.ask('list_chats', ALL);
  expect((await ask(other, visitorId)).text).toContain('not served since.');
  later.world.offlineMessages = [];
  await using quiet = await startDesk(later.world);
  expect((await ask(quiet, visitorId)).text).toContain('No offline message.');
});

test('where offline messages are denied, the totals are whole all the same, and the line says what is not', async () => {
  const { world, visitorId } = worldOfOne();
  await using desk = await startDesk(world);
  desk.service.replace = (path) =>
    path.startsWith('/api/offlinemessages') ? new Response('no', { status: 403 }) : undefined;
  const { text } = await ask(desk, visitorId);
  expect(text).toContain('Totals of the service, for life');
  expect(text).toMatch(
    /\nData incomplete: .*no offline messages loaded; complete: 1 visitor, as of 18 Nov 2026 15:30 \(UTC\); this login may not list offline messages/,
  );
  expect(text).toContain('No offline message as far as their list was read.');
});
