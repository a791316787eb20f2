import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sandboxConfiguration, TOKEN_VARIABLE } from '../../src/commands/sandbox/sandbox-configuration.ts';
import { createWorld } from '../../src/sandbox/world/world.ts';
import { SCOPE_NAMES } from '../../src/model/caller.ts';
import { lendArchive } from '../support/archive/archive-location.ts';
import { runProgram } from '../support/program.ts';
import { CLIENTS, type Client, type Connected, type Person } from './clients.ts';
import { startHeldService } from './held-service.ts';
import { Node } from './node.ts';

// What somebody sees of a node that is ended and started again while they work with it, through every client that hosts are
// built with: over HTTP, with a token, its archive in a file or in PostgreSQL.

const world = createWorld({ seed: 7, size: 'small', now: Date.now() });
const service = await startHeldService(world);
const archive = await lendArchive();
const folder = await mkdtemp(join(tmpdir(), 'chat-operations-clients-'));
const config = join(folder, 'settings.json');
const settings = { ...sandboxConfiguration({ ...service, url: service.url }), requests_per_minute: 100_000 };
await writeFile(config, JSON.stringify(settings), { mode: 0o600 });
const [bot] = world.bots;
const [session] = bot?.sessions ?? [];
if (bot === undefined || session === undefined) throw new Error('The sandbox has a running session');
const environment = { [TOKEN_VARIABLE]: bot.token, CHAT_OPERATIONS_ARCHIVE: archive.location };
const { out: token } = await runProgram(
  ['token', 'create', '--name', 'clients', '--scopes', SCOPE_NAMES.join(), '--config', config],
  environment,
);
const node = new Node(['--config', config], environment);
afterAll(async () => {
  await node[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  await archive[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await node.end(signal);
  await node.start();
}

const agents = `**${world.agents.length} agents**`;
const accept: Person = () => Promise.resolve('accept');

async function connected(
  connect: (connected: Connected) => Promise<Client>,
  { person = accept, updated = () => undefined }: Partial<Pick<Connected, 'person' | 'updated'>> = {},
): Promise<Client> {
  const client = await connect({ url: node.url, token: token.trim(), person, updated });
  onTestFinished(() => client.close());
  return client;
}

/** Changes with everything that is read. */
const STATUS = 'chat://status';
const SEND = { bot: bot.name, endpoint: 'customer-data', session_id: session, data: { plan: 'gold' } };
/** A chat whose transcript nobody has asked for: the service has to be asked. */
const unread = world.chats.filter(({ missed }) => !missed).values();
function unreadChat(): { readonly chat_id: number } {
  const { value } = unread.next();
  if (value === undefined) throw new Error('There is a chat left');
  return { chat_id: value.chatId };
}

let before = 0;
beforeEach(async () => {
  before = service.deliveries.length;
  await node.start();
});
afterEach(() => service.release());
const delivered = () => service.deliveries.slice(before).map(({ data }) => data);

describe.each(CLIENTS)('$name', ({ connect, hasSessions }) => {
  /** What a host goes on with when its node has started again: with sessions, a client that is refused with 404 and initializes again. */
  const after = async (client: Client, own: Partial<Pick<Connected, 'person' | 'updated'>> = {}): Promise<Client> => {
    if (!hasSessions) return client;
    await expect(client.tools()).rejects.toThrow('This session does not exist');
    return connected(connect, own);
  };

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'lists, calls and reads on after %s, as if nothing had been',
    async (signal) => {
      let client = await connected(connect);
      const told = async () => ({
        tools: await client.tools(),
        agents: (await client.call('list_support_agents')).text.startsWith(agents),
        definitions: await client.read('chat://definitions'),
      });
      const first = await told();
      expect(first.agents).toBe(true);
      expect(first.tools).toContain('send_chatbot_webhook');
      await restart(signal);
      client = await after(client);
      expect(await told()).toStrictEqual(first);
    },
  );

  test('a call that takes long tells that it goes on, and ends when it is cancelled', async () => {
    const client = await connected(connect);
    const chat = unreadChat();
    const asked = service.hold();
    const cancel = new AbortController();
    const progressed = Promise.withResolvers<void>();
    const call = client.call('get_chat_transcript', chat, {
      signal: cancel.signal,
      onprogress: () => progressed.resolve(),
    });
    const outcome = call.then(
      () => 'answered',
      () => 'cancelled',
    );
    await asked;
    await progressed.promise;
    cancel.abort();
    expect(await outcome).toBe('cancelled');
    service.release();
    expect((await client.call('get_chat_transcript', chat)).text).toContain(`**Chat ${chat.chat_id}, `);
  });

  test('a call that is under way at SIGTERM is answered before the node ends', async () => {
    const client = await connected(connect);
    const chat = unreadChat();
    const asked = service.hold();
    const call = client.call('get_chat_transcript', chat);
    await asked;
    const ended = node.end('SIGTERM');
    service.release();
    expect((await call).text).toContain(`**Chat ${chat.chat_id}, `);
    await ended;
    await node.start();
  });

  test('a call that is under way when the node is killed fails, and can be made again: its right to ask is free within seconds', async () => {
    const client = await connected(connect);
    const chat = unreadChat();
    const asked = service.hold();
    const patience = new AbortController();
    const call = client.call('get_chat_transcript', chat, { signal: patience.signal }).then(
      (answer) => answer,
      (error: unknown) => error,
    );
    await asked;
    await node.end('SIGKILL');
    service.release();
    // Clients from 2025 do not notice that the stream of a call has broken off: only their own patience ends it.
    if (hasSessions) patience.abort();
    expect(await call).toBeInstanceOf(Error);
    await node.start();
    expect((await (await after(client)).call('get_chat_transcript', chat)).text).toContain(`**Chat ${chat.chat_id}, `);
  });

  test('a person who is asked when the node is killed loses no reply that counts, and nothing is sent twice', async () => {
    const reads = Promise.withResolvers<void>();
    const reply = Promise.withResolvers<'accept'>();
    const person: Person = () => {
      reads.resolve();
      return reply.promise;
    };
    const client = await connected(connect, { person });
    const patience = new AbortController();
    const call = client.call('send_chatbot_webhook', SEND, { signal: patience.signal }).then(
      (answer) => answer,
      (error: unknown) => error,
    );
    await reads.promise;
    await restart('SIGKILL');
    reply.resolve('accept');
    if (hasSessions) {
      // Their call waits for the reply, and is gone with the node; they go on with others meanwhile.
      const again = await after(client, { person });
      patience.abort();
      expect(await call).toBeInstanceOf(Error);
      expect(delivered()).toStrictEqual([]);
      expect(await again.call('send_chatbot_webhook', SEND)).toMatchObject({ isError: false });
    } else {
      expect(await call).toMatchObject({ isError: false });
    }
    expect(delivered()).toStrictEqual([SEND.data]);
  });

  test('whoever subscribes hears of changes, and after a restart of the node once they have subscribed again', async () => {
    const heard: string[] = [];
    const updated = (uri: string) => void heard.push(uri);
    let client = await connected(connect, { updated });
    const hears = async (): Promise<void> => {
      heard.length = 0;
      await client.subscribe(STATUS);
      // Changes go on: the first of them may be before a client from 2025 has opened its stream again.
      while (heard.length === 0) await client.call('get_chat_transcript', unreadChat());
      expect(new Set(heard)).toStrictEqual(new Set([STATUS]));
    };
    await hears();
    await restart('SIGKILL');
    client = await after(client, { updated });
    await hears();
  });
});
