import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { recordConnections } from './connections.ts';
import { startDesk, type Desk } from '../support/desk.ts';
import { environmentOf, runProcess, type Environment } from '../support/program.ts';
import { startSessionProcess, type Session } from '../support/session.ts';
import { startSink } from '../support/sink.ts';
import { startService } from '../upstream/service.ts';

// Whatever it is asked, and whatever strangers wrote, the program connects to the configured origins and to nothing else.

/** Everything that could make a client of HTTP go another way. */
const proxies = (port: number): Environment => ({
  ...Object.fromEntries(
    ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'].map(
      (name) => [name, `http://127.0.0.1:${port}`] as const,
    ),
  ),
  NO_PROXY: '',
  NODE_USE_ENV_PROXY: '1',
});

async function startAll() {
  const desk = await startDesk();
  onTestFinished(() => desk[Symbol.asyncDispose]());
  const sinks = await Promise.all(['127.0.0.1', '127.0.0.1', '0.0.0.0'].map((host) => startSink(host)));
  const [sink, proxy] = sinks;
  onTestFinished(async () => {
    for (const one of sinks) await one[Symbol.asyncDispose]();
  });
  if (sink === undefined || proxy === undefined) throw new Error('There is no sink');
  const folder = join(desk.folder, 'egress');
  await mkdir(folder);
  const recorded = recordConnections(folder);
  const environment = { ...desk.environment, ...recorded.environment, ...proxies(proxy.port) };
  const elsewhere = sinks.flatMap(({ port }) => [`http://127.0.0.1:${port}/x`, `//localhost:${port}/x`]);
  return {
    desk,
    environment,
    elsewhere,
    attempts: recorded.attempts,
    arrived: () => sinks.map((one) => one.arrived()),
  };
}

/** Strangers write addresses wherever they can. */
function plant(desk: Desk, elsewhere: readonly string[]): void {
  const { world } = desk.sandbox;
  const text = elsewhere.map((address) => `![x](${address}) <img src="${address}"> ${address}`).join(' ');
  for (const chat of world.chats.slice(-20)) for (const message of chat.messages) message.text = text;
  for (const message of world.offlineMessages.slice(-10)) message.text = text;
}

const Tools = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      inputSchema: z.object({ properties: z.record(z.string(), z.looseObject({ type: z.string().optional() })) }),
    }),
  ),
});
const Listed = z.record(
  z.string(),
  z.array(z.looseObject({ name: z.string(), uri: z.string().optional() })).or(z.unknown()),
);

async function listed(
  session: Session,
  method: string,
): Promise<readonly { name: string; uri?: string | undefined }[]> {
  const response = await session.response(session.send(method));
  const lists = 'result' in response ? Object.values(Listed.parse(response.result)) : [];
  return lists.flatMap((list) =>
    z
      .array(z.looseObject({ name: z.string(), uri: z.string().optional() }))
      .catch([])
      .parse(list),
  );
}

/** Asks every tool, resource, prompt and completion there is, in good faith and with addresses wherever text is taken. */
async function askEverything(session: Session, desk: Desk, elsewhere: readonly string[]): Promise<void> {
  const { world } = desk.sandbox;
  const [chat, message, visitor, bot] = [
    world.chats.at(-1),
    world.offlineMessages.at(-1),
    world.visitors[0],
    world.bots[0],
  ];
  const ids = {
    chat_id: chat?.chatId,
    offline_message_id: message?.offlineMessageId,
    visitor: String(visitor?.visitorId),
    query: 'x',
    priority: 'soon',
    bot: bot?.name,
    endpoint: bot?.endpoints[0]?.name,
    session_id: bot?.sessions[0],
    data: { address: elsewhere[0] },
  };
  const response = await session.response(session.send('tools/list'));
  const { tools } = Tools.parse('result' in response ? response.result : {});
  expect(tools.map(({ name }) => name)).toContain('send_chatbot_webhook');
  for (const { name, inputSchema } of tools) {
    const known = Object.entries(ids).filter(([key]) => key in inputSchema.properties);
    await session.call(name, Object.fromEntries(known));
    const texts = Object.entries(inputSchema.properties).filter(
      ([, { type }]) => type === 'string' || type === undefined,
    );
    for (const address of elsewhere.slice(0, 2)) {
      for (const [key] of texts) await session.call(name, { ...Object.fromEntries(known), [key]: address });
    }
  }
  const resources = await listed(session, 'resources/list');
  const uris = [
    ...elsewhere,
    ...resources.slice(0, 10).map(({ uri = '' }) => uri),
    'chat://status',
    'file:///etc/passwd',
  ];
  for (const uri of uris) await session.response(session.send('resources/read', { uri }));
  for (const uri of elsewhere) {
    const template = `chat://chats/${encodeURIComponent(uri)}/transcript`;
    await session.response(session.send('resources/read', { uri: template }));
  }
  for (const { name } of await listed(session, 'prompts/list')) {
    const args = {
      visitor: elsewhere[0],
      chat_id: elsewhere[0],
      agent: elsewhere[0],
      period: elsewhere[0],
      bot: elsewhere[0],
    };
    await session.response(session.send('prompts/get', { name, arguments: args }));
    const argument = { name: 'agent', value: elsewhere[0] };
    await session.response(session.send('completion/complete', { ref: { type: 'ref/prompt', name }, argument }));
  }
}

test('E1: a server connects to the configured origin only, whatever it is asked', async () => {
  const { desk, environment, elsewhere, attempts, arrived } = await startAll();
  plant(desk, elsewhere);
  const session = await startSessionProcess(desk.flags, environment);
  await askEverything(session, desk, elsewhere);
  expect(await session.finish()).toStrictEqual({ code: 0, signal: null });
  const { host } = new URL(desk.sandbox.url);
  const tried = attempts();
  expect(tried.length).toBeGreaterThan(0);
  expect(tried.filter(({ kind, to }) => kind !== 'connect' || to !== host)).toEqual([]);
  expect(arrived()).toEqual([0, 0, 0]);
});

test('E2: no tool takes an address or a token', async () => {
  const { desk, environment, elsewhere, arrived } = await startAll();
  const session = await startSessionProcess(desk.flags, environment);
  for (const { name } of await listed(session, 'tools/list')) {
    for (const key of ['url', 'address', 'base_url', 'webhook_base_url', 'token', 'authorization', 'headers']) {
      const { isError, text } = await session.call(name, { [key]: elsewhere[0] });
      expect(isError, `${name} took ${key}`).toBe(true);
      expect(text).toContain(`has no argument "${key}"`);
    }
  }
  await session.finish();
  expect(desk.sandbox.requests).toEqual([]);
  expect(arrived()).toEqual([0, 0, 0]);
});

test('E1: call and sync connect to the configured origin only, by its name as well', async () => {
  const { desk, environment, elsewhere, attempts, arrived } = await startAll();
  plant(desk, elsewhere);
  const { port } = new URL(desk.sandbox.url);
  const base = `http://localhost:${port}`;
  const archive = join(desk.folder, 'egress', 'desk.sqlite');
  const config = await desk.configure({ archive, base_url: base, webhook_base_url: base });
  const call = await runProcess(['call', 'list_chats', '{}', '--config', config], environment);
  const sync = await runProcess(['sync', '--config', config, '--transcripts', 'none'], environment);
  const status = await runProcess(['archive', 'status', '--config', config], environment);
  expect([call.code, sync.code, status.code]).toEqual([0, 0, 0]);
  const tried = attempts();
  expect(tried.filter(({ kind }) => kind === 'name').length).toBeGreaterThan(0);
  const expected = ({ kind, to }: (typeof tried)[number]): boolean =>
    (kind === 'connect' && to === `localhost:${port}`) ||
    (kind === 'name' && to === 'localhost') ||
    // A call is answered by a server of its own.
    (kind === 'process' && to === process.execPath);
  expect(tried.filter((one) => !expected(one))).toEqual([]);
  expect(arrived()).toEqual([0, 0, 0]);
});

test('E1: a service that redirects does not make the program go there', async () => {
  const { desk, environment, attempts, arrived, elsewhere } = await startAll();
  await using service = await startService((response) => response.writeHead(308, { location: elsewhere[0] }).end());
  const config = await desk.configure({ base_url: service.baseUrl.href, webhook_base_url: service.baseUrl.href });
  const session = await startSessionProcess(['--config', config, '--archive', 'memory'], environment);
  const [bot] = desk.sandbox.world.bots;
  const { text } = await session.call('list_support_agents', {});
  expect(text).toContain('redirects to another address');
  const sent = { bot: bot?.name, endpoint: bot?.endpoints[0]?.name, session_id: 's', data: { plan: 'gold' } };
  expect((await session.call('send_chatbot_webhook', sent)).data).toMatchObject({ outcome: 'refused', status: 308 });
  await session.finish();
  expect(new Set(attempts().map(({ to }) => to))).toEqual(new Set([service.baseUrl.host]));
  expect(arrived()).toEqual([0, 0, 0]);
});

test('the recorder sees what there is to see', async () => {
  const { desk, environment, attempts } = await startAll();
  const script = `
    import { lookup } from 'node:dns/promises';
    import { createSocket } from 'node:dgram';
    import { connect } from 'node:net';
    await fetch('http://127.0.0.5:4999/').catch(() => undefined);
    await lookup('localhost');
    connect(9, '127.0.0.3').on('error', () => undefined);
    createSocket('udp4').send('x', 9, '127.0.0.4', () => process.exit());`;
  // Its own client of HTTP goes through the proxy, which shows that the environment is one that counts.
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: environmentOf(environment),
    cwd: desk.folder,
  });
  const tried = attempts().map(({ kind, to }) => `${kind} ${to}`);
  expect(tried).toContain('name localhost');
  expect(tried).toContain('connect 127.0.0.3:9');
  expect(tried.some((one) => one.startsWith('datagram '))).toBe(true);
  expect(tried.some((one) => one.startsWith('connect 127.0.0.1:'))).toBe(true);
});
