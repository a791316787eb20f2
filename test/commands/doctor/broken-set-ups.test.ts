import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer as createSecureServer } from 'node:https';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getRequestListener } from '@hono/node-server';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { CHECKS, type Check, type Verdict } from '../../../src/commands/doctor/finding.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import type { FaultName } from '../../../src/sandbox/faults/faults.ts';
import { startDesk } from '../../support/desk.ts';
import { freePort } from '../../support/free-port.ts';
import { containing } from '../../support/matchers.ts';
import { runProgram, type Environment } from '../../support/program.ts';
import { expectNothingPrivate } from '../../support/secrets.ts';
import { startSession } from '../../support/session.ts';
import { authority, expired, leafKey, ofAnotherHost } from '../../upstream/authority.ts';

// Set-ups as people break them, each over real sockets: doctor names what is wrong, says what to do, goes on with the rest,
// and shows no secret.

const desk = await startDesk();
const { superAdmin, agent } = desk.sandbox.world.account;
const closing: (() => PromiseLike<unknown>)[] = [() => desk[Symbol.asyncDispose]()];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

const folder = desk.folder;
const inFolder = (name: string): string => join(folder, name);
async function file(name: string, content: string, mode = 0o600): Promise<string> {
  await writeFile(inFolder(name), content, { mode });
  return inFolder(name);
}

/** The address of a service on which every request meets a fault. */
async function faulty(fault: FaultName): Promise<string> {
  const sandbox = await startSandbox({ world: desk.sandbox.world, requestsPerMinute: 100_000, faults: () => fault });
  closing.push(() => sandbox.close());
  return sandbox.url;
}

async function addressOf(server: Server, scheme: 'http' | 'https'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return `${scheme}://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const withCertificate = (cert: string) =>
  addressOf(
    createSecureServer({ key: leafKey, cert }, (_, response) => response.end('[]')),
    'https',
  );

/** The desk's service by a clock that is hours ahead, and some minutes: on a busy machine an answer takes seconds to arrive. */
const relay = getRequestListener(async (request) => {
  const { pathname, search } = new URL(request.url);
  const answer = await fetch(desk.sandbox.url + pathname + search, { headers: request.headers });
  const date = new Date(Date.now() + 3.5 * 3_600_000).toUTCString();
  return new Response(await answer.text(), { status: answer.status, headers: { date } });
});
const hoursAhead = await addressOf(
  createServer((incoming, outgoing) => void relay(incoming, outgoing)),
  'http',
);

const selfSigned = await startSandbox({ world: desk.sandbox.world, tls: true });
closing.push(() => selfSigned.close());

/** An address at which nobody listens. */
const closedPort = async () => `http://127.0.0.1:${await freePort()}`;

/** An archive that a server of this desk has made. */
const own = inFolder('own.sqlite');
const session = await startSession(['--config', await desk.configure({ archive: own })], desk.environment);
await session.call('list_support_agents', {});
await session.finish();

/** Another one. */
async function madeArchive(name: string): Promise<string> {
  for (const part of ['', '-decisions']) await copyFile(own + part, inFolder(name) + part);
  return inFolder(name);
}

const newer = await madeArchive('newer.sqlite');
const database = new DatabaseSync(newer);
database.exec(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999_tomorrow', '2030-01-01T00:00:00.000Z')`);
database.close();
const marked = await madeArchive('marked.sqlite');
await writeFile(`${marked}-damaged`, '');
const damaged = await madeArchive('damaged.sqlite');
await writeFile(damaged, Buffer.concat([(await readFile(damaged)).subarray(0, 200), Buffer.alloc(50_000, 7)]));

interface BrokenSetUp {
  readonly what: string;
  /** Differences to a configuration that is right. */
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly environment?: Environment;
  readonly args?: readonly string[];
  /** The check that names it, the verdict, and words of what is said and advised. */
  readonly check: Check;
  readonly verdict?: Verdict;
  readonly words: readonly string[];
  readonly advice: readonly string[];
  /** Checks that succeed nevertheless. */
  readonly well?: readonly Check[];
  readonly requests?: number;
}

const LISTED = ['agents', 'chats', 'offline messages', 'visitors'] as const;
const AT_HAND = ['name', 'connection', 'login', ...LISTED, 'one chat', 'limit', 'clock'] as const;

const brokenSetUps: BrokenSetUp[] = [
  {
    what: 'no email address',
    changes: { email: undefined },
    check: 'settings',
    words: ['CHAT_OPERATIONS_EMAIL is not set'],
    advice: ['chat-operations-mcp setup'],
    well: ['name', 'connection'],
    requests: 0,
  },
  {
    what: 'an unknown setting',
    changes: { base_ur: 'canary-secret' },
    check: 'settings',
    words: ['base_ur', 'settings-', 'did you mean base_url?'],
    advice: ['chat-operations-mcp settings'],
    well: AT_HAND,
  },
  {
    what: 'an unknown variable',
    environment: { CHAT_OPERATIONS_PASWORD: 'canary-secret' },
    check: 'settings',
    words: ['CHAT_OPERATIONS_PASWORD', 'did you mean CHAT_OPERATIONS_PASSWORD?'],
    advice: ['chat-operations-mcp settings'],
    well: AT_HAND,
  },
  {
    what: 'a settings file that is not JSON',
    args: ['--config', await file('broken.json', '{"password": "canary-secret",}')],
    check: 'settings',
    words: ['not a JSON object', inFolder('broken.json')],
    advice: ['quotes, commas and braces'],
    requests: 0,
  },
  {
    what: 'a zone that does not exist',
    changes: { timezone: 'Europe/Berln' },
    check: 'settings',
    words: ['timezone', 'is not a known time zone', 'Europe/Berlin'],
    advice: ['IANA time zone'],
    well: AT_HAND,
  },
  {
    what: 'plain HTTP to another machine',
    changes: { base_url: 'http://chat.example.com' },
    check: 'settings',
    words: ['base_url', 'must be an https:// address'],
    advice: ['https://'],
    requests: 0,
  },
  {
    what: 'a login in the address',
    changes: { base_url: 'https://ann:canary-secret@chat.example.com' },
    check: 'settings',
    words: ['without login'],
    advice: ['https://'],
    requests: 0,
  },
  {
    what: 'a password file that all may read',
    changes: { password: undefined, password_file: await file('open', superAdmin.password, 0o644) },
    check: 'secrets',
    verdict: 'warning',
    words: ['can read the password file', inFolder('open')],
    advice: [`chmod 600 ${inFolder('open')}`],
    well: AT_HAND,
  },
  {
    what: 'an empty password file',
    changes: { password: undefined, password_file: await file('empty', '') },
    check: 'settings',
    words: ['one line with just the secret', inFolder('empty')],
    advice: ['just the secret'],
    well: ['name', 'connection'],
    requests: 0,
  },
  {
    what: 'a password file that is not there',
    changes: { password: undefined, password_file: inFolder('nowhere') },
    check: 'settings',
    words: ['password_file', 'names a file that cannot be read', inFolder('nowhere')],
    advice: ['path'],
    well: ['name', 'connection'],
    requests: 0,
  },
  {
    what: 'a name that no name server knows',
    changes: { base_url: `https://${'x'.repeat(64)}.example` },
    check: 'name',
    words: ['cannot be resolved'],
    advice: ['spelling of base_url'],
    requests: 0,
  },
  {
    what: 'a port that is closed',
    changes: { base_url: await closedPort() },
    check: 'connection',
    words: ['refused', 'nothing listens'],
    advice: ['host and port of base_url'],
    well: ['name'],
    requests: 0,
  },
  {
    what: 'HTTPS where plain HTTP is spoken',
    changes: { base_url: desk.sandbox.url.replace('http:', 'https:') },
    check: 'certificate',
    words: ['does not speak TLS'],
    advice: ['one for HTTPS'],
    well: ['name', 'connection'],
    requests: 0,
  },
  {
    what: 'a certificate that is signed by itself',
    changes: { base_url: selfSigned.url },
    check: 'certificate',
    words: ['signed by itself'],
    advice: ['ca_file'],
    well: ['name', 'connection'],
    requests: 0,
  },
  {
    what: 'a certificate that has expired',
    changes: { base_url: await withCertificate(expired), ca_file: await file('authority.pem', authority) },
    check: 'certificate',
    words: ['has expired on 20'],
    advice: ['renew', 'clock'],
    requests: 0,
  },
  {
    what: 'a certificate for another name',
    changes: { base_url: await withCertificate(ofAnotherHost), ca_file: inFolder('authority.pem') },
    check: 'certificate',
    words: ['not for 127.0.0.1, but for '],
    advice: ['name that its certificate is for'],
    requests: 0,
  },
  {
    what: 'a ca_file of another authority',
    changes: { base_url: selfSigned.url, ca_file: inFolder('authority.pem') },
    check: 'certificate',
    words: ['signed by itself'],
    advice: ['ca_file holds another authority'],
    requests: 0,
  },
  {
    what: 'a wrong password',
    changes: { password: 'canary-secret' },
    check: 'login',
    words: ['refuses the login', superAdmin.email],
    advice: ['tried once'],
    well: ['name', 'connection', 'clock'],
    requests: 1,
  },
  {
    what: 'a login that may not list',
    changes: { email: agent.email, password: agent.password },
    check: 'chats',
    words: ['may not read the list of chats'],
    advice: ['superadmin'],
    well: ['login', 'agents', 'one agent', 'clock'],
  },
  {
    what: 'a web page in place of the service',
    changes: { base_url: await faulty('html_200') },
    check: 'login',
    words: ['a web page instead of data'],
    advice: ['base address is that of the REST API'],
    requests: 4,
  },
  {
    what: 'a redirect to elsewhere',
    changes: { base_url: await faulty('redirect_301') },
    check: 'login',
    words: ['redirects to another address'],
    advice: ['base address'],
    requests: 4,
  },
  {
    what: 'a service that is down',
    changes: { base_url: await faulty('503') },
    check: 'login',
    words: ['HTTP 503'],
    advice: ['base address'],
    well: ['connection'],
  },
  {
    what: 'a service that refuses all for being too many',
    changes: { base_url: await faulty('429_body_words_minutes') },
    check: 'limit',
    words: ['refuses every request for being too many, for about 1 min'],
    advice: ['something else uses this login'],
    well: ['connection', 'clock'],
    requests: 1,
  },
  {
    what: 'a clock that is hours behind',
    changes: { base_url: hoursAhead },
    check: 'clock',
    words: ['is 3 h ', 'behind'],
    advice: ['time server'],
    well: ['login', ...LISTED],
  },
  {
    what: 'an archive of another desk',
    changes: { email: agent.email, password: agent.password, archive: own },
    check: 'archive',
    words: ['belongs to another desk', superAdmin.email],
    advice: ['a file of its own'],
    well: ['login'],
  },
  {
    what: 'a damaged archive',
    changes: { archive: damaged },
    check: 'archive',
    words: ['damaged'],
    advice: ['sets the file aside'],
    well: AT_HAND,
  },
  {
    what: 'an archive in which damage was met',
    changes: { archive: marked },
    check: 'archive',
    words: ['met damage', marked],
    advice: ['Restart'],
    well: AT_HAND,
  },
  {
    what: 'an archive of a newer version',
    changes: { archive: newer },
    check: 'version',
    words: ['a newer version made the archive'],
    advice: ['Update'],
    well: AT_HAND,
  },
  {
    what: 'an archive in a folder that cannot be made',
    changes: { archive: join(await file('a-file', 'text'), 'archive', 'desk.sqlite') },
    check: 'archive',
    words: ['a-file'],
    advice: ['--archive'],
    well: AT_HAND,
  },
  {
    what: 'a database server that is away',
    changes: { archive: (await closedPort()).replace('http://', 'postgres://ann:canary-secret@') },
    check: 'archive',
    words: ['its server cannot be reached', 'postgres://ann@127.0.0.1'],
    advice: ['CHAT_OPERATIONS_ARCHIVE'],
    well: AT_HAND,
  },
  {
    what: 'a token file that is not there',
    changes: {
      bots: z
        .array(z.looseObject({}))
        .parse(desk.configuration['bots'])
        .map(({ tokenEnv: _, ...bot }) => ({ ...bot, tokenFile: inFolder('no-token') })),
    },
    check: 'settings',
    words: ['tokenFile names a file that cannot be read', inFolder('no-token')],
    advice: ['path'],
    well: AT_HAND,
  },
];

const Report = z.object({
  exit_code: z.number(),
  requests: z.number(),
  settings: z.array(z.object({ key: z.string(), value: z.string().optional() })),
  checks: z.array(
    z.object({
      check: z.enum(CHECKS),
      verdict: z.enum(['ok', 'warning', 'wrong', 'not tried']),
      words: z.string(),
      advice: z.string().optional(),
    }),
  ),
});

async function examined(args: readonly string[], environment: Environment = {}) {
  const { code, out, err } = await runProgram(['doctor', '--json', ...args], { ...desk.environment, ...environment });
  expect(err).toBe('');
  const shown = out.replaceAll(folder, '').replaceAll(superAdmin.email, '');
  expectNothingPrivate(shown, superAdmin.password, agent.password, 'canary-secret', 'Basic ', 'Bearer ');
  const report = Report.parse(JSON.parse(out));
  expect(code).toBe(report.exit_code);
  return report;
}

test.concurrent.each(brokenSetUps)(
  '$what is named, with what to do',
  async ({ changes = {}, environment, args, check, verdict = 'wrong', words, advice, well = [], requests }) => {
    const flags = args ?? ['--config', await desk.configure({ archive: own, ...changes })];
    const report = await examined(flags, environment);
    const found = report.checks.find((one) => one.check === check && one.verdict === verdict);
    for (const word of words) expect(found?.words).toContain(word);
    for (const word of advice) expect(found?.advice).toContain(word);
    // Nothing that is right is called wrong for it, and nothing is passed over.
    for (const name of well) {
      expect([name, report.checks.find((one) => one.check === name)?.verdict]).toStrictEqual([name, 'ok']);
    }
    expect(CHECKS.filter((name) => !report.checks.some((one) => one.check === name))).toStrictEqual([]);
    expect(report.exit_code).toBe(verdict === 'warning' ? 2 : 1);
    if (requests !== undefined) expect(report.requests).toBe(requests);
  },
);

test('a set-up that is right is called well, for eight requests', async () => {
  const report = await examined(['--config', await desk.configure({ archive: own })]);
  expect(
    report.checks.filter(({ verdict }) => verdict !== 'ok').map(({ check, words }) => [check, words]),
  ).toStrictEqual([['certificate', 'plain HTTP, which does not leave this machine']]);
  expect(report).toMatchObject({ exit_code: 0, requests: 8 });
});

test('of several bots, each is told by its own token', async () => {
  const [bot] = z.array(z.looseObject({})).parse(desk.configuration['bots']);
  const second = { ...bot, name: 'Second bot', botId: 'bot-second' };
  const third = { ...bot, name: 'Third bot', botId: 'bot-third', tokenEnv: 'TOKEN_OF_NOBODY' };
  const report = await examined(['--config', await desk.configure({ archive: own, bots: [bot, second, third] })]);
  const told = report.checks.filter(({ check }) => check === 'bots').map(({ verdict, words }) => [verdict, words]);
  expect(told).toEqual([
    ['ok', containing('token read from its environment variable')],
    ['ok', containing('Second bot: token read from its environment variable')],
    ['not tried', 'Third bot: its token is missing, see the settings above'],
  ]);
});

test('settings are shown as they were given', async () => {
  const config = await desk.configure({ archive: own, structured_content: 'on' });
  const { settings } = await examined(['--config', config]);
  expect(settings.find(({ key }) => key === 'structured_content')).toMatchObject({ value: 'on' });
});

test('a settings file is not said to hold the password of an address in the environment', async () => {
  const password_file = await file('own-password', `${superAdmin.password}\n`);
  const config = await desk.configure({ password: undefined, password_file });
  const report = await examined(['--config', config], {
    CHAT_OPERATIONS_ARCHIVE: 'postgres://ann:canary-secret@127.0.0.1:9/desk',
  });
  const told = report.checks.filter(({ check }) => check === 'secrets').map(({ words }) => words);
  expect(told).toEqual([containing('only its owner can read the password file')]);
});

test('makes no archive, and no folder for one', async () => {
  const archive = join(inFolder('new'), 'desk.sqlite');
  const report = await examined(['--config', await desk.configure({ archive })]);
  expect(report.checks.find(({ check }) => check === 'archive')).toMatchObject({ verdict: 'ok' });
  expect(existsSync(inFolder('new'))).toBe(false);
});

test('in an empty folder it points to setup', async () => {
  await mkdir(inFolder('nobody'));
  const report = await examined([], { XDG_CONFIG_HOME: inFolder('nobody') });
  expect(report).toMatchObject({ exit_code: 1, requests: 0 });
});

test.skipIf(process.platform !== 'linux')('a disk without room is told', async () => {
  // That has none, ever.
  const report = await examined(['--config', await desk.configure({ archive: '/proc/desk.sqlite' })]);
  expect(report.checks.find(({ check }) => check === 'disk')).toMatchObject({ verdict: 'wrong' });
});
