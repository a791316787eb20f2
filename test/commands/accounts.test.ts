import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { createWorld } from '../../src/sandbox/world/world.ts';
import { runProgram } from '../support/program.ts';
import { startSession } from '../support/session.ts';

// Several accounts by the command line and over standard input and output, each in front of a sandbox of its own.

let folder = '';
let uk: Sandbox;
let de: Sandbox;
let config: string[] = [];
let environment: Record<string, string> = {};

async function sandboxOf(seed: number): Promise<Sandbox> {
  const world = createWorld({ seed, size: 'small', now: Date.now() });
  world.chats = world.chats.slice(-20);
  world.offlineMessages = world.offlineMessages.slice(-5);
  world.visitors = world.visitors.slice(0, 5);
  return startSandbox({ world, requestsPerMinute: 100_000 });
}

const accountOf = (name: string, { url, world }: Sandbox) => ({ name, base_url: url, ...world.account.superAdmin });

async function written(name: string, accounts: readonly object[]): Promise<string[]> {
  const path = join(folder, name);
  const settings = { requests_per_minute: 100_000, read_ahead_days: 0, accounts };
  await writeFile(path, JSON.stringify(settings), { mode: 0o600 });
  return ['--config', path];
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-operations-accounts-'));
  environment = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, LOCALAPPDATA: folder };
  [uk, de] = [await sandboxOf(3), await sandboxOf(4)];
  config = await written('settings.json', [accountOf('shop-uk', uk), accountOf('shop-de', de)]);
});
afterAll(async () => {
  await Promise.all([uk.close(), de.close()]);
  await rm(folder, { recursive: true });
});

const run = (...args: readonly string[]) => runProgram(args, environment);
const host = ({ url }: Sandbox) => new URL(url).host;

test('stdio serves several, each opened when it is asked', async () => {
  await using session = await startSession(config, environment);
  expect(await session.response(session.send('tools/list'))).toMatchObject({ result: { tools: { length: 15 } } });
  const listed = await session.call('list_accounts', {});
  expect(listed.text).toContain(`| shop-uk | ${host(uk)} | 0 | 0 | never |`);
  const [before, others] = [uk.requests.length, de.requests.length];
  expect((await session.call('list_support_agents', { account: 'shop-uk' })).isError).toBe(false);
  expect(uk.requests.length).toBeGreaterThan(before);
  expect(de.requests).toHaveLength(others);
  expect((await session.call('list_support_agents', {})).text).toContain('Valid: shop-uk, shop-de.');
});

test('call, read and report ask the one that --account chooses', async () => {
  const told = await run('call', '--account', 'shop-de', 'get_service_status', ...config);
  expect(told, told.err).toMatchObject({ code: 0 });
  expect(told.out).toContain(host(de));
  const read = await run('read', 'chat://status', '--account', 'shop-uk', ...config);
  expect(read.out).toContain(host(uk));
  const unchosen = await run('read', 'chat://status', ...config);
  expect(unchosen.code).toBe(1);
  expect(unchosen.err).toContain('Choose it with --account. Accounts: shop-uk, shop-de.');
  const wrong = await run('call', '--account', 'shop-d', 'get_service_status', ...config);
  expect(wrong.code).toBe(1);
  expect(wrong.err).toContain('did you mean shop-de?');
});

test('call list_accounts tells all of them, and says where it is not there', async () => {
  const listed = await run('call', 'list_accounts', ...config);
  expect(listed, listed.err).toMatchObject({ code: 0 });
  for (const words of ['shop-uk', host(uk), 'shop-de', host(de)]) expect(listed.out).toContain(words);
  const found = await run('call', 'list_accounts', '--query', 'uk', ...config);
  expect(found.out).toContain('shop-uk');
  expect(found.out).not.toContain('shop-de');
  const one = await run('call', '--account', 'shop-uk', 'list_accounts', ...config);
  expect(one.code).toBe(1);
  expect(one.err).toContain('It is there where the settings name several accounts');
});

test('sync fills all in turn, and goes on behind one that fails', async () => {
  const broken = { ...accountOf('shop-uk', uk), password: 'not-this-one' };
  const flags = await written('broken.json', [broken, accountOf('shop-de', de)]);
  const some = await run('sync', '--transcripts', 'none', ...flags);
  expect(some.code).toBe(1);
  expect(some.err).toMatch(/Account shop-uk: .*refused the login/);
  expect(some.out).toMatch(/Account {11}shop-de\n[^]*Cost/);
  expect(`${some.out}${some.err}`).not.toContain('not-this-one');
  const all = await run('sync', '--transcripts', 'none', ...config);
  expect(all, all.err).toMatchObject({ code: 0 });
  expect(all.out).toMatch(/Account {11}shop-uk\n[^]*Account {11}shop-de\n/);
  const watched = await run('sync', '--watch', ...config);
  expect(watched.err).toContain('needs one of them');
  const status = await run('archive', 'status', '--account', 'shop-de', ...config);
  expect(status.out).toContain(`at ${de.url}`);
  expect((await run('archive', 'status', ...config)).err).toContain('needs one of them');
});

test('doctor checks each, with eight requests at most', async () => {
  const before = [uk.requests.length, de.requests.length];
  const { out, code } = await run('doctor', '--json', ...config);
  expect(code).not.toBe(1);
  const shown: unknown = JSON.parse(out);
  expect(shown).toMatchObject({ accounts: [{ account: 'shop-uk' }, { account: 'shop-de' }] });
  const spent = [uk.requests.length - (before[0] ?? 0), de.requests.length - (before[1] ?? 0)];
  for (const requests of spent) {
    expect(requests).toBeGreaterThan(0);
    expect(requests).toBeLessThanOrEqual(8);
  }
  const flawed = await written('flawed.json', [
    accountOf('shop-uk', uk),
    { ...accountOf('shop-de', de), timezone: 'Mars' },
  ]);
  const page = await run('doctor', ...flawed);
  expect(page.code).toBe(1);
  expect(page.out).toContain('account shop-uk');
  expect(page.out).toContain('Account shop-de: The setting timezone (');
});

test('setup leaves a file with several accounts as it is', async () => {
  const { code, err } = await run('setup', '--yes', ...config);
  expect(code).toBe(1);
  expect(err).toContain('names several accounts');
});
