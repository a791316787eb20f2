import {
  Client as SecondClient,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as FirstHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startDesk } from '../support/desk.ts';
import { containing, including, like } from '../support/matchers.ts';
import { IS_WHOLE } from '../support/runs.ts';
import { environmentOf, MAIN, startProgram } from '../support/program.ts';

// Every client that hosts are built with, in both eras of the protocol, over both transports.

const desk = await startDesk();
const { world } = desk.sandbox;
const server = startProgram(['http', '--port', '0', ...desk.flags], desk.environment);
const [, url = ''] = await server.said(/^Listening on (\S+)$/m);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await desk[Symbol.asyncDispose]();
});

/** What both clients have in common, as far as it is needed here. */
interface Client {
  getNegotiatedProtocolVersion?: () => string | undefined;
  listTools: () => Promise<unknown>;
  callTool: (params: { name: string; arguments: Record<string, unknown> }) => Promise<unknown>;
  listResources: () => Promise<unknown>;
  listResourceTemplates: () => Promise<unknown>;
  readResource: (params: { uri: string }) => Promise<unknown>;
  listPrompts: () => Promise<unknown>;
  getPrompt: (params: { name: string; arguments: Record<string, string> }) => Promise<unknown>;
  complete: (params: {
    ref: { type: 'ref/resource'; uri: string } | { type: 'ref/prompt'; name: string };
    argument: { name: string; value: string };
  }) => Promise<unknown>;
  close: () => Promise<void>;
}

const child = {
  command: process.execPath,
  args: [MAIN, 'stdio', ...desk.flags],
  env: environmentOf(desk.environment),
};

async function firstClient(transport: Transport): Promise<Client> {
  const client = new FirstClient({ name: 'first', version: '1' });
  await client.connect(transport === 'stdio' ? new FirstStdioTransport(child) : new FirstHttpTransport(new URL(url)));
  return client;
}

const secondClient =
  (mode: VersionNegotiationMode) =>
  async (transport: Transport): Promise<Client> => {
    const client = new SecondClient({ name: 'second', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(
      transport === 'stdio' ? new StdioClientTransport(child) : new StreamableHTTPClientTransport(new URL(url)),
    );
    return client;
  };

type Transport = 'stdio' | 'HTTP';
const transports: readonly Transport[] = ['stdio', 'HTTP'];
const clients = [
  { name: 'sdk 1.32', version: undefined, connect: firstClient },
  { name: 'client 2.4, legacy', version: '2025-11-25', connect: secondClient('legacy') },
  { name: 'client 2.4, auto', version: '2026-07-28', connect: secondClient('auto') },
  { name: 'client 2.4, pinned', version: '2026-07-28', connect: secondClient({ pin: '2026-07-28' }) },
];
/** Which of the two eras a client chooses does not hang on the transport. */
const isUsual = (name: string, transport: Transport) => IS_WHOLE || name !== 'client 2.4, auto' || transport === 'HTTP';
const table = clients.flatMap((client) =>
  transports.filter((transport) => isUsual(client.name, transport)).map((transport) => ({ ...client, transport })),
);

const chat = world.chats.findLast(({ messages }) => messages.length > 3);
const transcript = `chat://chats/${chat?.chatId}/transcript`;

describe.each(table)('$name over $transport', ({ version, connect, transport }) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(transport);
  });
  afterAll(() => client.close());

  // The first client has no way to tell.
  if (version !== undefined) {
    test('speaks the revision that was asked for', () => {
      expect(client.getNegotiatedProtocolVersion?.()).toBe(version);
    });
  }

  test('lists the tools', async () => {
    const names = [
      'list_chats',
      'get_chat_transcript',
      'search_transcripts',
      'get_support_performance',
      'explain_change',
      'list_topics',
      'list_offline_messages',
      'get_offline_message',
      'record_triage',
      'record_code_meaning',
      'list_support_agents',
      'list_visitors',
      'get_visitor_stats',
      'get_service_status',
      'send_chatbot_webhook',
    ];
    expect(await client.listTools()).toMatchObject({ tools: names.map((name) => ({ name })) });
  });

  test('is told of no data', async () => {
    const { tools } = z.object({ tools: z.array(z.looseObject({})) }).parse(await client.listTools());
    for (const tool of tools) expect(tool).not.toHaveProperty('outputSchema');
  });

  test('calls a tool, and gets text alone', async () => {
    const result = await client.callTool({ name: 'list_support_agents', arguments: {} });
    expect(result).toMatchObject({
      content: [{ type: 'text', text: containing(`**${world.agents.length} agents**`) }],
    });
    expect(result).not.toHaveProperty('structuredContent');
  });

  test('gets an error as a result', async () => {
    const result = await client.callTool({ name: 'list_support_agents', arguments: { stauts: 'Online' } });
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: containing('did you mean status?') }],
    });
    expect(result).not.toHaveProperty('structuredContent');
  });

  test('lists resources', async () => {
    expect(await client.listResources()).toMatchObject({
      resources: including({ uri: 'chat://definitions' }, { uri: `chat://agents/${world.agents[0]?.agentId}` }),
    });
  });

  test('lists templates', async () => {
    expect(await client.listResourceTemplates()).toMatchObject({
      resourceTemplates: [
        { uriTemplate: 'chat://chats/{chat_id}/transcript' },
        { uriTemplate: 'chat://offline-messages/{offline_message_id}' },
        { uriTemplate: 'chat://visitors/{visitor_id}' },
        { uriTemplate: 'chat://agents/{agent_id}' },
      ],
    });
  });

  test.each(['chat://definitions', 'chat://codebook', 'chat://status', transcript])('reads %s', async (uri) => {
    expect(await client.readResource({ uri })).toMatchObject({
      contents: [{ uri, mimeType: 'text/markdown', text: like(/\S/) }],
    });
  });

  test('is told that a resource does not exist', async () => {
    await expect(client.readResource({ uri: 'chat://chats/999999999/transcript' })).rejects.toThrow(
      'There is no chat 999999999.',
    );
  });

  test('completes the variable of a template', async () => {
    const values = world.agents.map(({ agentId }) => String(agentId));
    const completion = await client.complete({
      ref: { type: 'ref/resource', uri: 'chat://agents/{agent_id}' },
      argument: { name: 'agent_id', value: '10' },
    });
    expect(completion).toMatchObject({ completion: { values: values.filter((id) => id.startsWith('10')) } });
  });

  test('lists the prompts', async () => {
    const names = [
      'review_support_performance',
      'triage_offline_messages',
      'prepare_for_visitor',
      'review_chat',
      'coach_agent',
      'send_to_chatbot',
    ];
    expect(await client.listPrompts()).toMatchObject({ prompts: names.map((name) => ({ name })) });
  });

  test('gets a prompt with its values', async () => {
    const prompt = { name: 'coach_agent', arguments: { agent: 'Anna', period: 'last_week' } };
    expect(await client.getPrompt(prompt)).toMatchObject({
      messages: [{ role: 'user', content: { type: 'text', text: containing('the agent "Anna"') } }],
    });
  });

  test('is told what an argument of a prompt may be', async () => {
    await expect(
      client.getPrompt({ name: 'coach_agent', arguments: { agent: 'Anna', period: 'last_weak' } }),
    ).rejects.toThrow('did you mean last_week?');
  });

  test('completes an argument of a prompt', async () => {
    const completion = await client.complete({
      ref: { type: 'ref/prompt', name: 'review_support_performance' },
      argument: { name: 'timezone', value: 'oslo' },
    });
    expect(completion).toMatchObject({ completion: { values: ['Europe/Oslo'] } });
  });
});
