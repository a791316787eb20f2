import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import { ProgramTransport } from '../support/program-transport.ts';
import { runProgram, startProgram } from '../support/program.ts';

// Clients are told of what changes: those who listen, of what they may read, whichever process changed it.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());

/** Has another offline message come. */
function messageComes(): number {
  const { offlineMessages } = desk.sandbox.world;
  const last = offlineMessages.at(-1);
  if (last === undefined) throw new Error('The world has no offline message');
  const offlineMessageId = Math.max(...offlineMessages.map((one) => one.offlineMessageId)) + 1;
  offlineMessages.push({ ...last, offlineMessageId, receivedAt: Date.now(), replies: [] });
  return offlineMessageId;
}

const clientOf = (era: 'legacy' | 'modern') =>
  new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
  );

/** Notes what a client is told of. */
function notices(client: Client): string[] {
  const told: string[] = [];
  client.setNotificationHandler('notifications/resources/list_changed', () => void told.push('list'));
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
  return told;
}

async function listens(client: Client, uris: readonly string[]): Promise<void> {
  if (client.getNegotiatedProtocolVersion() === '2026-07-28')
    await client.listen({ resourcesListChanged: true, resourceSubscriptions: [...uris] });
  else for (const uri of uris) await client.subscribeResource({ uri }).catch(() => undefined);
}

test('H11: a change is told to who may read it, of the accounts that they reach, and to nobody else', async () => {
  const { superAdmin, admin } = desk.sandbox.world.account;
  const own = (name: string, { email, password }: typeof admin) => ({
    name,
    archive: join(desk.folder, `changes-${name}`, 'desk.sqlite'),
    email,
    password,
  });
  const config = [
    '--config',
    await desk.configure({
      accounts: [own('north', superAdmin), own('south', admin)],
      email: undefined,
      password: undefined,
    }),
  ];
  const token = async (name: string, scopes: string, ...accounts: readonly string[]) => {
    const reached = accounts.flatMap((account) => ['--account', account]);
    const { code, out, err } = await runProgram(
      ['token', 'create', '--name', name, '--scopes', scopes, ...reached, ...config],
      desk.environment,
    );
    expect({ code, err }).toMatchObject({ code: 0 });
    return out.trimEnd();
  };
  const tokens = {
    ofNorth: await token('north', 'offline:read,chats:read', 'north'),
    ofSouth: await token('south', 'offline:read,chats:read', 'south'),
    withoutMessages: await token('chats', 'chats:read', 'north', 'south'),
    ofBoth: await token('both', 'offline:read,chats:read', 'north', 'south'),
  };
  const server = startProgram(['http', '--port', '0', ...config], desk.environment);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const [, url = ''] = await server.said(/^Listening on (\S+)$/m);
  const connected = async (bearer: string, era: 'legacy' | 'modern') => {
    const client = clientOf(era);
    const told = notices(client);
    const requestInit = { headers: { authorization: `Bearer ${bearer}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    onTestFinished(() => client.close());
    return { client, told };
  };
  for (const era of ['legacy', 'modern'] as const) {
    const id = messageComes();
    const message = `offline-messages/${id}`;
    const uris = ['', 'north/', 'south/'].flatMap((way) => [`chat://${way}status`, `chat://${way}${message}`]);
    const ofNorth = await connected(tokens.ofNorth, era);
    const ofSouth = await connected(tokens.ofSouth, era);
    const withoutMessages = await connected(tokens.withoutMessages, era);
    const ofBoth = await connected(tokens.ofBoth, era);
    // Whoever may not subscribe to one is refused, and goes on.
    for (const { client } of [ofNorth, ofSouth, withoutMessages, ofBoth]) await listens(client, uris);
    await ofBoth.client.callTool({
      name: 'get_offline_message',
      arguments: { account: 'north', offline_message_id: id },
    });
    await expect
      .poll(() => [ofNorth, ofBoth, withoutMessages].map(({ told }) => new Set(told)))
      .toEqual([
        new Set(['list', 'chat://status', `chat://${message}`]),
        new Set(['list', 'chat://north/status', `chat://north/${message}`]),
        new Set(['chat://north/status']),
      ]);
    expect(ofSouth.told).toEqual([]);
  }
});

test.each(['legacy', 'modern'] as const)(
  'over stdio, a client of the %s era is told what another server on the same file has changed',
  async (era) => {
    const archive = join(desk.folder, `changes-stdio-${era}`, 'desk.sqlite');
    const config = ['--config', await desk.configure({ archive })];
    const client = clientOf(era);
    const told = notices(client);
    await client.connect(ProgramTransport.start(config, desk.environment));
    onTestFinished(() => client.close());
    const id = messageComes();
    const uri = `chat://offline-messages/${id}`;
    await listens(client, ['chat://status', uri]);
    // It listens when this is answered.
    await client.listResources();
    const { code } = await runProgram(
      ['call', 'get_offline_message', '--offline-message-id', String(id), ...config],
      desk.environment,
    );
    expect(code).toBe(0);
    await expect.poll(() => told).toEqual(expect.arrayContaining(['list', uri, 'chat://status']));
    expect(told.filter((one) => one === uri)).toHaveLength(1);
  },
);

test('a server over stdio that nobody has asked for changes says nothing of them', async () => {
  const archive = join(desk.folder, 'changes-unasked', 'desk.sqlite');
  const config = ['--config', await desk.configure({ archive })];
  const client = clientOf('legacy');
  const told = notices(client);
  await client.connect(ProgramTransport.start(config, desk.environment));
  onTestFinished(() => client.close());
  const id = messageComes();
  await client.callTool({ name: 'get_offline_message', arguments: { offline_message_id: id } });
  await client.callTool({ name: 'get_service_status', arguments: {} });
  expect(told).toEqual([]);
});

/** No more at once than a caller may ask. */
async function subscribeInTurn(client: Client, uris: readonly string[]): Promise<void> {
  for (const uri of uris) await client.subscribeResource({ uri });
}

test.each([
  { what: 'too many addresses', uris: Array.from({ length: 101 }, (_, index) => `chat://chats/${index}/transcript`) },
  { what: 'an address that is too long', uris: [`chat://${'x'.repeat(1000)}`] },
])('H15: a client that listens to $what is refused, in either era', async ({ uris }) => {
  const server = startProgram(['http', '--port', '0', ...desk.flags], desk.environment);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const [, url = ''] = await server.said(/^Listening on (\S+)$/m);
  for (const era of ['legacy', 'modern'] as const) {
    const client = clientOf(era);
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    onTestFinished(() => client.close());
    const listening = era === 'modern' ? client.listen({ resourceSubscriptions: uris }) : subscribeInTurn(client, uris);
    await expect(listening).rejects.toThrow(/A client may subscribe to 100 resources|has at most 200 characters/);
  }
});
