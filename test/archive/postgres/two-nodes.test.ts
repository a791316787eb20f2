import { isInputRequiredResult } from '@modelcontextprotocol/client';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { disconnectAll } from '../../support/archive/databases.ts';
import { startDesk } from '../../support/desk.ts';
import type { Environment } from '../../support/program.ts';
import { containing } from '../../support/matchers.ts';
import { IS_WHOLE } from '../../support/runs.ts';
import { answers, startRawServer } from '../../upstream/raw-server.ts';
import { connectClient, startNode, startNodeProcess, type Node } from './nodes.ts';

// Two nodes on one PostgreSQL, and clients whose requests reach now one and now the other.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());
const [bot] = desk.sandbox.world.bots;
const CALL = {
  name: 'send_chatbot_webhook',
  arguments: { bot: bot?.name, endpoint: bot?.endpoints[0]?.name, session_id: 'session-1', data: { plan: 'gold' } },
};
const YES = { action: 'accept', content: {} };
const NO = { action: 'decline' };
const capabilities = { elicitation: { form: {} } };

/** The host of the webhook: it answers at once, or keeps whoever called waiting for good. */
async function webhookHost(answersCalls = true) {
  const host = await startRawServer(
    answersCalls ? { whole: answers('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n') } : {},
  );
  onTestFinished(() => host[Symbol.asyncDispose]());
  return { ...host, sent: () => host.arrived().filter(({ whole }) => whole !== undefined).length };
}

type Changes = Readonly<Record<string, unknown>>;

async function startNodes(changes: Changes = {}) {
  const archive = await archiveOfTest();
  const start = await startOn(archive, changes, startNode);
  return { archive, a: await start(), b: await start() };
}

/** Nodes that can be killed, and the means to start further ones. */
async function startNodeProcesses(changes: Changes = {}) {
  const start = await startOn(await archiveOfTest(), changes, startNodeProcess);
  return { start, a: await start(), b: await start() };
}

async function startOn<Started extends Node>(
  archive: string,
  changes: Changes,
  start: (config: string, environment: Environment) => Promise<Started>,
): Promise<() => Promise<Started>> {
  const config = await desk.configure({ archive, structured_content: 'on', ...changes });
  return () => start(config, desk.environment);
}

const Told = z.looseObject({ content: z.array(z.object({ text: z.string() })) });
const textOf = (result: unknown): string =>
  Told.parse(result)
    .content.map(({ text }) => text)
    .join('\n');

/** A client of 2026-07-28 that leaves the asking to the test, and sends each request where the test says. */
async function laterClient(first: Node) {
  const to = { node: first };
  const { client, transport } = await connectClient(() => to.node, { era: 'modern', capabilities });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const request = (params: typeof CALL & Record<string, unknown>) =>
    client.request({ method: 'tools/call', params }, z.looseObject({}), { allowInputRequired: true });
  return {
    ask: async (node: Node): Promise<string> => {
      to.node = node;
      const result = await request({ ...CALL });
      if (!isInputRequiredResult(result) || result.requestState === undefined) throw new Error('It did not ask');
      return result.requestState;
    },
    reply: async (node: Node, requestState: string, confirmation: object, data = CALL.arguments.data) => {
      to.node = node;
      const call = { ...CALL, arguments: { ...CALL.arguments, data } };
      return textOf(await request({ ...call, requestState, inputResponses: { confirmation } }));
    },
  };
}

describe('P5: a question that one node asks', () => {
  test('is answered at another, and repeated at both and at a third: it is sent once', async () => {
    const host = await webhookHost();
    const { a, b, start } = await startNodeProcesses({ webhook_base_url: `http://127.0.0.1:${host.port}` });
    const { ask, reply } = await laterClient(a);
    const state = await ask(a);
    const texts = await Promise.all([reply(b, state, YES), reply(a, state, YES), reply(b, state, YES)]);
    await a.kill();
    texts.push(await reply(await start(), state, YES));
    expect(new Set(texts)).toEqual(new Set([containing('the service accepted it (HTTP 200)')]));
    expect(host.sent()).toBe(1);
  });

  test.runIf(IS_WHOLE)('is declined at one, and accepted at the other after that: nothing is sent', async () => {
    const host = await webhookHost();
    const { a, b } = await startNodes({ webhook_base_url: `http://127.0.0.1:${host.port}` });
    const { ask, reply } = await laterClient(a);
    const state = await ask(a);
    const declined = await reply(b, state, NO);
    expect(declined).toContain('**Not sent**: the app declined;');
    expect(await reply(a, state, YES)).toBe(declined);
    expect(host.sent()).toBe(0);
  });

  test.runIf(IS_WHOLE)(
    'is answered at one with other data, and at the other with what was asked after that: nothing is sent',
    async () => {
      const host = await webhookHost();
      const { a, b } = await startNodes({ webhook_base_url: `http://127.0.0.1:${host.port}` });
      const { ask, reply } = await laterClient(a);
      const state = await ask(a);
      expect(await reply(b, state, YES, { plan: 'platinum' })).toContain('to a question about something else');
      expect(await reply(a, state, YES)).toContain('it was confirmed with another request');
      expect(host.sent()).toBe(0);
    },
  );

  test('and whose yes was under way on a node that is killed is not sent again: what became of it is not known', async () => {
    const host = await webhookHost(false);
    const { a, b } = await startNodeProcesses({ webhook_base_url: `http://127.0.0.1:${host.port}` });
    const { ask, reply } = await laterClient(b);
    const other = await laterClient(a);
    const state = await ask(b);
    const cut = expect(other.reply(a, state, YES)).rejects.toThrow();
    await expect.poll(() => host.sent()).toBe(1);
    const repeated = reply(b, state, YES);
    await a.kill();
    await cut;
    expect(await repeated).toContain('its outcome is unknown');
    expect(await reply(b, state, YES)).toContain('its outcome is unknown');
    expect(host.sent()).toBe(1);
  });
});

test('a session that begins on one node is none of another one, also after the first was killed: its client initializes again', async () => {
  const { a, b } = await startNodeProcesses();
  const to: { node: Node } = { node: a };
  const connect = async () => {
    const { client, transport } = await connectClient(() => to.node, { era: 'legacy', capabilities });
    await client.connect(transport);
    onTestFinished(() => client.close());
    return async () => textOf(await client.callTool({ name: 'list_support_agents', arguments: {} }));
  };
  const agents = containing(`**${desk.sandbox.world.agents.length} agents**`);
  const call = await connect();
  expect(await call()).toEqual(agents);
  to.node = b;
  await expect(call()).rejects.toThrow('This session does not exist, or has ended. Initialize again');
  await a.kill();
  await expect(call()).rejects.toThrow('This session does not exist');
  const again = await connect();
  expect(await again()).toEqual(agents);
});

describe('an offline message that comes', () => {
  /** Has another message come, and reads it by a node. */
  const comes = async (node: Node): Promise<number> => {
    const { offlineMessages } = desk.sandbox.world;
    const last = offlineMessages.at(-1);
    if (last === undefined) throw new Error('The world has no offline message');
    const offlineMessageId = Math.max(...offlineMessages.map((one) => one.offlineMessageId)) + 1;
    offlineMessages.push({ ...last, offlineMessageId, receivedAt: Date.now(), replies: [] });
    const { client, transport } = await connectClient(() => node, { era: 'modern' });
    await client.connect(transport);
    await client.callTool({ name: 'get_offline_message', arguments: { offline_message_id: offlineMessageId } });
    await client.close();
    return offlineMessageId;
  };

  test.each(IS_WHOLE ? (['legacy', 'modern'] as const) : (['modern'] as const))(
    'is told to a client of the %s era who listens at the other node, also after the database was away',
    async (era) => {
      const { a, b, archive } = await startNodes();
      const { client, transport } = await connectClient(() => b, { era });
      const told: string[] = [];
      client.setNotificationHandler('notifications/resources/list_changed', () => void told.push('list'));
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
      await client.connect(transport);
      onTestFinished(() => client.close());
      const next = Math.max(...desk.sandbox.world.offlineMessages.map((one) => one.offlineMessageId)) + 1;
      const uris = ['chat://status', ...[next, next + 1].map((id) => `chat://offline-messages/${id}`)];
      if (era === 'legacy') for (const uri of uris) await client.subscribeResource({ uri });
      else await client.listen({ resourcesListChanged: true, resourceSubscriptions: uris });
      for (const expected of [next, next + 1]) {
        told.length = 0;
        expect(await comes(a)).toBe(expected);
        await expect
          .poll(() => told)
          .toEqual(expect.arrayContaining(['list', 'chat://status', `chat://offline-messages/${expected}`]));
        expect(told.filter((uri) => uri === `chat://offline-messages/${expected}`)).toHaveLength(1);
        await disconnectAll(archive);
      }
    },
  );
});
