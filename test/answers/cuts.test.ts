import { describe, expect, test } from 'vitest';
import { ANSWER_TOKENS, estimatedTokens, RESOURCE_TOKENS } from '../../src/answers/token-budget.ts';
import { everyNumber } from '../privacy/hostile/heaps.ts';
import { outsideBoundaries } from '../support/boundaries.ts';
import type { Chat, World } from '../../src/sandbox/world/world.ts';
import { first, HOUR, NOW, smallWorld, startDesk, type Desk } from '../mcp/desk.ts';
import { plusDays } from '../oracle/calendar.ts';
import { groupsOf } from '../oracle/groups.ts';

// What does not fit into one answer, or into a resource, can be reached by a cursor.

const inOrder = (one: string, other: string): number => (one < other ? -1 : 1);

/** A small world whose chats come at all hours of the week, so that there is a group for each. */
function ofEveryHour(): World {
  const world = smallWorld();
  const chats = world.chats.filter(({ missed, endedAt }) => !missed && endedAt !== undefined);
  const moved = (chat: Chat, index: number): Chat => {
    const later = NOW - (index + 1) * 2 * HOUR - HOUR - chat.requestedAt;
    return {
      ...chat,
      requestedAt: chat.requestedAt + later,
      startedAt: (chat.startedAt ?? 0) + later,
      endedAt: (chat.endedAt ?? 0) + later,
      messages: chat.messages.map((message) => ({ ...message, at: message.at + later })),
    };
  };
  return { ...world, chats: chats.map(moved).toReversed() };
}

describe('a cut', () => {
  test.each([
    { period: 'last_90_days', group_by: ['day'] },
    { period: 'last_30_days', group_by: ['weekday', 'hour'] },
  ])('of groups loses none: %j', async (args) => {
    await using desk = await startDesk(ofEveryHour());
    const keys: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined, isLast = false; !isLast; pages += 1) {
      const { text, data } = await desk.ask('get_support_performance', { ...args, transcripts: 'loaded', cursor });
      expect(estimatedTokens(text)).toBeLessThanOrEqual(ANSWER_TOKENS + 100);
      keys.push(...(data.groups ?? []).map(({ key }) => [key].flat().join(' ')));
      cursor = data.next_cursor;
      isLast = cursor === undefined;
    }
    // The rows of 90 days fit into one answer, those of 168 hours do not.
    expect(pages).toBeGreaterThan(args.period === 'last_90_days' ? 0 : 1);
    expect(new Set(keys).size).toBe(keys.length);
    if (args.period === 'last_90_days') {
      expect(keys).toEqual(Array.from({ length: 90 }, (_, day) => plusDays('2026-11-18', day - 90)));
    } else {
      const { chats } = desk.service.world;
      const days = { from: plusDays('2026-11-18', -30), to: plusDays('2026-11-18', -1) };
      const inPeriod = chats.filter(({ requestedAt }) => {
        const day = new Date(requestedAt).toISOString().slice(0, 10);
        return day >= days.from && day <= days.to;
      });
      const expected = [...groupsOf(inPeriod, ['weekday', 'hour'], days, 'UTC').keys()];
      expect(keys.toSorted(inOrder)).toEqual(expected.toSorted(inOrder));
    }
  });

  test('of rows comes after their names were cut, and loses none', async () => {
    const names = (name: (index: number) => string): World => {
      const world = smallWorld();
      return { ...world, chats: world.chats.map((chat, index) => ({ ...chat, visitorName: name(index) })) };
    };
    const month = { from: '2026-10-19', to: '2026-11-18' };
    await using usual = await startDesk(names((index) => `Visitor number ${index}`));
    const hundred = await usual.ask('list_chats', { ...month, limit: 100 });
    expect(hundred.data.chats).toHaveLength(100);
    const twenty = await usual.ask('list_chats', { ...month });
    expect(twenty.data.chats).toHaveLength(20);

    await using wide = await startDesk(names((index) => '𝔚𝔦𝔡𝔢 '.repeat(20) + index));
    const ids: number[] = [];
    let isFirst = true;
    for (let cursor: string | undefined; isFirst || cursor !== undefined; isFirst = false) {
      const { text, data } = await wide.ask('list_chats', { ...month, limit: 100, cursor });
      cursor = data.next_cursor;
      const shown = data.chats.map(({ chat_id: id }) => id);
      expect(text.match(/^- \d+ · /gm)).toHaveLength(shown.length);
      expect(shown.length).toBeLessThan(100);
      ids.push(...shown);
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(hundred.data.total);
  });

  test('of agents loses none', async () => {
    const world = smallWorld();
    const agent = first(world.agents);
    for (let index = 0; index < 100; index += 1) {
      world.agents.push({ ...agent, agentId: 500_000 + index, email: `agent${index}@shop.example.com` });
    }
    await using desk = await startDesk(world);
    const ids: number[] = [];
    for (let cursor: string | undefined, isLast = false; !isLast;) {
      const { data } = await desk.ask('list_support_agents', { cursor });
      expect(data.total).toBe(world.agents.length);
      ids.push(...data.agents.map(({ agent_id }) => agent_id));
      cursor = data.next_cursor;
      isLast = cursor === undefined;
    }
    const all = world.agents.map(({ agentId }) => agentId);
    expect(ids).toEqual(all.toSorted((one, other) => one - other));
  });
});

/** Everything that pages of an answer have, one after the other. */
async function pagesOf<Tool extends 'get_chat_transcript' | 'get_offline_message' | 'get_visitor_stats'>(
  desk: Desk,
  tool: Tool,
  args: object,
  begin?: string,
) {
  const pages: Awaited<ReturnType<typeof desk.ask<Tool>>>[] = [];
  let cursor = begin;
  do {
    const page = await desk.ask(tool, { ...args, cursor });
    expect(estimatedTokens(page.text)).toBeLessThanOrEqual(ANSWER_TOKENS);
    pages.push(page);
    cursor = page.data.next_cursor;
  } while (cursor !== undefined);
  return pages;
}

/** The text of a resource, whose end is looked at, too. */
async function resourceOf(desk: Desk, uri: string): Promise<string> {
  const { contents } = await desk.client.readResource({ uri });
  const text = contents.map((content) => ('text' in content ? content.text : '')).join('');
  expect(estimatedTokens(text)).toBeLessThanOrEqual(RESOURCE_TOKENS);
  return text;
}

/** The call that goes on where a resource ends, as its last words say it. */
const goingOnIn = (text: string) =>
  /^Next page: (?<tool>get_\w+) with (?<argument>\w+) (?<id>\d+) and cursor "(?<cursor>[^\s"]+)" \(.*\)\.$/m.exec(text)
    ?.groups;

const LONG = 'Grüße, und mehr davon.\n'.repeat(860).trim();

/** Words that differ. */
const NUMBERS = Array.from({ length: 12_000 }, (_, index) => `n${index}`)
  .join('-')
  .slice(0, 60_000);

describe('an offline message that is longer than an answer', () => {
  const worldWithLong = () => {
    const world = smallWorld();
    const message = first(world.offlineMessages.filter(({ replies }) => replies.length > 0));
    const reply = first(message.replies);
    message.text = LONG;
    message.replies = Array.from({ length: 12 }, (_, index) => ({ ...reply, text: index % 2 === 0 ? LONG : 'Yes.' }));
    return { world, id: message.offlineMessageId };
  };

  test('is told page by page, to the last character of the last reply', async () => {
    const { world, id } = worldWithLong();
    await using desk = await startDesk(world);
    await desk.ask('record_triage', {
      offline_message_id: id,
      priority: 'soon',
      note: 'A note.',
      draft_reply: LONG.slice(0, 9000),
    });
    const pages = await pagesOf(desk, 'get_offline_message', { offline_message_id: id });
    const data = pages.map((page) => page.data);
    expect(data.map(({ message }) => message.text ?? '').join('')).toBe(LONG);
    expect(data.map(({ message }) => message.triage?.note ?? '').join('')).toBe('A note.');
    expect(data.map(({ message }) => message.triage?.draft_reply ?? '').join('')).toBe(LONG.slice(0, 9000).trim());
    const replies = data.flatMap((page) => page.replies.map(({ text }) => text)).join('');
    expect(replies).toBe(`${LONG}Yes.`.repeat(6));
    for (const { text, data: page } of pages) {
      expect(text.split('\n').filter((line) => line.startsWith('Reply'))).toHaveLength(page.replies.length);
    }
    expect(first(data).replies.length + (first(data).replies_left_out ?? 0)).toBe(12);
  });

  test('is a resource that ends, and says which call goes on', async () => {
    const { world, id } = worldWithLong();
    await using desk = await startDesk(world);
    const text = await resourceOf(desk, `chat://offline-messages/${id}`);
    const call = goingOnIn(text);
    expect(call).toMatchObject({ tool: 'get_offline_message', argument: 'offline_message_id', id: String(id) });
    const rest = await pagesOf(desk, 'get_offline_message', { offline_message_id: id }, call?.['cursor']);
    const shown = [text, ...rest.map((page) => page.text)].join('');
    expect(shown.match(/Grüße/g)?.length).toBeGreaterThanOrEqual(7 * 860 - rest.length);
    expect(shown.match(/Grüße/g)?.length).toBeLessThanOrEqual(7 * 860);
  });
});

describe('a chat that is longer than an answer', () => {
  /** An ended chat that has these messages instead. */
  const worldWith = (texts: readonly string[]) => {
    const world = smallWorld();
    const chat = first(world.chats.filter(({ endedAt }) => endedAt !== undefined));
    const message = first(chat.messages);
    chat.messages = texts.map((text) => ({ ...message, text }));
    return { world, id: chat.chatId };
  };

  test.each([
    ['one message of 20,000 characters', [LONG]],
    ['a long message of surrogate pairs', ['😀 \u{1F468}\u200D\u{1F469}, 案\n'.repeat(1500).trim()]],
    ['a long message among short ones', ['Hello', LONG, 'And goodbye', LONG]],
    ['2,000 messages', Array.from({ length: 2000 }, (_, index) => `Message ${index}.`)],
  ])('is told page by page: %s', async (_name, texts) => {
    const { world, id } = worldWith(texts);
    await using desk = await startDesk(world);
    const pages = await pagesOf(desk, 'get_chat_transcript', { chat_id: id });
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flatMap(({ data }) => data.messages.map(({ text }) => text)).join('')).toBe(texts.join(''));
  });

  test.each([
    ['messages of 20,000 characters', [0, 1, 2].map((index) => NUMBERS.slice(index * 20_000, (index + 1) * 20_000))],
    ['2,000 messages', Array.from({ length: 2000 }, (_, index) => `Message ${index}.`)],
  ])('is a resource that ends, and says which call goes on: %s', async (_name, texts) => {
    const { world, id } = worldWith(texts);
    await using desk = await startDesk(world);
    const text = await resourceOf(desk, `chat://chats/${id}/transcript`);
    const call = goingOnIn(text);
    expect(call).toMatchObject({ tool: 'get_chat_transcript', argument: 'chat_id', id: String(id) });
    const rest = await pagesOf(desk, 'get_chat_transcript', { chat_id: id }, call?.['cursor']);
    const said = rest.flatMap(({ data }) => data.messages.map((message) => message.text)).join('');
    expect(texts.join('').endsWith(said)).toBe(true);
    const before = texts.join('').slice(0, -said.length);
    expect(before.length).toBeGreaterThan(0);
    expect(text).toContain(before.slice(-5));
    expect(text).not.toContain(said.slice(0, 40));
  });

  test('P1: all numbers of six digits in 51 messages are a resource that ends', async () => {
    const numbers = everyNumber(6);
    const texts = Array.from({ length: 51 }, (_, index) => numbers.slice(index * 19_995, index * 19_995 + 20_000));
    const { world, id } = worldWith(texts);
    await using desk = await startDesk(world);
    const text = await resourceOf(desk, `chat://chats/${id}/transcript`);
    expect(goingOnIn(text)).toBeDefined();
    expect(outsideBoundaries(text)).not.toMatch(/\d{17}/);
  });
});

describe('a visitor with more than an answer holds', () => {
  const worldOfOne = (messages: number, textOf = (index: number) => `Number ${index}`) => {
    const world = smallWorld();
    const message = first(world.offlineMessages);
    const { visitorId } = message;
    for (const chat of world.chats.slice(-25)) chat.visitorId = visitorId;
    world.offlineMessages = Array.from({ length: messages }, (_, index) => ({
      ...message,
      offlineMessageId: 700_000 + index,
      receivedAt: message.receivedAt + index,
      text: textOf(index),
    }));
    return { world, visitorId };
  };

  test('is told page by page, each record, chat and message once', async () => {
    const { world, visitorId } = worldOfOne(70);
    await using desk = await startDesk(world);
    await desk.ask('list_chats', { period: 'last_90_days' });
    await desk.ask('list_chats', { period: 'today' });
    const pages = await pagesOf(desk, 'get_visitor_stats', { visitor: String(visitorId) });
    expect(pages.length).toBeGreaterThan(1);
    const idsOf = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);
    const messages = pages.flatMap(({ data }) => data.offline_messages.map((one) => one['offline_message_id']));
    expect(messages).toEqual(world.offlineMessages.map(({ offlineMessageId }) => offlineMessageId).toReversed());
    const known = world.chats.filter((chat) => chat.visitorId === visitorId).map(({ chatId }) => chatId);
    expect(idsOf(pages.flatMap(({ data }) => data.chats.map((chat) => chat['chat_id'])))).toEqual(idsOf(known));
  });

  test('P1: 4,292 offline messages are a resource that ends, and says which call goes on', async () => {
    // With every number of six digits in what is shown of them.
    const numbers = everyNumber(6);
    const { world, visitorId } = worldOfOne(4292, (index) => numbers.slice(index * 234, index * 234 + 239));
    await using desk = await startDesk(world);
    await desk.ask('list_offline_messages', { state: 'all' });
    const text = await resourceOf(desk, `chat://visitors/${visitorId}`);
    const call = goingOnIn(text);
    expect(call).toMatchObject({ tool: 'get_visitor_stats', argument: 'visitor', id: String(visitorId) });
    const { data } = await desk.ask('get_visitor_stats', { visitor: String(visitorId), cursor: call?.['cursor'] });
    const shown = text.match(/^- 70\d{4} · /gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(10);
    expect(data.offline_messages[0]).toMatchObject({ offline_message_id: 700_000 + 4291 - shown });
  });
});
