import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer as createSecureServer } from 'node:https';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PassThrough } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { CHECKED, ok, type Checked } from '../../../src/commands/doctor/finding.ts';
import { DoctorPage } from '../../../src/commands/doctor/page.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import type { FaultName } from '../../../src/sandbox/faults/faults.ts';
import { copyArchive } from '../../support/archive/archive-files.ts';
import { startDesk } from '../../support/desk.ts';
import { freePort } from '../../support/free-port.ts';
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
  copyArchive(own, inFolder(name));
  return inFolder(name);
}

const newer = await madeArchive('newer.sqlite');
const database = new DatabaseSync(newer);
database.exec('UPDATE parts SET number = number + 1');
database.close();
const marked = await madeArchive('marked.sqlite');
await writeFile(`${marked}-damaged`, '');
const damaged = await madeArchive('damaged.sqlite');
await writeFile(damaged, Buffer.concat([(await readFile(damaged)).subarray(0, 200), Buffer.alloc(50_000, 7)]));

/** What was found of one thing: its check, the verdict, and words of what is said and advised. */
type Expected = readonly [check: Checked, verdict: 'warning' | 'problem' | 'skipped', ...words: string[]];

interface BrokenSetUp {
  readonly what: string;
  /** Differences to a configuration that is right. */
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly environment?: Environment;
  readonly args?: readonly string[];
  readonly found: readonly Expected[];
  /** Checks that succeed nevertheless. */
  readonly well?: readonly Checked[];
  readonly requests?: number;
}

const SERVICE = ['connection', 'login', 'lists', 'single records', 'request limit', 'clock'] as const;

const brokenSetUps: BrokenSetUp[] = [
  {
    what: 'no email address',
    changes: { email: undefined },
    found: [
      ['settings', 'problem', 'CHAT_OPERATIONS_EMAIL is not set', 'chat-operations-mcp setup'],
      ['login', 'skipped', 'address, email or password is missing or wrong'],
    ],
    well: ['connection'],
    requests: 0,
  },
  {
    what: 'unknown settings, a zone that does not exist, a token file that is not there and a file that all may read',
    changes: {
      base_ur: 'canary-secret',
      timezone: 'Europe/Berln',
      password: undefined,
      password_file: await file('open', superAdmin.password, 0o644),
      bots: z
        .array(z.looseObject({}))
        .parse(desk.configuration['bots'])
        .map(({ tokenEnv: _, ...bot }) => ({ ...bot, tokenFile: inFolder('no-token') })),
    },
    environment: { CHAT_OPERATIONS_PASWORD: 'canary-secret' },
    found: [
      ['settings', 'problem', 'base_ur', 'settings-', 'did you mean base_url?', 'chat-operations-mcp settings'],
      ['settings', 'problem', 'CHAT_OPERATIONS_PASWORD', 'did you mean CHAT_OPERATIONS_PASSWORD?'],
      ['settings', 'problem', 'timezone', 'is not a known time zone', 'Europe/Berlin'],
      ['settings', 'problem', 'tokenFile names a file that cannot be read', inFolder('no-token'), 'path'],
      ['time zone', 'skipped', 'the setting timezone is wrong'],
      ['secrets', 'warning', 'can read the password file', `chmod 600 ${inFolder('open')}`],
      ['bots', 'skipped', 'its token is missing'],
    ],
    well: SERVICE,
  },
  {
    what: 'a settings file that is not JSON',
    args: ['--config', await file('broken.json', '{"password": "canary-secret",}')],
    found: [['settings', 'problem', 'not a JSON object', inFolder('broken.json'), 'quotes, commas and braces']],
    requests: 0,
  },
  {
    what: 'plain HTTP to another machine',
    changes: { base_url: 'http://chat.example.com' },
    found: [['settings', 'problem', 'base_url', 'must be an https:// address']],
    requests: 0,
  },
  {
    what: 'a login in the address, and an empty password file',
    changes: {
      base_url: 'https://ann:canary-secret@chat.example.com',
      password: undefined,
      password_file: await file('empty', ''),
    },
    found: [
      ['settings', 'problem', 'without login', 'https://'],
      ['settings', 'problem', 'one line with just the secret', inFolder('empty')],
      ['connection', 'skipped', 'the setting base_url is wrong'],
    ],
    requests: 0,
  },
  {
    what: 'a password file that is not there',
    changes: { password: undefined, password_file: inFolder('nowhere') },
    found: [['settings', 'problem', 'password_file', 'names a file that cannot be read', inFolder('nowhere')]],
    well: ['connection'],
    requests: 0,
  },
  {
    what: 'a name that no name server knows',
    changes: { base_url: `https://${'x'.repeat(64)}.example` },
    found: [
      ['connection', 'problem', 'cannot be resolved', 'spelling of base_url'],
      ['login', 'skipped', 'the service cannot be reached'],
    ],
    requests: 0,
  },
  {
    what: 'a port that is closed',
    changes: { base_url: await closedPort() },
    found: [['connection', 'problem', 'refused', 'nothing listens', 'host and port of base_url']],
    requests: 0,
  },
  {
    what: 'HTTPS where plain HTTP is spoken',
    changes: { base_url: desk.sandbox.url.replace('http:', 'https:') },
    found: [['certificate', 'problem', 'does not speak TLS', 'one for HTTPS']],
    well: ['connection'],
    requests: 0,
  },
  {
    what: 'a certificate that is signed by itself',
    changes: { base_url: selfSigned.url },
    found: [['certificate', 'problem', 'signed by itself', 'ca_file']],
    requests: 0,
  },
  {
    what: 'a certificate that has expired',
    changes: { base_url: await withCertificate(expired), ca_file: await file('authority.pem', authority) },
    found: [['certificate', 'problem', 'certificate expired on 20', 'renew', 'clock']],
    requests: 0,
  },
  {
    what: 'a certificate for another name',
    changes: { base_url: await withCertificate(ofAnotherHost), ca_file: inFolder('authority.pem') },
    found: [['certificate', 'problem', 'not for 127.0.0.1, but for ', 'name that the certificate is for']],
    requests: 0,
  },
  {
    what: 'a ca_file of another authority',
    changes: { base_url: selfSigned.url, ca_file: inFolder('authority.pem') },
    found: [['certificate', 'problem', 'signed by itself', 'ca_file holds another authority']],
    requests: 0,
  },
  {
    what: 'a wrong password',
    changes: { password: 'canary-secret' },
    found: [
      ['login', 'problem', 'refused the email or the password', superAdmin.email, 'tried once'],
      ['lists', 'skipped', 'the login was refused'],
    ],
    well: ['connection', 'clock'],
    requests: 1,
  },
  {
    what: 'a login that may not list, an archive of another desk and a database server of another',
    changes: { email: agent.email, password: agent.password, archive: own },
    found: [
      ['chats', 'problem', 'may not list chats, offline messages and visitors', 'superadmin', 'figures'],
      ['archive', 'problem', 'belongs to another desk', superAdmin.email, 'a file of its own'],
    ],
    well: ['login', 'lists', 'clock'],
  },
  {
    what: 'a web page in place of the service',
    changes: { base_url: await faulty('html_200') },
    found: [['login', 'problem', 'a web page instead of data', 'base address is that of the REST API']],
    requests: 4,
  },
  {
    what: 'a redirect to elsewhere',
    changes: { base_url: await faulty('redirect_301') },
    found: [['login', 'problem', 'redirects to another address', 'base address']],
    requests: 4,
  },
  {
    what: 'a service that is down',
    changes: { base_url: await faulty('503') },
    found: [['login', 'problem', 'HTTP 503', 'base address']],
    well: ['connection'],
  },
  {
    what: 'a service that refuses all as too many',
    changes: { base_url: await faulty('429_body_words_minutes') },
    found: [
      [
        'request limit',
        'problem',
        'refuses every request as too many, for about 1 min',
        'something else uses this login',
      ],
      ['login', 'skipped', 'refuses every request as too many'],
    ],
    well: ['connection', 'clock'],
    requests: 1,
  },
  {
    what: 'a clock that is hours behind, and an archive in which damage was met',
    changes: { base_url: hoursAhead, archive: marked },
    found: [
      ['clock', 'problem', 'is 3 h ', 'behind', 'time server'],
      ['archive', 'problem', 'met damage', marked, 'Restart'],
    ],
    well: ['login', 'lists'],
  },
  {
    what: 'a damaged archive',
    changes: { archive: damaged },
    found: [['archive', 'problem', 'damaged', 'sets the file aside']],
    well: SERVICE,
  },
  {
    what: 'an archive of a newer version',
    changes: { archive: newer },
    found: [['archive', 'problem', 'A newer version of this program made it', 'Update']],
  },
  {
    what: 'an archive in a folder that cannot be made',
    changes: { archive: join(await file('a-file', 'text'), 'archive', 'desk.sqlite') },
    found: [['archive', 'problem', 'a-file', '--archive']],
  },
  {
    what: 'a database server that is away',
    changes: { archive: (await closedPort()).replace('http://', 'postgres://ann:canary-secret@') },
    found: [
      ['archive', 'problem', 'its server cannot be reached', 'postgres://ann@127.0.0.1', 'CHAT_OPERATIONS_ARCHIVE'],
    ],
    well: SERVICE,
  },
  {
    what: 'an archive in memory',
    changes: { archive: 'memory' },
    found: [
      ['archive', 'warning', 'everything is loaded again at each start', 'Remove the setting archive'],
      ['codes', 'skipped', 'no records loaded yet'],
    ],
    well: SERVICE,
  },
];

const Report = z.object({
  exit_code: z.number(),
  requests: z.number(),
  settings: z.array(z.object({ key: z.string(), value: z.string().optional() })),
  checks: z.array(
    z.object({
      check: z.enum(CHECKED),
      verdict: z.enum(['ok', 'warning', 'problem', 'skipped']),
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
  '$what: each is named, with what to do',
  async ({ changes = {}, environment, args, found, well = [], requests }) => {
    const flags = args ?? ['--config', await desk.configure({ archive: own, ...changes })];
    const report = await examined(flags, environment);
    const told = report.checks.map(
      ({ check, verdict, words, advice = '' }) => `${check} ${verdict}: ${words} ${advice}`,
    );
    for (const [check, verdict, ...words] of found) {
      const missing = (line: string) => words.filter((word) => !line.includes(word));
      const lines = told.filter((line) => line.startsWith(`${check} ${verdict}: `));
      expect([check, lines.some((line) => missing(line).length === 0), lines]).toStrictEqual([check, true, lines]);
    }
    // Nothing that is right is called wrong for it.
    for (const name of well) {
      expect([name, report.checks.find((one) => one.check === name)?.verdict]).toStrictEqual([name, 'ok']);
    }
    expect(report.exit_code).toBe(found.some(([, verdict]) => verdict === 'problem') ? 1 : 2);
    if (requests !== undefined) expect(report.requests).toBe(requests);
  },
);

test('a set-up that is right has no problems, for eight requests, and makes no archive', async () => {
  const archive = join(inFolder('new'), 'desk.sqlite');
  const config = await desk.configure({ archive, structured_content: 'on' });
  const report = await examined(['--config', config]);
  expect(report.checks.map(({ check, verdict, words }) => [check, verdict, words])).toStrictEqual([
    ['settings', 'ok', expect.stringMatching(/^\d+ settings$/)],
    ['secrets', 'ok', 'only you can read the settings file, which holds a password'],
    ['time zone', 'ok', expect.stringMatching(/, now \d\d:\d\d$/)],
    ['connection', 'ok', expect.stringMatching(/^127\.0\.0\.1:\d+ answers$/)],
    ['certificate', 'skipped', 'plain HTTP on this machine'],
    ['archive', 'ok', expect.stringContaining('the first question creates it')],
    ['login', 'ok', superAdmin.email],
    ['lists', 'ok', 'agents, chats, offline messages, visitors: all readable'],
    ['single records', 'ok', 'one of each can be read'],
    ['request limit', 'ok', '10,000 a minute, from settings; none refused'],
    ['clock', 'ok', 'agrees with the service'],
    ['codes', 'skipped', 'no records loaded yet'],
    ['bots', 'ok', expect.stringMatching(/: token found, \d+ endpoints?, not called$/)],
  ]);
  expect(report).toMatchObject({ exit_code: 0, requests: 8 });
  expect(report.settings.find(({ key }) => key === 'structured_content')).toMatchObject({ value: 'on' });
  expect(existsSync(inFolder('new'))).toBe(false);
});

test('a settings file is not said to hold the password of an address in the environment', async () => {
  const password_file = await file('own-password', `${superAdmin.password}\n`);
  const config = await desk.configure({ password: undefined, password_file });
  const report = await examined(['--config', config], {
    CHAT_OPERATIONS_ARCHIVE: 'postgres://ann:canary-secret@127.0.0.1:9/desk',
  });
  const told = report.checks.filter(({ check }) => check === 'secrets').map(({ words }) => words);
  expect(told).toEqual(['only you can read the password file']);
});

test('in an empty folder it points to setup', async () => {
  await mkdir(inFolder('nobody'));
  const report = await examined([], { XDG_CONFIG_HOME: inFolder('nobody') });
  expect(report).toMatchObject({ exit_code: 1, requests: 0 });
});

test.skipIf(process.platform !== 'linux')('a disk without room is named', async () => {
  // That has none, ever.
  const report = await examined(['--config', await desk.configure({ archive: '/proc/desk.sqlite' })]);
  expect(report.checks.find(({ check }) => check === 'disk')).toMatchObject({ verdict: 'problem' });
});

test.each([0, 1, 20, 80])('a terminal of %i columns is told all of it, within them', (columns) => {
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns });
  const page = new DoctorPage({ output, environment: {} });
  const place = DeskText.parse('/home/ann/.config/chat-operations-mcp/settings.json');
  page.settings([{ key: 'archive', value: '/home/ann/.local/share/chat-operations-mcp/desk.sqlite', place }]);
  page.finding(ok('settings', 'nothing-of-this-word-is-lost on the way'));
  page.end([], 0);
  const out = String(output.read());
  const whole = out.replaceAll(/\s+/g, '');
  expect(whole).toContain('/home/ann/.local/share/chat-operations-mcp/desk.sqlite');
  expect(whole).toContain('nothing-of-this-word-is-lostontheway');
  if (columns === 80) expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});
