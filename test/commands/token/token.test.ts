import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { SCOPE_NAMES } from '../../../src/model/caller.ts';
import { startDesk } from '../../support/desk.ts';
import { containing } from '../../support/matchers.ts';
import { runProgram, startProgram, type Program } from '../../support/program.ts';

// Tokens as people make, give out and revoke them, with the program as a process of its own.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());

let archives = 0;
const archiveFile = (): string => join(desk.folder, `tokens-${archives}`, 'desk.sqlite');

/** Settings with an archive of their own, which nobody has opened yet. */
async function settings(changes: Readonly<Record<string, unknown>> = {}): Promise<readonly string[]> {
  archives += 1;
  return ['--config', await desk.configure({ archive: archiveFile(), ...changes })];
}

async function token(config: readonly string[], ...args: readonly string[]) {
  const { code, out, err } = await runProgram(['token', ...args, ...config], desk.environment);
  return { code, out, err };
}

/** Makes a token, which has to succeed. */
async function made(config: readonly string[], name: string, ...args: readonly string[]): Promise<string> {
  const { code, out, err } = await token(config, 'create', '--name', name, '--scopes', 'chats:read', ...args);
  expect({ code, err }).toEqual({ code: 0, err: containing(`Token ${name}: chats:read`) });
  return out.trimEnd();
}

async function serve(config: readonly string[], ...args: readonly string[]): Promise<Program & { url: string }> {
  const server = startProgram(['http', '--port', '0', ...config, ...args], desk.environment);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const [, url = ''] = await server.said(/^Listening on (\S+)$/m);
  return Object.assign(server, { url });
}

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

function ask(url: string, text?: string, body: object = PING): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(text !== undefined && { authorization: `Bearer ${text}` }),
    },
    body: JSON.stringify(body),
  });
}

test('a token is printed alone, once, with what to do next beside it', async () => {
  const config = await settings();
  const late = ['create', '--name', 'support', '--scopes', 'chats:read', '--expires', '2126-01-31'];
  const { code, out, err } = await token(config, ...late);
  expect(code).toBe(1);
  expect(err).toContain('over already, or more than ten years away');
  expect(out).toBe('');
  const text = await made(config, 'support', '--own-chats', 'ana@example.com', '--expires', '30d');
  expect(text).toMatch(/^chatops_[0-9A-Za-z]{49}$/);
  const listed = await token(config, 'list');
  expect(listed.out).toMatch(
    /^support\n {2}chats:read; account desk; chats of ana@example\.com alone\n {2}expires \d{4}-\d\d-\d\d \d\d:\d\d UTC, in 30 days; never used\n$/,
  );
  expect(listed.out + listed.err).not.toContain(text);
  const [data] = z.array(z.unknown()).parse(JSON.parse((await token(config, 'list', '--json')).out));
  expect(data).toMatchObject({ name: 'support', scopes: ['chats:read'], own_chats: 'ana@example.com' });
  expect(data).not.toHaveProperty('hash');
});

test('without a time a token counts for 90 days; near its end the list says what to do', async () => {
  const config = await settings();
  await made(config, 'usual');
  await made(config, 'short', '--expires', '14d');
  await made(config, 'forever', '--expires', 'never');
  const { out } = await token(config, 'list');
  expect(out).toMatch(/^usual\n.+\n {2}expires .+, in 90 days; never used$/m);
  expect(out).toMatch(
    /^short\n.+\n.+in 14 days; never used\n {2}Make another one for its purpose, give it out, then revoke this one\.$/m,
  );
  expect(out).toMatch(/^forever\n.+\n {2}never expires; never used\n/m);
});

test.each<[string, readonly string[], RegExp]>([
  [
    'a scope that is none',
    ['--name', 'a', '--scopes', 'chat:read'],
    /There is no scope "chat:read"; did you mean chats:read\?/,
  ],
  ['no scope', ['--name', 'a', '--scopes', ''], /There is no scope ""\. Valid: chats:read, /],
  ['a name with blanks', ['--name', 'a b', '--scopes', 'chats:read'], /The name of a token is of letters/],
  ['an account that is none', ['--name', 'a', '--scopes', 'chats:read', '--account', 'x'], /There is no account "x"/],
  [
    'an account for figures of all accounts',
    ['--name', 'a', '--scopes', 'metrics:read', '--account', 'x'],
    /cannot be bound to an account: \/metrics covers all accounts/,
  ],
  ['an email that is none', ['--name', 'a', '--scopes', 'chats:read', '--own-chats', 'ana'], /is not an email address/],
  [
    'a day that no calendar has',
    ['--name', 'a', '--scopes', 'chats:read', '--expires', '2027-02-30'],
    /names is no time/,
  ],
  ['a time that is over', ['--name', 'a', '--scopes', 'chats:read', '--expires', '2020-01-01'], /is over already/],
  [
    'a name with control characters',
    ['--name', 'a\u001B[2J', '--scopes', 'chats:read'],
    /The name of a token is of letters/,
  ],
  ['a name of two lines', ['--name', 'a\nb', '--scopes', 'chats:read'], /The name of a token is of letters/],
  ['a hundred years', ['--name', 'a', '--scopes', 'chats:read', '--expires', '36500d'], /more than ten years away/],
  [
    '29 February of a year that has none',
    ['--name', 'a', '--scopes', 'chats:read', '--expires', '2029-02-29'],
    /names is no time/,
  ],
  ['no days', ['--name', 'a', '--scopes', 'chats:read', '--expires', '0d'], /is over already/],
])('%s is refused, and no token printed', async (_what, args, words) => {
  const { code, out, err } = await token(await settings(), 'create', ...args);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(words);
});

test('an archive in memory keeps no tokens, and says so', async () => {
  const config = await settings({ archive: 'memory' });
  for (const args of [['create', '--name', 'a', '--scopes', 'chats:read'], ['list'], ['revoke', 'a']]) {
    const { code, out, err } = await token(config, ...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('An archive in memory keeps no tokens');
  }
});

test('H3: a server that others reach does not start before there is a token, and says how to make one', async () => {
  const elsewhere = [
    ['--host', '0.0.0.0'],
    ['--public-url', 'https://desk.example.com'],
    ['--allowed-hosts', 'desk.example.com'],
    ['--trusted-proxies', '127.0.0.1'],
  ];
  const config = await settings();
  for (const flags of elsewhere) {
    const { code, err } = await runProgram(['http', '--port', '0', ...config, ...flags], desk.environment);
    expect(code).toBe(1);
    expect(err).toContain('Other machines reach this server, and nobody could be answered: there is no token');
    expect(err).toContain('chat-operations-mcp token create --name NAME --scopes chats:read');
  }
  const inMemory = await settings({ archive: 'memory' });
  const { code, err } = await runProgram(['http', '--port', '0', ...inMemory, '--host', '0.0.0.0'], desk.environment);
  expect(code).toBe(1);
  expect(err).toContain('an archive in memory keeps no tokens, and no OAuth issuer is set');
  const text = await made(config, 'first');
  const { url, err: said } = await serve(config, '--public-url', 'https://desk.example.com');
  expect(said()).toContain('Every request needs a token: one made by token create.');
  expect((await ask(url)).status).toBe(401);
  expect((await ask(url, text)).status).toBe(200);
});

// That it is within five seconds, test/http/identity shows, where time is the test's.
test('a running server takes a token that is made, and refuses one that is revoked', async () => {
  const config = await settings();
  const { url, err } = await serve(config);
  expect(err()).toContain('No request needs a token: this machine alone reaches the server.');
  expect((await ask(url)).status).toBe(200);
  const text = await made(config, 'support');
  const status = async (given?: string) => (await ask(url, given)).status;
  const often = { interval: 100 };
  await expect.poll(() => status(), often).not.toBe(200);
  expect((await ask(url, text)).status).toBe(200);
  const revoked = await token(config, 'revoke', 'supprt');
  expect(revoked).toMatchObject({ code: 1, err: containing('did you mean support?') });
  expect(await token(config, 'revoke', 'support')).toMatchObject({
    code: 0,
    out: 'Token support is revoked: every server refuses it within 5 seconds, and ends its open streams within 10.\n',
  });
  await expect.poll(() => status(text), often).not.toBe(200);
  // With the last token gone it does not open again.
  expect((await ask(url)).status).toBe(401);
  expect((await token(config, 'list')).err).toContain('There is no token.');
});

test.each([
  ['damaged', (archive: string) => truncateSync(archive, 4096)],
  ['gone', (archive: string) => ['', '-wal', '-shm'].forEach((suffix) => rmSync(archive + suffix, { force: true }))],
])('H4: a server whose archive is %s asks for a token as before, and takes no revoked one', async (_what, damage) => {
  const config = await settings();
  const left = await made(config, 'left');
  const revoked = await made(config, 'revoked');
  await token(config, 'revoke', 'revoked');
  damage(archiveFile());
  const { url } = await serve(config);
  expect((await ask(url)).status).toBe(401);
  expect((await ask(url, revoked)).status).toBe(401);
  expect((await ask(url, left)).status).toBe(200);
});

test('H4: a server whose last token was revoked asks for one after a restart, and after damage', async () => {
  const config = await settings();
  await made(config, 'only');
  await token(config, 'revoke', 'only');
  for (const damage of [() => undefined, () => truncateSync(archiveFile(), 4096)]) {
    damage();
    await using server = await serve(config);
    expect(server.err()).toContain('Every request needs a token: one made by token create.');
    expect((await ask(server.url)).status).toBe(401);
  }
  const anew = await made(config, 'only');
  const { url } = await serve(config);
  expect((await ask(url, anew)).status).toBe(200);
});

test('the audit tells of each token that was made or revoked, and not whose chats it shows', async () => {
  const config = await settings();
  await made(config, 'support', '--own-chats', 'ana@example.com');
  await token(config, 'create', '--name', 'support', '--scopes', 'chats:read');
  await token(config, 'revoke', 'support');
  await token(config, 'revoke', 'support');
  const { out } = await runProgram(['archive', 'audit', ...config], desk.environment);
  const lines = out.trimEnd().split('\n');
  const opened = { name: 'support', scopes: ['chats:read'], own_chats_only: true };
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { entry: 1, action: 'token', outcome: 'created', caller: 'local', token: opened },
    { entry: 2, action: 'token', outcome: 'revoked', caller: 'local', token: opened },
  ]);
  expect(out).not.toContain('ana@');
});

test('of several accounts a token opens those that it names; all lie with the first', async () => {
  const own = (name: string) => ({ name, archive: join(desk.folder, `of-${name}`, 'desk.sqlite') });
  const config = await settings({
    accounts: [own('north'), { ...own('south'), email: 'ben@example.com' }],
    archive: undefined,
  });
  const text = await made(config, 'south-only', '--account', 'south');
  const { out } = await token(config, 'list');
  expect(out).toContain('chats:read; account south\n');
  const { url } = await serve(config);
  expect((await ask(url, text)).status).toBe(200);
});

test('each call is in the audit with its caller, also one to an account that nobody has opened, and one to none', async () => {
  const own = (name: string) => ({ name, archive: join(desk.folder, `called-${name}`, 'desk.sqlite') });
  const config = await settings({
    accounts: [own('north'), { ...own('south'), email: 'ben@example.com' }],
    archive: undefined,
  });
  const text = await made(config, 'both');
  const server = await serve(config);
  const call = (method: string, params: object) => ask(server.url, text, { jsonrpc: '2.0', id: 1, method, params });
  const refused = await call('tools/call', { name: 'list_offline_messages', arguments: { account: 'south' } });
  expect(refused.status).toBe(403);
  for (const [method, params] of [
    ['tools/call', { name: 'list_chats', arguments: { account: 'west' } }],
    ['resources/read', { uri: 'chat://west/definitions' }],
    ['prompts/get', { name: 'review_chat', arguments: { account: 'west', chat_id: '1' } }],
  ] as const) {
    await (await call(method, params)).text();
  }
  server.kill('SIGTERM');
  await server.ended;
  const calls = async (account: string) => {
    const args = ['archive', 'audit', '--calls', '--account', account, ...config];
    const { out } = await runProgram(args, desk.environment);
    return out
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  };
  const by = { caller: 'token:both' };
  expect(await calls('south')).toMatchObject([{ ...by, name: 'list_offline_messages', outcome: 'refused' }]);
  expect(await calls('north')).toMatchObject([
    { ...by, kind: 'tool', name: 'list_chats', outcome: 'error', error: 'InvalidArgument' },
    { ...by, kind: 'resource', name: 'definitions', outcome: 'error', error: 'ProtocolError' },
    { ...by, kind: 'prompt', name: 'review_chat', outcome: 'error', error: 'InvalidArgument' },
  ]);
});

test('the help of token create names every scope', async () => {
  const { out } = await runProgram(['token', 'create', '--help']);
  for (const scope of SCOPE_NAMES) expect(out).toContain(scope);
});
