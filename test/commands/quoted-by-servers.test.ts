import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { stringsIn } from '../leaks/ways-out.ts';
import { startDesk } from '../support/desk.ts';
import { ProgramTransport } from '../support/program-transport.ts';
import { startProgram } from '../support/program.ts';
import { IS_WHOLE } from '../support/runs.ts';
import { harmIn, hostileValues } from '../support/quoted-back.ts';

// Whatever a program sends to a server comes back in its answers and errors as a quotation alone.

const desk = await startDesk();
const server = startProgram(['http', '--port', '0', '--answer-within', '2', ...desk.flags], desk.environment);
const [, url = ''] = await server.said(/^Listening on (\S+)$/m);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await desk[Symbol.asyncDispose]();
});

const overStdio = () =>
  ProgramTransport.start(['--structured-content', 'on', '--answer-within', '2', ...desk.flags], desk.environment);
const chat = desk.sandbox.world.chats[0]?.chatId;
const [bot] = desk.sandbox.world.bots;

const WAYS: Readonly<Record<string, (value: string) => readonly [method: string, params: Record<string, unknown>]>> = {
  'an unknown tool': (name) => ['tools/call', { name, arguments: {} }],
  'an unknown argument': (name) => call('list_chats', { [name]: 1 }),
  'several unknown arguments': (name) => call('list_chats', { [name]: 1, [`${name}2`]: 2 }),
  'a name of no list': (name) => call('list_chats', { period: name }),
  'names of no list': (name) => call('get_support_performance', { metrics: [name, `${name}2`], group_by: name }),
  'an argument of another type': (name) => call('get_chat_transcript', { chat_id: name }),
  'a field within an argument': (name) => call('record_code_meaning', { code: name, value: name, meaning: name }),
  'a day': (name) => call('list_chats', { from: name.slice(0, 10) }),
  'days of a cursor': (cursor) => call('list_chats', { cursor }),
  'a time zone': (name) => call('list_chats', { timezone: name.slice(0, 64) }),
  'an agent': (name) => call('list_chats', { agent: name.slice(0, 200) }),
  'a visitor': (name) => call('get_visitor_stats', { visitor: name.slice(0, 200) }),
  'a visitor of chats': (name) => call('list_chats', { visitor: name.slice(0, 200), period: 'today' }),
  'a country': (name) => call('list_chats', { country: name.slice(0, 100), period: 'today' }),
  'a filter of visitors': (name) => call('list_visitors', { query: name.slice(0, 100), country: name.slice(0, 100) }),
  'a code': (name) => call('list_chats', { codes: [name] }),
  'a search': (query) => call('search_transcripts', { query: query.slice(0, 500), period: 'today' }),
  'a place of a search': (city) =>
    call('search_transcripts', { query: 'order', city: city.slice(0, 100), country: city.slice(0, 100) }),
  'offline messages': (query) => call('list_offline_messages', { query: query.slice(0, 100), state: 'all' }),
  'a topic of the status': (about) => call('get_service_status', { about: about.slice(0, 200) }),
  'a bot': (name) => call('send_chatbot_webhook', { ...HANDED, bot: name.slice(0, 100) }),
  'an endpoint': (name) => call('send_chatbot_webhook', { ...HANDED, endpoint: name.slice(0, 100) }),
  'a session': (name) => call('send_chatbot_webhook', { ...HANDED, session_id: name.slice(0, 200) }),
  'a field that is handed over': (name) =>
    call('send_chatbot_webhook', { ...HANDED, data: { [name]: { password: 'hunter22', n: 1e300 } } }),
  'an order': (order) => call('list_chats', { order }),
  hours: (hours) => call('list_chats', { hours: hours.slice(0, 40) }),
  'an unknown resource': (uri) => ['resources/read', { uri }],
  'a resource of an unknown scheme': (value) => ['resources/read', { uri: `zq:${value}` }],
  'the variable of a template': (value) => ['resources/read', { uri: `chat://chats/${value}/transcript` }],
  'the variable of a template, encoded': (value) => [
    'resources/read',
    { uri: `chat://agents/${encodeURIComponent(value)}` },
  ],
  'a prompt': (name) => ['prompts/get', { name, arguments: {} }],
  'an argument of a prompt': (name) => ['prompts/get', { name: 'review_chat', arguments: { [name]: 'x' } }],
  'a period of a prompt': (period) => ['prompts/get', { name: 'review_support_performance', arguments: { period } }],
  'an agent of a prompt': (agent) => ['prompts/get', { name: 'coach_agent', arguments: { agent } }],
  'a chat of a prompt': (chat_id) => ['prompts/get', { name: 'review_chat', arguments: { chat_id } }],
  'a zone of a prompt': (timezone) => ['prompts/get', { name: 'coach_agent', arguments: { agent: '1', timezone } }],
  'the bot of a prompt': (name) => ['prompts/get', { name: 'send_to_chatbot', arguments: { ...TEXTS, bot: name } }],
  'the endpoint of a prompt': (name) => [
    'prompts/get',
    { name: 'send_to_chatbot', arguments: { ...TEXTS, endpoint: name } },
  ],
  'a completion of no prompt': (name) => completion({ type: 'ref/prompt', name }, 'agent', 'a'),
  'a completion of no template': (uri) => completion({ type: 'ref/resource', uri }, 'agent_id', '1'),
  'a completion of no argument': (name) => completion({ type: 'ref/prompt', name: 'coach_agent' }, name, 'a'),
  'a completion of no value': (value) => completion({ type: 'ref/prompt', name: 'coach_agent' }, 'agent', value),
  'a completion of no kind': (type) => completion({ type, name: 'coach_agent' }, 'agent', 'a'),
  'an unknown method': (method) => [method, {}],
  'a tool whose name is no text': (name) => ['tools/call', { name: [name], arguments: { [name]: name } }],
  'params of another shape': (name) => ['prompts/get', { name: 7, [name]: name, arguments: { [name]: [name] } }],
  'a resource to be told of': (uri) => ['resources/subscribe', { uri }],
  'a level of logging': (level) => ['logging/setLevel', { level }],
};

function call(name: string, args: object): readonly [string, Record<string, unknown>] {
  return ['tools/call', { name, arguments: args }];
}

function completion(ref: object, name: string, value: string): readonly [string, Record<string, unknown>] {
  return ['completion/complete', { ref, argument: { name, value } }];
}

const HANDED = {
  bot: bot?.name ?? '',
  endpoint: bot?.endpoints[0]?.name ?? '',
  session_id: 'session',
  data: { chat_id: chat },
};
const TEXTS = { bot: HANDED.bot, endpoint: HANDED.endpoint, session_id: 'session', chat_id: String(chat) };

const connections = (['stdio', 'HTTP'] as const).flatMap((transport) =>
  (['2025-11-25', '2026-07-28'] as const).map((era) => ({ transport, era })),
);

/** All values in the exhaustive suites, else a part: each of them over one connection. */
function valuesFor(transport: string, era: string): [what: string, value: string][] {
  const place = connections.findIndex((one) => one.transport === transport && one.era === era);
  const values = Object.entries(hostileValues);
  return IS_WHOLE ? values : values.filter((_, index) => index % connections.length === place);
}

const Refusal = z.object({ message: z.string(), data: z.unknown().optional() });

/** What a client is told: a result, or an error with its data. Nothing where the client itself sends no such thing. */
async function answerTo(client: Client, method: string, params: Record<string, unknown>): Promise<unknown> {
  try {
    return await client.request({ method, params }, z.looseObject({}));
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    return Refusal.parse(error);
  }
}

describe.each(connections)('P2: $transport, $era: nothing of a caller comes back raw', ({ transport, era }) => {
  let client: Client;
  beforeAll(async () => {
    const mode = era === '2025-11-25' ? 'legacy' : { pin: era };
    client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(transport === 'stdio' ? overStdio() : new StreamableHTTPClientTransport(new URL(url)));
  });
  afterAll(() => client.close());

  test.each(valuesFor(transport, era))('%s', async (_what, value) => {
    const harm: Record<string, readonly string[]> = {};
    for (const [way, asked] of Object.entries(WAYS)) {
      const [method, params] = asked(value);
      const found = stringsIn(await answerTo(client, method, params)).flatMap(harmIn);
      if (found.length > 0) harm[way] = [...new Set(found)];
    }
    expect(harm).toEqual({});
  });
});

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('P2: what is refused before a server is asked', () => {
  const refused = async (headers: Record<string, string>, params: object): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const accept = 'application/json, text/event-stream';
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, ...headers },
      body,
    });
    expect(response.status).toBe(400);
    return response.json();
  };

  test.each(Object.entries(hostileValues))('%s', async (_what, value) => {
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' };
    const answers = [
      await refused({ ...headers, 'mcp-name': 'list_chats' }, { name: value, _meta: ENVELOPE }),
      await refused({ ...headers, 'mcp-name': 'x' }, { name: 'list_chats', _meta: { ...ENVELOPE, [value]: value } }),
      await refused(
        { ...headers, 'mcp-protocol-version': '2026-99-99' },
        {
          name: 'list_chats',
          _meta: { ...ENVELOPE, 'io.modelcontextprotocol/protocolVersion': value },
        },
      ),
      await refused({ ...headers, 'mcp-method': `![a](b)\u009B1m${'x'.repeat(5000)}` }, { name: 'x', _meta: ENVELOPE }),
    ];
    expect(answers.flatMap(stringsIn).flatMap(harmIn)).toEqual([]);
    expect(answers).toMatchObject(answers.map(() => ({ error: { code: -32_020 } })));
  });
});
