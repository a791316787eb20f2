import { Client as SecondClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startDesk } from '../../support/desk.ts';
import { ProgramTransport } from '../../support/program-transport.ts';
import { startProgram } from '../../support/program.ts';

// Before anything is handed to a chatbot session, the host is given a question for its person: every client that hosts are built with, in both
// eras of the protocol, over both transports.

const desk = await startDesk();
const { bots } = z.object({ bots: z.array(z.looseObject({ name: z.string() })) }).parse(desk.configuration);
const [bot] = desk.sandbox.world.bots;
const [session] = bot?.sessions ?? [];
if (bot === undefined || session === undefined) throw new Error('The sandbox has a running session');
const config = await desk.configure({
  bots: [...bots, ...bots.map((bot) => ({ ...bot, name: 'Careful', confirm: 'required' }))],
});
const flags = ['--config', config, '--archive', 'memory', '--structured-content', 'on'];
const server = startProgram(['http', '--port', '0', ...flags], desk.environment);
const [, url = ''] = await server.said(/^Listening on (\S+)$/m);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await desk[Symbol.asyncDispose]();
});

type Action = 'accept' | 'decline' | 'cancel';
type Asked = (message: string) => Promise<{ action: Action; content?: Record<string, string> }>;
interface Client {
  callTool: (params: { name: string; arguments: Record<string, unknown> }) => Promise<unknown>;
  close: () => Promise<void>;
}
type Transport = 'stdio' | 'HTTP';

const overStdio = () => ProgramTransport.start(flags, desk.environment);

async function firstClient(transport: Transport, asked?: Asked): Promise<Client> {
  const client = new FirstClient({ name: 'first', version: '1' }, { capabilities: asked ? { elicitation: {} } : {} });
  if (asked) client.setRequestHandler(ElicitRequestSchema, ({ params }) => asked(params.message));
  await client.connect(transport === 'stdio' ? overStdio() : new FirstHttpTransport(new URL(url)));
  return client;
}

const secondClient =
  (mode: 'legacy' | { pin: string }) =>
  async (transport: Transport, asked?: Asked): Promise<Client> => {
    const client = new SecondClient(
      { name: 'second', version: '1' },
      { versionNegotiation: { mode }, capabilities: asked ? { elicitation: { form: {} } } : {} },
    );
    if (asked) client.setRequestHandler('elicitation/create', ({ params }) => asked(params.message));
    await client.connect(transport === 'stdio' ? overStdio() : new StreamableHTTPClientTransport(new URL(url)));
    return client;
  };

const clients = [
  { name: 'sdk 1.32 (2025-11-25)', connect: firstClient },
  { name: 'client 2.4 (2025-11-25)', connect: secondClient('legacy') },
  { name: 'client 2.4 (2026-07-28)', connect: secondClient({ pin: '2026-07-28' }) },
];
const transports: readonly Transport[] = ['stdio', 'HTTP'];
const table = clients.flatMap((client) => transports.map((transport) => ({ ...client, transport })));

const data = { name: 'Ada', plan: 'gold' };
const call = (changes: Record<string, unknown> = {}) => ({
  name: 'send_chatbot_webhook',
  arguments: { bot: bot.name, endpoint: 'customer-data', session_id: session, data, ...changes },
});

const Result = z.object({
  isError: z.boolean().optional(),
  content: z.tuple([z.object({ text: z.string() })]),
  structuredContent: z.object({ outcome: z.string() }).optional(),
});
async function told(client: Client, changes: Record<string, unknown> = {}) {
  const { isError = false, content, structuredContent } = Result.parse(await client.callTool(call(changes)));
  return { isError, text: content[0].text, outcome: structuredContent?.outcome };
}

let before = 0;
beforeEach(() => {
  before = desk.sandbox.deliveries.length;
});
const arrived = () => desk.sandbox.deliveries.slice(before).map(({ data }) => data);

describe.each(table)('$name over $transport', ({ connect, transport }) => {
  describe('a host that can ask', async () => {
    let reply: () => Promise<{ action: Action }> = () => Promise.resolve({ action: 'cancel' });
    const messages: string[] = [];
    const client = await connect(transport, (message) => {
      messages.push(message);
      return reply();
    });
    beforeEach(() => {
      messages.length = 0;
    });
    afterAll(() => client.close());

    test('P5: sends once the host accepted, exactly what its question shows', async () => {
      reply = () => Promise.resolve({ action: 'accept' });
      expect(await told(client)).toMatchObject({ isError: false, outcome: 'accepted' });
      expect(arrived()).toStrictEqual([data]);
      expect(messages).toHaveLength(1);
      const [, shown = ''] = /```json\n(.*)\n```/s.exec(messages[0] ?? '') ?? [];
      expect(JSON.parse(shown)).toStrictEqual(data);
      expect(messages[0]).toContain(`the chatbot session "${session}"?`);
      expect(messages[0]).toContain(`Bot: ${bot.name}\nEndpoint: customer-data`);
      expect(messages[0]).not.toContain(bot.token);
    });

    test.each([
      ['declined', 'the app declined', { action: 'decline' }],
      ['cancelled', 'the app closed the question without a reply', { action: 'cancel' }],
    ] as const)('P5: sends nothing when it is %s', async (_, words, answer) => {
      reply = () => Promise.resolve(answer);
      const answered = await told(client);
      expect(answered).toMatchObject({ isError: false, outcome: 'declined' });
      expect(answered.text).toContain(`**Not sent**: ${words};`);
      expect(arrived()).toStrictEqual([]);
    });

    test('P5: serves a bot that requires a question', async () => {
      reply = () => Promise.resolve({ action: 'accept' });
      expect(await told(client, { bot: 'Careful' })).toMatchObject({ outcome: 'accepted' });
      expect(arrived()).toHaveLength(1);
    });

    test('asks nothing for a preview', async () => {
      const answered = await told(client, { preview: true });
      expect(answered).toMatchObject({ outcome: 'preview' });
      expect(answered.text).toContain('Without preview, the app is asked to confirm first.');
      expect(messages).toStrictEqual([]);
      expect(arrived()).toStrictEqual([]);
    });
  });

  describe('a host that cannot ask', async () => {
    const client = await connect(transport);
    afterAll(() => client.close());

    test('P5: relies on its own approval of tool calls', async () => {
      expect(await told(client)).toMatchObject({ isError: false, outcome: 'accepted' });
      expect(arrived()).toStrictEqual([data]);
    });

    test('P5: sends nothing to a bot that requires a question', async () => {
      const answered = await told(client, { bot: 'Careful' });
      expect(answered).toMatchObject({ isError: true, outcome: undefined });
      expect(answered.text).toContain('Not sent: this bot needs a confirmation');
      expect(await told(client, { bot: 'Careful', preview: true })).toMatchObject({ outcome: 'preview' });
      expect(arrived()).toStrictEqual([]);
    });
  });
});
