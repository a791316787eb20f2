import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Client } from '@modelcontextprotocol/client';
import { LOCAL_CALLER } from '../../../src/model/caller.ts';
import { dataOf, type ToolName } from '../../../src/views/answers.ts';
import { first, HOUR, mediumWorld, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';

// What the board of offline messages is handed beside the words: whole texts, who wrote, and whether a decision took another's place.

const VIEWS = { extensions: { 'io.modelcontextprotocol/ui': {} } };
const ForView = z.object({ 'chat-operations-mcp/view': z.object({ data: z.unknown() }) });

const boardOf = (desk: Desk, caller = LOCAL_CALLER) => desk.clientOf(caller, VIEWS);

async function asked(host: Client, name: string, args: object): Promise<{ data: unknown; text: string }> {
  const { _meta: meta, content, isError } = await host.callTool({ name, arguments: { ...args } });
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  if (isError === true) throw new Error(text);
  return { data: ForView.parse(meta)['chat-operations-mcp/view'].data, text };
}

/** What the board makes of an answer. */
function seen<Name extends ToolName>(tool: Name, answered: { readonly data: unknown }) {
  const data = dataOf(tool, answered);
  if (data === undefined) throw new Error('The board does not understand the answer');
  return data;
}

const pageOf = async (host: Client, args: object) =>
  seen('list_offline_messages', await asked(host, 'list_offline_messages', args));

describe('the board is handed', () => {
  const world = smallWorld();
  const waiting = world.offlineMessages.filter(({ replies }) => replies.length === 0);
  const long = first(waiting);
  long.text = `${'A long story. '.repeat(1000)}The end.`;
  let desk: Desk;
  let host: Client;
  beforeAll(async () => {
    desk = await startDesk(world);
    await desk.ask('list_chats', { period: 'last_30_days' });
    host = await boardOf(desk);
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  test('the whole queue in whole texts, in the order and with the words that a model gets', async () => {
    const { data, text } = await asked(host, 'list_offline_messages', { state: 'untriaged', limit: 100 });
    const plain = await desk.ask('list_offline_messages', { state: 'untriaged', limit: 100 });
    const lastLine = (words: string) => words.split('\n').at(-1);
    expect(lastLine(text)).toBe(lastLine(plain.text));
    expect(text.split('\n')[0]).toBe(plain.text.split('\n')[0]);
    const { messages, total, may_record: mayRecord, next_cursor: next } = seen('list_offline_messages', { data });
    expect(next).toBeUndefined();
    expect(mayRecord).toBe(true);
    expect(total).toBe(waiting.length);
    expect(messages.slice(0, plain.data.messages.length).map((row) => row.offline_message_id)).toEqual(
      plain.data.messages.map((row) => row.offline_message_id),
    );
    // Markup is spelled so that no renderer takes it for any.
    const spelled = (text: string) => text.trim().replaceAll(/<(?=\/?\w)/g, '< ');
    const said = Object.fromEntries(waiting.map((one) => [one.offlineMessageId, spelled(one.text)]));
    expect(Object.fromEntries(messages.map((row) => [row.offline_message_id, row.text ?? '']))).toEqual(said);
  });

  test('page by page every message once, also where texts are long', async () => {
    const ids: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await pageOf(host, { limit: 7, ...(cursor !== undefined && { cursor }) });
      ids.push(...page.messages.map((row) => row.offline_message_id));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(ids).toHaveLength(waiting.length);
    expect(new Set(ids)).toEqual(new Set(waiting.map(({ offlineMessageId }) => offlineMessageId)));
  });

  test('what else is at hand of who wrote, counted whole', async () => {
    const { messages } = await pageOf(host, { limit: 100 });
    for (const row of messages) {
      const { visitorId } = first(
        waiting.filter(({ offlineMessageId }) => offlineMessageId === row.offline_message_id),
      );
      const others = world.offlineMessages.filter((other) => other.visitorId === visitorId).length - 1;
      const chats = world.chats.filter((chat) => chat.visitorId === visitorId).length;
      expect([row.other_messages_known, row.chats_known]).toEqual([others, chats]);
      expect([row.other_messages.length, row.chats.length]).toEqual([Math.min(5, others), Math.min(5, chats)]);
    }
  });

  test('why there is nothing', async () => {
    const { nothing, messages } = await pageOf(host, { state: 'drafted' });
    expect(messages).toEqual([]);
    expect(nothing).toContain('with a draft reply');
  });

  test('that its caller may only read', async () => {
    const reader = await boardOf(desk, { ...LOCAL_CALLER, isIdentified: true, scopes: new Set(['offline:read']) });
    const { may_record: mayRecord, messages } = await pageOf(reader, {});
    expect(mayRecord).toBe(false);
    expect(messages.every((row) => row.chats_known === 0)).toBe(true);
  });

  test('all replies', async () => {
    const { offlineMessageId, replies } = first(world.offlineMessages.filter((one) => one.replies.length > 0));
    const { data } = await asked(host, 'get_offline_message', { offline_message_id: offlineMessageId });
    expect(seen('get_offline_message', { data }).replies.map(({ text }) => text)).toEqual(
      replies.map(({ text }) => text.trim()),
    );
  });
});

describe('a decision that says which one it replaces', () => {
  const decide = async (host: Client, args: object) => seen('record_triage', await asked(host, 'record_triage', args));

  test('leaves alone what somebody else decided meanwhile, and is told of it whole', async () => {
    await using desk = await startDesk();
    const [one, other] = [await boardOf(desk), await boardOf(desk)];
    const { offline_message_id: id } = first((await pageOf(one, { state: 'untriaged' })).messages);
    const theirs = {
      priority: 'urgent',
      note: 'Call back. '.repeat(90).trim(),
      draft_reply: 'At once. '.repeat(200).trim(),
    };
    const kept = await decide(other, { offline_message_id: id, ...theirs, replaces: '' });
    expect(kept).toMatchObject({ recorded: true, ...theirs });
    desk.service.clock.now += HOUR;
    const mine = { offline_message_id: id, priority: 'can_wait', draft_reply: 'Mine.' };
    expect(await decide(one, { ...mine, replaces: '' })).toEqual({ ...kept, recorded: false });
    const { data } = await desk.ask('get_offline_message', { offline_message_id: id });
    expect(data.message.triage).toMatchObject({ priority: 'urgent', note: theirs.note });
    const inTokyo = await pageOf(one, { state: 'all', period: 'this_year', timezone: 'Asia/Tokyo', limit: 100 });
    const seen = inTokyo.messages.find((row) => row.offline_message_id === id)?.triage?.decided_at;
    expect(seen).toContain('+09:00');
    expect(await decide(one, { ...mine, replaces: seen })).toMatchObject({
      recorded: true,
      priority: 'can_wait',
      note: theirs.note,
      draft_reply: 'Mine.',
    });
  });

  test('is recorded again when it says the same: whose answer was lost asks once more', async () => {
    await using desk = await startDesk();
    const host = await boardOf(desk);
    const { offline_message_id: id } = first((await pageOf(host, { state: 'untriaged' })).messages);
    const decision = { offline_message_id: id, priority: 'soon', draft_reply: 'Hello', replaces: '' };
    await decide(host, decision);
    desk.service.clock.now += HOUR;
    expect(await decide(host, decision)).toMatchObject({ recorded: true, draft_reply: 'Hello' });
  });

  test('is told to hosts that show the board alone: some refuse a call that does not keep to the list', async () => {
    await using desk = await startDesk(undefined, { structured_content: false });
    const told = async (client: Client) => {
      const { tools } = await client.listTools();
      const { inputSchema } = first(tools.filter(({ name }) => name === 'record_triage'));
      return Object.keys(inputSchema.properties ?? {});
    };
    const everybody = ['offline_message_id', 'priority', 'category', 'note', 'draft_reply'];
    expect(await told(desk.client)).toEqual(everybody);
    expect(await told(await boardOf(desk))).toEqual([...everybody, 'replaces']);
    const { text } = await desk.ask('record_triage', { offline_message_id: 1, priority: 'soon', reply: '' });
    expect(text).toMatch(/It takes: offline_message_id, priority, category, note, draft_reply\./);
  });
});

test('D1: contacts are redacted in all that the board is handed, drafts and other messages too', async () => {
  const world = smallWorld();
  const [one, other] = world.offlineMessages.filter(({ replies }) => replies.length === 0);
  if (one === undefined || other === undefined) throw new Error('Too few messages');
  const contact = { visitorId: 777_777, visitorEmail: 'zoe.winter@example.net', visitorPhone: '+49 30 23125 4711' };
  for (const message of [one, other]) {
    Object.assign(message, contact, {
      text: 'Write to zoe.winter@example.net or call +49 30 23125 4711, my card is 4111 1111 1111 1111.',
      subject: 'I am zoe.winter@example.net',
    });
  }
  await using desk = await startDesk(world, { redact: 'contacts' });
  const host = await boardOf(desk);
  await asked(host, 'record_triage', {
    offline_message_id: one.offlineMessageId,
    priority: 'soon',
    note: 'Call +49 30 23125 4711',
    draft_reply: 'Dear zoe.winter@example.net',
  });
  const page = await asked(host, 'list_offline_messages', { limit: 100 });
  const thread = await asked(host, 'get_offline_message', { offline_message_id: one.offlineMessageId });
  const { messages } = seen('list_offline_messages', page);
  const shown = first(messages.filter((row) => row.offline_message_id === one.offlineMessageId));
  expect(shown.triage?.draft_reply).toMatch(/^Dear \[email of visitor-\w+\]$/);
  expect(shown.other_messages).toHaveLength(1);
  for (const data of [page.data, thread.data]) {
    expect(JSON.stringify(data)).not.toMatch(/zoe\.winter|23125|4111/);
  }
});

test('a queue of 2,000 holds nobody up', async () => {
  await using desk = await startDesk(mediumWorld());
  const host = await boardOf(desk);
  const { total, messages } = await pageOf(host, { state: 'untriaged', limit: 100 });
  const { result, requests } = await desk.spentOn(() => pageOf(host, { state: 'untriaged', limit: 100 }));
  expect(total).toBeGreaterThan(300);
  // A row of those that say the same hands over each of them.
  expect(messages.length).toBeGreaterThanOrEqual(100);
  expect(new Set(messages.map((row) => row.offline_message_id)).size).toBe(messages.length);
  expect(result.messages).toEqual(messages);
  expect(requests).toBe(0);
});

test('what was decided is listed by its level, and whatever is answered since', async () => {
  const world = smallWorld();
  await using desk = await startDesk(world);
  const host = await boardOf(desk);
  expect((await pageOf(host, { state: 'decided' })).nothing).toContain('with a triage decision');
  const levels = ['urgent', 'soon', 'urgent'] as const;
  const decided = levels.map((priority, index) => ({
    id: first(world.offlineMessages.slice(index)).offlineMessageId,
    priority,
  }));
  for (const { id, priority } of decided) {
    await asked(host, 'record_triage', { offline_message_id: id, priority, replaces: '' });
  }
  const listed = async (args: object) => {
    const { messages } = await pageOf(host, { state: 'decided', ...args });
    return new Set(messages.map((row) => row.offline_message_id));
  };
  expect(await listed({})).toEqual(new Set(decided.map(({ id }) => id)));
  for (const level of ['urgent', 'soon', 'can_wait']) {
    expect(await listed({ priority: level })).toEqual(
      new Set(decided.flatMap(({ id, priority }) => (priority === level ? [id] : []))),
    );
  }
  const { nothing } = await pageOf(host, { state: 'decided', priority: 'can_wait' });
  expect(nothing).toContain('with triage can wait');
});

test('messages that say the same are each handed to the board, one after the other', async () => {
  const world = smallWorld();
  const alike = world.offlineMessages.filter(({ replies }) => replies.length === 0).slice(0, 9);
  for (const message of alike) message.text = 'Our shop is down since eight, nobody can pay, every order fails.';
  await using desk = await startDesk(world);
  const host = await boardOf(desk);
  const { messages } = await pageOf(host, { limit: 100 });
  const places = messages.flatMap(({ text }, index) => (text?.startsWith('Our shop is down') === true ? [index] : []));
  expect(places).toHaveLength(alike.length);
  expect(Number(places.at(-1)) - Number(places[0])).toBe(alike.length - 1);
  expect(messages.filter((_, index) => places.includes(index)).every(({ similar }) => similar?.length === 8)).toBe(
    true,
  );
});

test('of a thousand messages that say the same, a hundred are handed over, and no more ids than those', async () => {
  const world = smallWorld();
  const message = first(world.offlineMessages);
  world.offlineMessages = Array.from({ length: 1000 }, (_, index) => ({
    ...message,
    offlineMessageId: 700_000 + index,
    visitorId: 6_000_000 + index,
    text: index === 999 ? 'Something else.' : 'please call me back soon',
    receivedAt: world.now - (index + 1) * 1000,
    replies: [],
  }));
  await using desk = await startDesk(world);
  const host = await boardOf(desk);
  const { messages, next_cursor: next } = await pageOf(host, { limit: 1 });
  expect(messages).toHaveLength(100);
  expect(messages.map(({ similar, similar_left_out: more }) => [similar?.length, more])).toEqual(
    Array.from({ length: 100 }, () => [100, 898]),
  );
  const { messages: others, next_cursor: end } = await pageOf(host, { limit: 1, cursor: next });
  expect([others.map(({ text }) => text), end]).toEqual([['Something else.'], undefined]);
  const { data, text } = await desk.ask('list_offline_messages', { limit: 1 });
  expect(text).toMatch(/998 similar: (\d{6}, ){9}\d{6} and 988 more/);
  expect(data.messages[0]).toMatchObject({ similar_left_out: 898 });
  expect(data.messages[0]?.similar).toHaveLength(100);
});
