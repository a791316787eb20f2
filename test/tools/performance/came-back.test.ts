import { describe, expect, test } from 'vitest';
import { chatsOn } from '../../oracle/calendar.ts';
import { identified } from '../../mcp/callers/callers.ts';
import { DAY, first, HOUR, NOW, smallWorld, startDesk } from '../../mcp/desk.ts';
import type { World } from '../../../src/sandbox/world/world.ts';
import { cameBackOf } from './expected-performance.ts';
import { MONTH } from './groups.ts';

// Whether visitors came back after missed chats: with a served chat of anybody's, or an offline message, within 24 hours.

const TOOL = 'get_support_performance';
const ASKED = { ...MONTH, metrics: ['came_back'] };
const BY_CHATS = 'Who came back is counted from chats only';

/** A world in which visitors of missed chats come back: after an hour, after a day and a bit, with a message, and not at all. */
function worldOfReturns(): World {
  const world = smallWorld();
  const served = first(world.chats.filter(({ missed }) => !missed));
  const message = first(world.offlineMessages);
  const missed = world.chats.filter((chat) => chat.missed);
  expect(missed.length).toBeGreaterThan(8);
  for (const [index, { visitorId, requestedAt }] of missed.entries()) {
    const chatAt = (at: number) => world.chats.push({ ...served, visitorId, requestedAt: at, chatId: 500 + index });
    const kind = index % 4;
    if (kind === 0) chatAt(requestedAt + HOUR);
    if (kind === 1) chatAt(requestedAt + DAY + HOUR);
    if (kind === 2) {
      const offlineMessageId = 900_000 + index;
      world.offlineMessages.push({ ...message, visitorId, receivedAt: requestedAt + 2 * HOUR, offlineMessageId });
    }
  }
  const isPast = (at: number) => at < NOW;
  world.chats = world.chats
    .filter(({ requestedAt }) => isPast(requestedAt))
    .toSorted((one, other) => one.requestedAt - other.requestedAt);
  world.offlineMessages = world.offlineMessages
    .filter(({ receivedAt }) => isPast(receivedAt))
    .toSorted((one, other) => one.receivedAt - other.receivedAt);
  return world;
}

test('by chats alone where offline messages are not loaded, and says so', async () => {
  await using desk = await startDesk(worldOfReturns());
  const { chats } = desk.service.world;
  const expected = cameBackOf(chatsOn(chats, MONTH, 'UTC'), chats, NOW);
  const { data, text } = await desk.ask(TOOL, ASKED);
  expect(data.overall).toEqual(expected);
  expect(text).toContain(`${BY_CHATS}: offline messages are not loaded (offline_messages=true).`);
  expect(desk.service.requests().filter((path) => path.includes('offline'))).toEqual([]);
});

test('by offline messages, too, where they are loaded', async () => {
  await using desk = await startDesk(worldOfReturns());
  const { chats, offlineMessages } = desk.service.world;
  const inMonth = chatsOn(chats, MONTH, 'UTC');
  const expected = cameBackOf(inMonth, chats, NOW, offlineMessages);
  expect(expected).not.toEqual(cameBackOf(inMonth, chats, NOW));
  const read = await desk.ask(TOOL, { ...ASKED, offline_messages: true });
  expect(read.data.overall).toEqual(expected);
  const { data, text } = await desk.ask(TOOL, ASKED);
  expect(data.overall).toEqual(expected);
  expect(text).not.toContain(BY_CHATS);
  expect(text).toMatch(/Data complete: .*offline messages/);
});

test('by hour and for one agent: whoever served them', async () => {
  const world = worldOfReturns();
  const [agent, other] = world.agents;
  if (agent === undefined || other === undefined) throw new Error('the world has two agents');
  for (const chat of world.chats) chat.agentId = chat.missed ? agent.agentId : other.agentId;
  await using desk = await startDesk(world);
  const expected = cameBackOf(chatsOn(world.chats, MONTH, 'UTC'), world.chats, NOW);
  expect(expected['came_back']).toBeGreaterThan(0);
  const { data } = await desk.ask(TOOL, { ...ASKED, agent: String(agent.agentId), group_by: 'weekday' });
  expect(data.overall).toEqual(expected);
  const counts = (data.groups ?? []).map(({ metrics }) => Number(metrics['came_back'] ?? 0));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(expected['came_back']);
});

describe('who is not back yet may still come', () => {
  test('of the last 24 hours nothing is said', async () => {
    await using desk = await startDesk(worldOfReturns());
    const { chats } = desk.service.world;
    const asked = { from: '2026-11-15', to: '2026-11-18' };
    const missed = { ...first(chats.filter((chat) => chat.missed)), chatId: 3, requestedAt: NOW - 2 * HOUR };
    chats.push(missed);
    const expected = cameBackOf(chatsOn(chats, asked, 'UTC'), chats, NOW);
    expect(expected['came_back_unknown']).toBeGreaterThan(0);
    const { data, text } = await desk.ask(TOOL, { ...asked, metrics: ['came_back'] });
    expect(data.overall).toEqual(expected);
    expect(text).toContain(`Who came back is not known of ${String(expected['came_back_unknown'])} missed chat`);
  });

  test('nor where the day behind the period is not loaded', async () => {
    const world = worldOfReturns();
    const asked = { from: '2026-11-16', to: '2026-11-16' };
    const on = chatsOn(world.chats, asked, 'UTC');
    for (const chat of on.slice(-3)) chat.missed = true;
    await using desk = await startDesk(world);
    await desk.ask(TOOL, { ...asked, metrics: ['chats'] });
    desk.service.gateway = () => {
      throw new Error('nobody answers');
    };
    const { data } = await desk.ask(TOOL, { ...asked, metrics: ['came_back'] });
    expect(data.overall).toEqual(cameBackOf(on, world.chats, Date.UTC(2026, 10, 17)));
    expect(data.overall['came_back_unknown']).toBe(on.filter(({ missed }) => missed).length);
  });
});

test('is told by chats alone to who may not read offline messages, and not to who sees the chats of one agent', async () => {
  const world = worldOfReturns();
  const expected = cameBackOf(chatsOn(world.chats, MONTH, 'UTC'), world.chats, NOW);
  await using some = await startDesk(world, { caller: identified(['chats:read']) });
  const { data, text } = await some.ask(TOOL, ASKED);
  expect(data.overall).toEqual(expected);
  expect(text).toContain(`${BY_CHATS}: this caller may not read offline messages.`);
  await using own = await startDesk(world, { caller: identified(undefined, { ownChats: first(world.agents).email }) });
  const left = await own.ask(TOOL, ASKED);
  expect(left.data.overall).toEqual({});
  expect(left.text).toContain('came back within 24 hours (only for who may see the chats of everybody)');
});

test('is told only where it is named', async () => {
  await using desk = await startDesk(worldOfReturns());
  const { data, text } = await desk.ask(TOOL, { ...MONTH, transcripts: 'loaded' });
  expect(data.overall).not.toHaveProperty('came_back');
  expect(text).not.toContain('came back');
});
