import { Client as SecondClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { containing } from '../../support/matchers.ts';
import { startDesk } from '../../support/desk.ts';
import { startProgram } from '../../support/program.ts';
import { answers, startRawServer } from '../../upstream/raw-server.ts';

// Over HTTP, too, nothing is handed to a chatbot that the person in front of the host did not agree to.

const desk = await startDesk();
const host = await startRawServer({ whole: answers('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n') });
const config = await desk.configure({ webhook_base_url: `http://127.0.0.1:${host.port}` });
const server = startProgram(
  ['http', '--port', '0', '--config', config, '--archive', 'memory', '--structured-content', 'on'],
  desk.environment,
);
const [, url = ''] = await server.said(/^Listening on (\S+)$/m);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
  await desk[Symbol.asyncDispose]();
});

const [bot] = desk.sandbox.world.bots;
const CALL = {
  name: 'send_chatbot_webhook',
  arguments: { bot: bot?.name, endpoint: bot?.endpoints[0]?.name, session_id: 'session-1', data: { plan: 'gold' } },
};

type Action = 'accept' | 'decline' | 'cancel';
/** What a person does when they are asked something. */
type Person = (question: string) => Action | Promise<Action>;

interface Client {
  send: (signal?: AbortSignal) => Promise<unknown>;
  /** Ends the session, as a host does that is closed. */
  leave: () => Promise<void>;
}

const capabilities = { elicitation: { form: {} } };

async function firstClient(person: Person): Promise<Client> {
  const client = new FirstClient({ name: 'first', version: '1' }, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({ action: await person(params.message) }));
  const transport = new FirstHttpTransport(new URL(url));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    send: (signal) => client.callTool(CALL, undefined, { ...(signal !== undefined && { signal }) }),
    leave: () => transport.terminateSession(),
  };
}

async function secondClient(person: Person): Promise<Client> {
  const options = { capabilities, versionNegotiation: { mode: 'legacy' as const } };
  const client = new SecondClient({ name: 'second', version: '1' }, options);
  client.setRequestHandler('elicitation/create', async ({ params }) => ({ action: await person(params.message) }));
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    send: (signal) => client.callTool(CALL, { ...(signal !== undefined && { signal }) }),
    leave: () => transport.terminateSession(),
  };
}

const clients = [
  { name: 'sdk 1.32', connect: firstClient },
  { name: 'client 2.4, legacy', connect: secondClient },
];

describe.each(clients)('$name', ({ connect }) => {
  test.each<{ readonly action: Action; readonly outcome: string; readonly arrives: number }>([
    { action: 'accept', outcome: 'accepted', arrives: 1 },
    { action: 'decline', outcome: 'declined', arrives: 0 },
    { action: 'cancel', outcome: 'declined', arrives: 0 },
  ])('$action: $outcome', async ({ action, outcome, arrives }) => {
    const before = host.arrived().length;
    const asked: string[] = [];
    const client = await connect((question) => {
      asked.push(question);
      return action;
    });
    expect(await client.send()).toMatchObject({ structuredContent: { outcome } });
    expect(asked).toMatchObject([containing('gold')]);
    expect(host.arrived()).toHaveLength(before + arrives);
  });

  test.each<{ readonly name: string; readonly leaves: (client: Client, cancel: AbortController) => unknown }>([
    { name: 'the call is cancelled', leaves: (_client, cancel) => cancel.abort() },
    { name: 'the session is ended', leaves: (client) => client.leave() },
  ])('nothing leaves where $name while the person still reads', async ({ leaves }) => {
    const before = host.arrived().length;
    const reads = Promise.withResolvers<void>();
    const reply = Promise.withResolvers<Action>();
    const client = await connect(() => {
      reads.resolve();
      return reply.promise;
    });
    const cancel = new AbortController();
    const call = client.send(cancel.signal).catch((error: unknown) => error);
    await reads.promise;
    await leaves(client, cancel);
    reply.resolve('accept');
    // Another client's call is answered after all of this.
    const other = await connect(() => 'decline');
    expect(await other.send()).toMatchObject({ structuredContent: { outcome: 'declined' } });
    cancel.abort();
    expect(await call).toBeInstanceOf(Error);
    expect(host.arrived()).toHaveLength(before);
  });
});
