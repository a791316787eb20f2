import { describe, expect, test } from 'vitest';
import { ANSWER_TOKENS, estimatedTokens } from '../../src/mcp/render/budget.ts';
import { first, mediumWorld, smallWorld, startDesk } from './desk.ts';
import { groupsOf, plusDays } from './expected.ts';

// What does not fit into one answer can be reached: by a cursor, or in a resource.

const inOrder = (one: string, other: string): number => (one < other ? -1 : 1);

describe('a cut', () => {
  test.each([
    { period: 'last_90_days', group_by: ['day'] },
    { period: 'last_30_days', group_by: ['weekday', 'hour'] },
  ])('of groups loses none: %j', async (args) => {
    await using desk = await startDesk(mediumWorld());
    const keys: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined, isLast = false; !isLast; pages += 1) {
      const { text, data } = await desk.ask('get_support_performance', { ...args, cursor });
      expect(estimatedTokens(text)).toBeLessThanOrEqual(ANSWER_TOKENS + 100);
      keys.push(...(data.groups ?? []).map(({ key }) => [key].flat().join(' ')));
      cursor = data.next_cursor;
      isLast = cursor === undefined;
    }
    expect(pages).toBeGreaterThan(1);
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

  test('of agents loses none', async () => {
    const world = smallWorld();
    const agent = first(world.agents);
    for (let index = 0; index < 100; index += 1) {
      world.agents.push({ ...agent, agentId: 500_000 + index, email: `agent${index}@shop.example.com` });
    }
    await using desk = await startDesk(world);
    const ids: number[] = [];
    for (let cursor: string | undefined, isLast = false; !isLast;) {
      const { data } = await desk.ask('list_agents', { cursor });
      expect(data.total).toBe(world.agents.length);
      ids.push(...data.agents.map(({ agent_id }) => agent_id));
      cursor = data.next_cursor;
      isLast = cursor === undefined;
    }
    const all = world.agents.map(({ agentId }) => agentId);
    expect(ids).toEqual(all.toSorted((one, other) => one - other));
  });
});

describe('a text that is longer than an answer', () => {
  const LONG = 'Grüße, und mehr davon.\n'.repeat(700);

  test('an offline message and its replies: the resource has the whole', async () => {
    const world = smallWorld();
    const message = first(world.offlineMessages.filter(({ replies }) => replies.length > 0));
    const reply = first(message.replies);
    message.text = LONG;
    message.replies = Array.from({ length: 20 }, () => ({ ...reply, text: LONG }));
    await using desk = await startDesk(world);
    const id = message.offlineMessageId;
    const { text, data } = await desk.ask('get_offline_message', { offline_message_id: id });
    expect(estimatedTokens(text)).toBeLessThanOrEqual(ANSWER_TOKENS);
    expect(text).toMatch(new RegExp(`more characters; the resource chat://offline-messages/${id} has the whole`));
    expect(data.replies.length + (data.replies_left_out ?? 0)).toBe(20);
    expect(text.split('\n').filter((line) => line.startsWith('Reply'))).toHaveLength(data.replies.length);
    const { contents } = await desk.client.readResource({ uri: `chat://offline-messages/${id}` });
    const whole = contents.map((content) => ('text' in content ? content.text : '')).join('');
    expect(whole.match(/Grüße/g)).toHaveLength(21 * 700);
  });

  test('a message of a transcript', async () => {
    const world = smallWorld();
    const chat = first(world.chats.filter(({ endedAt }) => endedAt !== undefined));
    const [message, ...rest] = chat.messages;
    if (message === undefined) throw new Error('No message');
    chat.messages = [{ ...message, text: LONG }, ...rest];
    await using desk = await startDesk(world);
    const { text, data } = await desk.ask('get_chat_transcript', { chat_id: chat.chatId });
    expect(estimatedTokens(text)).toBeLessThanOrEqual(ANSWER_TOKENS + 100);
    const shown = data.messages[0]?.text ?? '';
    expect(LONG.startsWith(shown.slice(0, -1))).toBe(true);
    expect(text).toContain(
      `… ${LONG.trim().length - shown.length + 1} more characters; the resource chat://chats/${chat.chatId}/transcript has the whole`,
    );
  });
});
