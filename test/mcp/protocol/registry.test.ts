import { readdir } from 'node:fs/promises';
import type { Tool } from '@modelcontextprotocol/client';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, test } from 'vitest';
import { TOOLS } from '../../../src/tools/tools.ts';
import { chatbotsOf, first, smallWorld, startDesk } from '../desk.ts';

// What an assistant is told of the tools: every client has to be able to read it, and every user pays for it with
// every request.

/** Bytes of tools/list a tool, of which about four make a token. */
const MOST_BYTES = 1200;
const MOST_WORDS = 60;

/** The advice where a golden file differs. */
const AGREED =
  'Assistants see a tool otherwise than was agreed. If that is meant: node scripts/with-node.mjs vitest run test/mcp/protocol/registry.test.ts --update';

let tools: readonly Tool[] = [];
beforeAll(async () => {
  const world = smallWorld();
  const chatbots = chatbotsOf(world);
  await using desk = await startDesk(world, { ...chatbots, structured_content: false });
  ({ tools } = await desk.client.listTools());
});

test('every tool there is is listed, in order, and no golden file is left of one that is gone', async () => {
  const names = Object.keys(TOOLS);
  expect(tools.map(({ name }) => name)).toEqual(names);
  const files = await readdir(new URL('tools', import.meta.url));
  expect(names.map((name) => `${name}.json`)).toEqual(expect.arrayContaining(files));
});

test('P6: they are the same whatever the desk holds', async () => {
  const world = smallWorld(8);
  const chatbots = chatbotsOf(world);
  await using desk = await startDesk(world, { ...chatbots, structured_content: false, redact: 'contacts' });
  await desk.ask('list_chats', { period: 'last_week' });
  expect((await desk.client.listTools()).tools).toEqual(tools);
});

test('nobody is promised to be told of lists that never change', async () => {
  await using desk = await startDesk();
  const { tools: ofTools, prompts, resources } = desk.client.getServerCapabilities() ?? {};
  expect([ofTools?.listChanged ?? false, prompts?.listChanged ?? false, resources?.listChanged]).toEqual([
    false,
    false,
    true,
  ]);
});

describe('P5: the only tool that writes to the service', () => {
  test('is absent unless a chatbot is configured', async () => {
    await using desk = await startDesk();
    const names = (await desk.client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(Object.keys(TOOLS).filter((name) => name !== 'send_chatbot_webhook'));
    const { prompts } = await desk.client.listPrompts();
    expect(prompts.map(({ name }) => name)).not.toContain('send_to_chatbot');
  });

  test('says so in its annotations, and no other tool does', () => {
    const writing = tools.filter(({ annotations }) => annotations?.destructiveHint === true);
    expect(writing.map(({ name }) => name)).toEqual(['send_chatbot_webhook']);
    expect(writing[0]?.annotations).toMatchObject({ readOnlyHint: false, idempotentHint: false, openWorldHint: true });
    // A decision about a message, and what a code means, are kept here, and replace the one before.
    const keeping = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
    expect(keeping.map(({ name }) => name)).toEqual(['record_triage', 'record_code_meaning', 'send_chatbot_webhook']);
  });

  test.each([
    ['a preview', { preview: true, data: { note: 'x' } }, false],
    ['more data than a flow can need', { data: { note: 'x'.repeat(100_000) } }, true],
    ['data that is no object', { data: ['x'] }, true],
    ['another address', { data: { note: 'x' }, base_url: 'https://evil.example' }, true],
  ])('sends nothing for %s', async (_what, args, isError) => {
    const world = smallWorld();
    const chatbots = chatbotsOf(world);
    await using desk = await startDesk(world, { ...chatbots });
    const bot = first(chatbots.bots);
    const call = { bot: bot.name, endpoint: first(bot.endpoints).name, session_id: 'session', ...args };
    const answer = await desk.client.callTool({ name: 'send_chatbot_webhook', arguments: call });
    expect(answer.isError ?? false).toBe(isError);
    expect(desk.service.requests()).toEqual([]);
  });
});

/** What a host hands its model of each tool: name, description and arguments. The goal is 200; these have more arguments than that holds. */
const MOST_TOKENS = 200;
const LARGER: Readonly<Record<string, number>> = {
  list_chats: 500,
  search_transcripts: 310,
  get_support_performance: 540,
  list_offline_messages: 400,
  list_visitors: 275,
};
const MOST_IN_ALL = 3200;

test('what a model reads of them fits the budget', () => {
  const tokens = tools.map(({ name, description, inputSchema }) => ({
    name,
    tokens: encode(JSON.stringify({ name, description, inputSchema })).length,
  }));
  expect(tokens.filter((one) => one.tokens > (LARGER[one.name] ?? MOST_TOKENS))).toEqual([]);
  expect(tokens.reduce((sum, one) => sum + one.tokens, 0)).toBeLessThanOrEqual(MOST_IN_ALL);
});

test('all of it fits the budget', () => {
  expect(Buffer.byteLength(JSON.stringify(tools)) / tools.length).toBeLessThan(MOST_BYTES);
});

describe.each(Object.keys(TOOLS))('%s', (name) => {
  const find = (): Tool => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`${name} is not listed`);
    return tool;
  };

  test('P6: is advertised as was agreed', async () => {
    await expect(`${JSON.stringify(find(), null, 2)}\n`, AGREED).toMatchFileSnapshot(`tools/${name}.json`);
  });

  test('takes a strict, flat object without unions or references', () => {
    const { inputSchema } = find();
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(JSON.stringify(inputSchema)).not.toMatch(/"(anyOf|oneOf|allOf|\$ref|\$defs|definitions)"/);
    for (const property of Object.values(inputSchema.properties ?? {})) expect(property).toHaveProperty('type');
  });

  test('is described in few words', () => {
    const { description = '', title = '', annotations } = find();
    expect(description.split(/\s+/).length).toBeLessThan(MOST_WORDS);
    expect(title).not.toBe('');
    expect(annotations).toBeDefined();
  });
});
