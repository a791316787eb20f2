import { describe, expect, test } from 'vitest';
import type { Chat, Message } from '../../../src/sandbox/world/world.ts';
import { IS_WHOLE, oneIn } from '../../support/runs.ts';
import { DAY, first, NOW, smallWorld, startDesk, type Desk } from '../desk.ts';
import { chatsOn, isoTime, plusDays, wallTime } from '../../oracle/calendar.ts';
import { near } from '../../oracle/figures.ts';
import { lettersOf, offlineRowOf, rowOf, sameLetters, withPage, withoutTriage } from '../../oracle/rows.ts';

// Single records and the lists that have no period: each field is the world's.

/** Every message of a transcript, page by page. */
async function transcriptOf(desk: Desk, chat_id: number) {
  const answer = (await desk.ask('get_chat_transcript', { chat_id })).data;
  let messages = [...answer.messages];
  let cursor = answer.next_cursor;
  while (cursor !== undefined) {
    const page = (await desk.ask('get_chat_transcript', { chat_id, cursor })).data;
    expect(page.digest).toEqual({ messages: answer.digest.messages });
    messages = withPage(messages, page);
    cursor = page.next_cursor;
  }
  return { ...answer, messages };
}

/** From the visitor's first message to the first one of a human agent after it. */
function firstResponse({ messages }: Chat): number | undefined {
  const asked = messages.findIndex(({ author }) => author === 'visitor');
  const answer = messages.slice(asked).find(({ author }) => author === 'agent');
  const question = messages[asked];
  return question === undefined || answer === undefined ? undefined : (answer.at - question.at) / 1000;
}

const countsOf = (messages: readonly Message[]) =>
  Object.fromEntries(
    (['visitor', 'agent', 'bot', 'system'] as const).map((role) => [
      role,
      messages.filter(({ author }) => author === role).length,
    ]),
  );

describe('transcripts', () => {
  test('have every message of every chat, and who wrote it', async () => {
    await using desk = await startDesk();
    const { world } = desk.service;
    for (const chat of oneIn(4, world.chats)) {
      const { messages, digest, ...answer } = await transcriptOf(desk, chat.chatId);
      expect(answer.chat).toEqual(rowOf(world, chat, 'UTC'));
      expect(messages).toEqual(
        chat.messages.map(({ author, authorName, text, at }) => ({
          at: isoTime('UTC', at),
          role: author,
          author: sameLetters(authorName),
          text: sameLetters(text),
        })),
      );
      expect(digest.messages).toEqual({ ...countsOf(chat.messages), unknown: 0 });
      expect(digest.first_response_seconds).toBe(firstResponse(chat));
      const talk = chat.messages.filter(({ author }) => author === 'visitor' || author === 'agent');
      expect(digest.ends_with_visitor).toBe(talk.at(-1)?.author === 'visitor');
    }
  });

  test('never say a wrong role where the meaning of user_type is not told', async () => {
    await using desk = await startDesk(smallWorld(), { codes: {} });
    const { chats } = desk.service.world;
    await desk.ask('list_support_agents');
    let told = 0;
    for (const chat of oneIn(2, chats.slice(-60))) {
      const { messages } = await transcriptOf(desk, chat.chatId);
      for (const [index, { role }] of messages.entries()) {
        expect([chat.messages[index]?.author, 'unknown']).toContain(role);
        if (role !== 'unknown') told += 1;
      }
    }
    expect(told).toBeGreaterThan(IS_WHOLE ? 100 : 50);
  });

  test('count what comes after the question as its response, in the order of the messages', async () => {
    const world = smallWorld();
    const chat = first(world.chats.filter(({ endedAt }) => endedAt !== undefined));
    const agent = first(chat.messages.filter(({ author }) => author === 'agent'));
    const visitor = first(chat.messages.filter(({ author }) => author === 'visitor'));
    const at = chat.requestedAt;
    chat.messages = [
      { ...agent, at, text: 'Hello?' },
      { ...visitor, at, text: 'A question' },
      { ...agent, at: at + 7000, text: 'An answer' },
    ];
    await using desk = await startDesk(world);
    const { digest } = (await desk.ask('get_chat_transcript', { chat_id: chat.chatId })).data;
    expect(digest.first_response_seconds).toBe(7);
  });
});

describe('offline messages', () => {
  test('have their text, their replies, and what else the visitor wrote', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    await desk.ask('list_offline_messages', { state: 'all' });
    await desk.ask('list_chats', { period: 'last_30_days' });
    await desk.ask('list_chats', { period: 'today' });
    for (const message of oneIn(2, world.offlineMessages)) {
      const id = message.offlineMessageId;
      const { data } = await desk.ask('get_offline_message', { offline_message_id: id });
      expect(withoutTriage(data.message)).toEqual(offlineRowOf(message, 'UTC', clock.now));
      expect(lettersOf(data.message.text ?? '')).toBe(lettersOf(message.text));
      expect(data.replies).toEqual(
        message.replies.map(({ text, at, agentId }) => {
          const agent = world.agents.find((one) => one.agentId === agentId);
          return { at: isoTime('UTC', at), agent: `${agent?.firstName} ${agent?.lastName}`, text: sameLetters(text) };
        }),
      );
      const isTheirs = ({ visitorId }: { visitorId: number }) => visitorId === message.visitorId;
      const others = world.offlineMessages.filter((other) => isTheirs(other) && other !== message).toReversed();
      expect(data.other_messages).toEqual(others.slice(0, 5).map((other) => offlineRowOf(other, 'UTC', clock.now)));
      const chats = world.chats.filter(isTheirs).toReversed();
      expect(data.chats).toEqual(chats.slice(0, 5).map((chat) => rowOf(world, chat, 'UTC')));
    }
  });

  test('that do not exist are said not to', async () => {
    await using desk = await startDesk();
    const { isError, text } = await desk.ask('get_offline_message', { offline_message_id: 1 });
    expect(isError).toBe(true);
    expect(text).toContain('There is no offline message 1.');
  });
});

describe('agents', () => {
  test.each(['UTC', 'Pacific/Chatham'])(
    'have all of their fields, and their chats of seven days in %s',
    async (zone) => {
      const { zoneNameOf } = await import('../../../src/model/calendar/zone-name.ts');
      await using desk = await startDesk(smallWorld(), { timezone: zoneNameOf(zone) });
      const { world } = desk.service;
      const { day: today } = wallTime(zone, NOW);
      const week = chatsOn(world.chats, { from: plusDays(today, -7), to: plusDays(today, -1) }, zone);
      const ofToday = chatsOn(world.chats, { from: today, to: today }, zone);
      const isOpen = ({ startedAt, endedAt }: (typeof week)[number]) =>
        startedAt !== undefined && endedAt === undefined;
      const of = (chats: typeof week, agent: number) => chats.filter(({ agentId }) => agentId === agent).length;
      const rows = world.agents
        .toSorted((one, other) => one.agentId - other.agentId)
        .map((agent) => ({
          agent_id: agent.agentId,
          name: `${agent.firstName} ${agent.lastName}`,
          email: agent.email,
          role: agent.role,
          status: agent.status,
          enabled: agent.enabled,
          last_login_at: isoTime(zone, agent.lastLoginAt),
          concurrent_chat_limit: agent.concurrentChatLimit,
          open_chats: of([...week, ...ofToday].filter(isOpen), agent.agentId),
          chats_today: of(ofToday, agent.agentId),
          chats_last_7_days: of(week, agent.agentId),
        }));
      const { data } = await desk.ask('list_support_agents');
      expect(data).toMatchObject({ total: rows.length, coverage: { complete: true } });
      expect(data.agents).toEqual(rows);
      const online = (await desk.ask('list_support_agents', { status: 'online' })).data;
      expect(online.agents).toEqual(rows.filter(({ status }) => status === 'Online'));
      const [someone] = rows;
      const found = (await desk.ask('list_support_agents', { query: someone?.email.toUpperCase() })).data;
      expect(found.agents).toEqual([someone]);
    },
  );
});

describe('visitors', () => {
  test('have their totals, their records, and their chats as far as they were read', async () => {
    await using desk = await startDesk();
    const { world, clock } = desk.service;
    await desk.ask('list_chats', { from: plusDays('2026-11-18', -20) });
    for (const visitor of oneIn(2, world.visitors.slice(0, 60))) {
      const { visitorId } = visitor;
      const { data } = await desk.ask('get_visitor_stats', { visitor: String(visitorId) });
      const chats = world.chats.filter((chat) => chat.visitorId === visitorId).toReversed();
      const served = chats.filter(({ missed }) => !missed);
      const messages = world.offlineMessages.filter((message) => message.visitorId === visitorId).toReversed();
      const lengths = served.map(({ startedAt = 0, endedAt = startedAt }) => endedAt - startedAt);
      expect(data).toMatchObject({
        visitor_id: visitorId,
        first_visit_at: isoTime('UTC', visitor.firstVisitAt),
        totals: {
          views: visitor.totalViews,
          visits: visitor.totalVisits,
          chats: served.length,
          chat_duration_seconds: near(lengths.reduce((sum, length) => sum + length, 0) / 1000, 3),
        },
        chats_known: chats.length,
        offline_messages_known: messages.length,
        as_of: isoTime('UTC', clock.now),
      });
      const starts = served.flatMap(({ startedAt }) => startedAt ?? []);
      expect(data.last_chat_at).toBe(starts.length === 0 ? undefined : isoTime('UTC', Math.max(...starts)));
      expect(data.chats).toEqual(chats.slice(0, 10).map((chat) => rowOf(world, chat, 'UTC')));
      expect(data.offline_messages).toEqual(
        messages.slice(0, 10).map((message) => offlineRowOf(message, 'UTC', clock.now)),
      );
      expect(data.records).toHaveLength(Math.min(visitor.records.length, 10));
    }
  });

  test('are complete only where no chat of theirs can be missing', async () => {
    await using desk = await startDesk();
    const { world } = desk.service;
    const byVisitor = Map.groupBy(world.chats, ({ visitorId }) => visitorId);
    const dayOf = (at: number | undefined) => wallTime('UTC', at ?? 0).day;
    // One whose last served chat is on a day of its own, and who was missed on another.
    const [visitorId, chats] = first(
      [...byVisitor].filter(([, chats]) => {
        const served = chats.filter(({ missed }) => !missed);
        const days = new Set(served.map(({ startedAt }) => dayOf(startedAt)));
        return (
          served.length > 0 &&
          days.size === 1 &&
          chats.some(({ missed, requestedAt }) => missed && !days.has(dayOf(requestedAt)))
        );
      }),
    );
    const { data } = await desk.ask('get_visitor_stats', { visitor: String(visitorId) });
    expect(data.chats_known).toBeLessThan(chats.length);
    expect(data.coverage.complete).toBe(false);
    await desk.ask('list_chats', { from: dayOf(first(world.visitors).firstVisitAt - DAY) });
    const whole = (await desk.ask('get_visitor_stats', { visitor: String(visitorId) })).data;
    expect(whole.chats_known).toBe(chats.length);
    expect(whole.coverage.complete).toBe(true);
  });

  test('are not taken for complete because missed chats make up the number', async () => {
    await using desk = await startDesk();
    const { world } = desk.service;
    for (const visitor of oneIn(3, world.visitors)) {
      const { data } = await desk.ask('get_visitor_stats', { visitor: String(visitor.visitorId) });
      const chats = world.chats.filter(({ visitorId }) => visitorId === visitor.visitorId);
      if (data.coverage.complete) expect(data.chats_known).toBe(chats.length);
    }
  });
});
