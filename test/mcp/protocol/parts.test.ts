import { describe, expect, test } from 'vitest';
import { seconds } from '../../../src/model/time/units.ts';
import { DAY, first, HOUR, smallWorld, startDesk, type Desk } from '../desk.ts';
import { isoTime } from '../../oracle/calendar.ts';

// A part of an answer that cannot be had takes nothing else with it.

const failAt = (desk: Desk, path: string) => {
  desk.service.gateway = (asked) => {
    if (asked.startsWith(path)) throw new Error('gone');
  };
};

/** Refuses requests for 90 s. */
const refuseAt = (desk: Desk, path: string) => {
  desk.service.replace = (asked) =>
    asked.startsWith(path) ? new Response('{}', { status: 429, headers: { 'retry-after': '90' } }) : undefined;
};

describe('agents', () => {
  test('are answered where their chats cannot be counted', async () => {
    await using desk = await startDesk();
    failAt(desk, '/api/chats');
    const { data } = await desk.ask('list_support_agents');
    expect(data.total).toBe(desk.service.world.agents.length);
    expect(data.coverage.complete).toBe(true);
    expect(data.agents.some((agent) => 'chats_last_7_days' in agent)).toBe(false);
    expect(data.chats_coverage).toMatchObject({ complete: false, basis: 'stale' });
  });

  test('are those known before where the minute is used up', async () => {
    await using desk = await startDesk();
    const before = await desk.ask('list_support_agents');
    desk.service.clock.now += HOUR;
    refuseAt(desk, '/api');
    const { text, data } = await desk.ask('list_support_agents');
    expect(data.total).toBe(before.data.total);
    expect(data.coverage).toMatchObject({ complete: false, basis: 'partial' });
    expect(text).toMatch(/^Data incomplete: .*the request limit is reached; call again in about 9\d s/m);
    expect(text).not.toContain('not responding');
  });
});

describe('a visitor', () => {
  const someone = (desk: Desk) => first(desk.service.world.chats.filter(({ missed }) => !missed).toReversed());

  test('is answered where offline messages cannot be read, with the chats of the last day', async () => {
    await using desk = await startDesk();
    failAt(desk, '/api/offline');
    const chat = someone(desk);
    const { data } = await desk.ask('get_visitor_stats', { visitor: String(chat.visitorId) });
    expect(data.chats.map(({ chat_id }) => chat_id)).toContain(chat.chatId);
    expect(data.coverage).toMatchObject({ complete: false, basis: 'stale' });
  });

  test('is answered where the minute is used up, which is told as that and not as an outage', async () => {
    await using desk = await startDesk();
    refuseAt(desk, '/api/offline');
    const { text, data } = await desk.ask('get_visitor_stats', { visitor: String(someone(desk).visitorId) });
    expect(data.coverage).toMatchObject({ complete: false, basis: 'partial' });
    expect(text).toMatch(/^Data incomplete: .*the request limit is reached; call again in about 9\d s/m);
    expect(text).not.toContain('not responding');
  });

  test('is answered where chats cannot be read, with the offline messages', async () => {
    await using desk = await startDesk();
    desk.service.gateway = (path) => {
      if (/^\/api\/chats\/?(\?|$)/.test(path)) throw new Error('gone');
    };
    const message = first(desk.service.world.offlineMessages.toReversed());
    const { data } = await desk.ask('get_visitor_stats', { visitor: String(message.visitorId) });
    expect(data.offline_messages_known).toBeGreaterThan(0);
    expect(data.coverage.complete).toBe(false);
  });

  test('whose other days were not read is not told to be asked about again', async () => {
    await using desk = await startDesk();
    const chat = someone(desk);
    const { text, data } = await desk.ask('get_visitor_stats', { visitor: String(chat.visitorId) });
    expect(data.coverage.complete).toBe(false);
    expect(text).not.toMatch(/call again|ask again/i);
    expect(text).toMatch(/list_chats visitor=\d+ from=2026-11-07 loads the rest; then call this again\.$/);
  });

  test('is as old as the oldest of the days that may have changed', async () => {
    await using desk = await startDesk(smallWorld(), { maximum_age_seconds: { today: seconds(60) } });
    const { world, clock } = desk.service;
    const before = clock.now;
    await desk.ask('list_chats', { from: '2026-01-01' });
    clock.now += 2 * HOUR;
    const chat = first(world.chats.filter(({ missed, endedAt }) => !missed && endedAt !== undefined));
    const { data } = await desk.ask('get_visitor_stats', { visitor: String(chat.visitorId) });
    expect(data.coverage.as_of).toBe(isoTime('UTC', before));
  });

  test('has all of its records, however many', async () => {
    const world = smallWorld();
    const visitor = first(world.visitors);
    const [record] = visitor.records;
    if (record === undefined) throw new Error('No record');
    visitor.records = Array.from({ length: 13 }, (_, index) => ({
      ...record,
      contact: { ...record.contact, email: `mail${index}@example.com` },
    }));
    await using desk = await startDesk(world);
    const { text, data } = await desk.ask('get_visitor_stats', { visitor: String(visitor.visitorId) });
    expect(data.records_known).toBe(13);
    expect(data.records).toHaveLength(13);
    expect(text).toContain('Records (13):');
  });

  test('is found by a phone number of digits alone', async () => {
    const world = smallWorld();
    const chat = first(world.chats.filter(({ requestedAt }) => requestedAt > world.now - 5 * DAY));
    chat.visitorPhone = '+49 30 555 0199';
    await using desk = await startDesk(world);
    await desk.ask('list_chats');
    const phone = '49305550199';
    const { data } = await desk.ask('get_visitor_stats', { visitor: phone });
    expect(data.visitor_id).toBe(chat.visitorId);
    const listed = await desk.ask('list_chats', { visitor: phone });
    expect(listed.data.chats.map(({ chat_id }) => chat_id)).toContain(chat.chatId);
  });
});

test('an agent whom only chats name can be asked about, by id and by name', async () => {
  const world = smallWorld();
  await using desk = await startDesk(world);
  const agentId = first(world.chats.toReversed().flatMap(({ agentId }) => agentId ?? []));
  const agent = first(world.agents.filter((one) => one.agentId === agentId));
  desk.service.rewrite = (body) =>
    body.includes('last_login_time') ? body.replaceAll(`"agent_id":${agentId},`, '"agent_id":0,') : body;
  expect((await desk.ask('list_support_agents')).data.agents.map(({ agent_id }) => agent_id)).not.toContain(agentId);
  const chats = world.chats.filter((chat) => chat.agentId === agentId);
  const from = new Date(first(world.chats).requestedAt).toISOString().slice(0, 10);
  const byId = await desk.ask('list_chats', { agent: String(agentId), from });
  expect(byId.data.total).toBe(chats.length);
  const byName = await desk.ask('list_chats', { agent: `${agent.firstName} ${agent.lastName}`, from });
  expect(byName.data.total).toBe(chats.length);
  expect((await desk.ask('list_chats', { agent: '999999' })).text).toContain('No agent matches "999999"');
});

describe('missed chats of an agent', () => {
  test('are not said to be none where no missed chat names an agent', async () => {
    await using desk = await startDesk();
    const agent = String(first(desk.service.world.agents).agentId);
    for (const tool of ['list_chats', 'get_support_performance'] as const) {
      const { text } = await desk.ask(tool, { agent, period: 'last_30_days' });
      expect(text).not.toMatch(/\d missed/);
      expect(text).toContain('No loaded missed chat names an agent');
    }
  });

  test('are counted where missed chats name their agent', async () => {
    const world = smallWorld();
    const { agentId } = first(world.agents);
    const missed = world.chats.filter((chat) => chat.missed);
    for (const chat of missed) chat.agentId = agentId;
    await using desk = await startDesk(world);
    const { data } = await desk.ask('get_support_performance', {
      agent: String(agentId),
      from: '2026-01-01',
      transcripts: 'loaded',
    });
    expect(data.overall['missed']).toBe(missed.length);
  });
});
