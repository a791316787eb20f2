import dns from 'node:dns/promises';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MILLIS_PER_DAY } from '../../../src/model/time/day.ts';
import { examine } from '../../../src/commands/doctor/doctor.ts';
import { Cancelled } from '../../../src/commands/setup/dialogue.ts';
import { setUp, type SetupFlags, type SetupRun } from '../../../src/commands/setup/setup.ts';
import { UnattendedDialogue } from '../../../src/commands/setup/unattended-dialogue.ts';
import { systemClock } from '../../../src/model/time/units.ts';
import type { FaultName, FaultPlan } from '../../../src/sandbox/faults/faults.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { createWorld } from '../../../src/sandbox/world/world.ts';
import { startDesk } from '../../support/desk.ts';
import { runProgram } from '../../support/program.ts';
import { newHome, type Home } from './home.ts';
import { CLEAR, CTRL_C, RETURN, RIGHT, runIn, typist, type Answer } from './typist.ts';

// Desks that no server could work with, or not fully: setup says what is missing, and writes nothing unless chats can be listed.

const desk = await startDesk();
const { superAdmin, agent } = desk.sandbox.world.account;
afterAll(() => desk[Symbol.asyncDispose]());

const DENIED = 'This login may not list chats, offline messages and visitors. Most answers need that.';

/** A service with the accounts of the desk, on which requests meet faults. */
async function faulty(faults: FaultPlan): Promise<Sandbox> {
  const sandbox = await startSandbox({
    world: desk.sandbox.world,
    requestsPerMinute: 100_000,
    dripInterval: 5,
    faults,
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Requests for a list of the service meet this fault, from the `from`-th of that list on. */
function faultOf(list: string, fault: FaultName, from = 1): FaultPlan {
  let met = 0;
  return ({ path }) => {
    if (!path.startsWith(`/api/${list}/?`)) return undefined;
    met += 1;
    return met >= from ? fault : undefined;
  };
}

const address = (url: string): Answer => [/Address of the REST API/, `${CLEAR}${url}${RETURN}`];
const email = (login: string): Answer => [/Login email/, `${CLEAR}${login}${RETURN}`];
const password = (secret: string): Answer => [/Password/, `${secret}${RETURN}`];
const NO = `${RIGHT}${RETURN}`;
const AND_SO_ON: readonly Answer[] = [
  [/Use this time zone/, RETURN],
  [/Where should the password be stored/, RETURN],
  [/Save the settings to/, RETURN],
];

/** Settings, password and archive, and nothing else. */
async function expectWritten(home: Home): Promise<void> {
  const files = await home.everything();
  const [archive, others] = [files.filter(isOfArchive), files.filter((path) => !isOfArchive(path))];
  const folder = join('.config', 'chat-operations-mcp');
  expect(others).toStrictEqual([join(folder, 'settings.json'), join(folder, 'settings.password')]);
  expect(archive).not.toStrictEqual([]);
}

function isOfArchive(path: string): boolean {
  return path.startsWith('.data');
}

/** A setup in this process: what it has said at last, and the error with which it ended. */
interface Setup {
  readonly said: () => string;
  readonly ended: Promise<Error | undefined>;
}

function inTerminal(home: Home, answers: readonly Answer[], more: Partial<SetupRun> = {}): Setup {
  const { dialogue, seen } = typist(answers);
  return {
    // Lines are broken at the width of the terminal.
    said: () => seen().replaceAll(/[\s│]+/g, ' '),
    ended: errorOf(setUp({}, { ...runIn(home), dialogue, isUnattended: false, ...more })),
  };
}

function unattended(home: Home, url: string, more: Partial<SetupRun> = {}): Setup {
  let said = '';
  const dialogue = new UnattendedDialogue({ write: (text) => (said += text) });
  const environment = { ...home.environment, CHAT_OPERATIONS_PASSWORD: superAdmin.password };
  const flags: SetupFlags = { yes: true, baseUrl: url, email: superAdmin.email, timezone: 'UTC' };
  return {
    said: () => said,
    ended: errorOf(setUp(flags, { ...runIn(home), environment, dialogue, isUnattended: true, ...more })),
  };
}

async function errorOf(work: Promise<unknown>): Promise<Error | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

function adviceOf(error: Error | undefined): unknown {
  return error !== undefined && 'advice' in error ? error.advice : undefined;
}

const statuses = (sandbox: Sandbox, from = 0): number[] => sandbox.requests.slice(from).map(({ status }) => status);

describe('a login that may not list chats', () => {
  const asAgent = [address(desk.sandbox.url), email(agent.email), password(agent.password)];

  test('is not written, and another one is asked for', async () => {
    await using home = await newHome();
    const another = [[/Try another login/, RETURN], email(superAdmin.email), password(superAdmin.password)] as const;
    const { said, ended } = inTerminal(home, [...asAgent, ...another, ...AND_SO_ON]);
    expect(await ended).toBeUndefined();
    expect(said()).toContain(DENIED);
    expect(said()).toMatch(/superadmin permission.* do not work: .*figures.*; offline messages.*; visitors/);
    expect(said()).toMatch(/Done\./);
    await expectWritten(home);
  });

  test('leaves nothing behind when the person gives up', async () => {
    await using home = await newHome();
    const { said, ended } = inTerminal(home, [...asAgent, [/Try another login/, NO]]);
    expect((await ended)?.message).toBe('Could not connect.');
    expect(adviceOf(await ended)).toMatch(/Nothing was written/);
    expect(said()).toContain(DENIED);
    expect(said()).not.toMatch(/Done\.|no chats/i);
    expect(await home.everything()).toStrictEqual([]);
  });

  test('is one of three tries, like one with a wrong password', async () => {
    await using home = await newHome();
    const before = desk.sandbox.requests.length;
    const { said, ended } = inTerminal(home, [
      ...asAgent,
      [/Try another login/, RETURN],
      [/Login email/, RETURN],
      password('canary-secret'),
      [/Wrong email or password.* Try again\? \(After three tries setup stops/, RETURN],
      [/Login email/, RETURN],
      password(agent.password),
    ]);
    expect((await ended)?.message).toMatch(/stops after three tries/);
    expect(statuses(desk.sandbox, before).filter((status) => status === 401)).toHaveLength(1);
    expect(said()).not.toContain('Done.');
    expect(await home.everything()).toStrictEqual([]);
  });

  test('ends a setup with --yes in one error', async () => {
    await using home = await newHome();
    const args = ['setup', '--yes', '--base-url', desk.sandbox.url, '--email', agent.email, '--timezone', 'UTC'];
    const environment = { ...home.environment, CHAT_OPERATIONS_PASSWORD: agent.password };
    const codex = join(home.path, '.codex', 'config.toml');
    await mkdir(join(codex, '..'));
    await writeFile(codex, '# mine\n');
    const { code, out, err } = await runProgram([...args, '--hosts', 'found'], environment);
    expect(code).toBe(1);
    expect(err).toContain(DENIED);
    expect(err).toMatch(/superadmin permission.*Nothing was written/);
    expect(out).not.toMatch(/Done\.|no chats|✗/i);
    expect(await home.everything()).toStrictEqual(['.codex/config.toml']);
    expect(await readFile(codex, 'utf8')).toBe('# mine\n');
  });
});

test('a login that may not list visitors goes on, and what will not work is said', async () => {
  await using home = await newHome();
  const { said, ended } = unattended(home, (await faulty(faultOf('visitors', '403'))).url);
  expect(await ended).toBeUndefined();
  expect(said()).toMatch(/! This login may not list visitors\.\n.*do not work: visitors and their countries/);
  expect(said()).toMatch(/Done\./);
});

test('a wrong password is tried once with --yes', async () => {
  await using home = await newHome();
  const sandbox = await faulty(() => '401');
  const { said, ended } = unattended(home, sandbox.url);
  expect((await ended)?.message).toBe('Wrong email or password.');
  expect(adviceOf(await ended)).toMatch(/Nothing was written/);
  expect(statuses(sandbox)).toStrictEqual([401]);
  expect(said()).not.toContain('Done.');
  expect(await home.everything()).toStrictEqual([]);
});

test('a password in the settings that the service refuses is not offered again', async () => {
  await using home = await newHome();
  const content = JSON.stringify({ base_url: desk.sandbox.url, email: superAdmin.email, password: 'canary-secret' });
  await mkdir(join(home.settings, '..'), { recursive: true });
  await writeFile(home.settings, content, { mode: 0o600 });
  const before = desk.sandbox.requests.length;
  const { said, ended } = inTerminal(home, [
    [/Address/, RETURN],
    [/Login email/, RETURN],
    [/Keep the saved password/, RETURN],
    [/Wrong email or password.* Try again/, RETURN],
    [/Login email/, RETURN],
    [/Password/, CTRL_C],
  ]);
  expect(await ended).toBeInstanceOf(Cancelled);
  expect(said()).not.toContain('canary-secret');
  expect(statuses(desk.sandbox, before)).toStrictEqual([401]);
  expect(await readFile(home.settings, 'utf8')).toBe(content);
  expect(await home.everything()).toHaveLength(1);
});

/** A desk that hangs: where, the address at which it does, and the promise that resolves when it has begun to. */
interface HangingDesk {
  readonly url: string;
  readonly hangs: () => boolean;
}

async function hangingSandbox(faults: FaultPlan): Promise<HangingDesk> {
  const sandbox = await faulty(faults);
  return { url: sandbox.url, hangs: () => sandbox.requests.some(({ fault }) => fault !== undefined) };
}

/** Accepts connections, and says nothing. */
async function silentPort(): Promise<HangingDesk> {
  let connections = 0;
  const sockets = new Set<{ destroy: () => void }>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket.on('error', () => undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('It does not listen');
  // The first connection is the one that finds that something listens there.
  return { url: `https://127.0.0.1:${bound.port}`, hangs: () => connections > 1 };
}

/** A name server that gives no answer. */
function silentNameServer(): Promise<HangingDesk> {
  const asked = vi.spyOn(dns, 'lookup').mockReturnValue(new Promise<never>(() => undefined));
  syncBuiltinESMExports();
  onTestFinished(() => {
    asked.mockRestore();
    syncBuiltinESMExports();
  });
  return Promise.resolve({ url: 'https://chat.example.com', hangs: () => asked.mock.calls.length > 0 });
}

/** A time that is over once, as soon as a desk hangs. */
function overWhen(hangs: () => boolean): Pick<SetupRun, 'stopAfter'> {
  let wasOver = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    stopAfter: () => {
      const stop = new AbortController();
      // The test before this one is over.
      clearInterval(timer);
      timer = setInterval(() => {
        if (wasOver || !hangs()) return;
        wasOver = true;
        clearInterval(timer);
        stop.abort();
      }, 10);
      onTestFinished(() => clearInterval(timer));
      return stop.signal;
    },
  };
}

describe('a desk that hangs', () => {
  const login = [email(superAdmin.email), password(superAdmin.password)];

  test.each<[string, () => Promise<HangingDesk>, RegExp]>([
    [
      'in the look-up of its name',
      silentNameServer,
      /chat\.example\.com cannot be resolved: the name server is not resp/,
    ],
    [
      'in the TLS handshake',
      silentPort,
      /127\.0\.0\.1:\d+ sent no certificate: it is not responding to the TLS handshake/,
    ],
    ['before its first answer', () => hangingSandbox(() => 'hang'), /127\.0\.0\.1:\d+ is not responding: no answer/],
    ['byte by byte', () => hangingSandbox(() => 'slow_drip'), /127\.0\.0\.1:\d+ is not responding: no answer/],
    ['at the list of chats', () => hangingSandbox(faultOf('chats', 'hang')), /127\.0\.0\.1:\d+ is not responding: no/],
  ])('%s is named, and nothing is written', async (_where, hanging, words) => {
    await using home = await newHome();
    const { url, hangs } = await hanging();
    const { said, ended } = unattended(home, url, overWhen(hangs));
    expect((await ended)?.message).toMatch(words);
    expect(adviceOf(await ended)).toMatch(/Check .*Nothing was written/);
    expect(said()).not.toMatch(/Done\.|no chats/i);
    expect(await home.everything()).toStrictEqual([]);
  });

  test('can be tried again by a person, with the same login', async () => {
    await using home = await newHome();
    const sandbox = await faulty((_, n) => (n === 1 ? 'hang' : undefined));
    const answers = [address(sandbox.url), ...login, [/not responding.* Try again/, RETURN], ...AND_SO_ON] as const;
    const { ended, said } = inTerminal(
      home,
      answers,
      overWhen(() => sandbox.requests.length === 1),
    );
    expect(await ended).toBeUndefined();
    expect(said()).toContain('Done.');
  });

  test('leaves nothing behind when the person gives up', async () => {
    await using home = await newHome();
    const { url, hangs } = await hangingSandbox(() => 'hang');
    const { ended } = inTerminal(home, [address(url), ...login, [/not responding.* Try again/, NO]], overWhen(hangs));
    expect((await ended)?.message).toBe('Could not connect.');
    expect(await home.everything()).toStrictEqual([]);
  });

  test('at another list than that of chats goes on, and says which', async () => {
    await using home = await newHome();
    const { url, hangs } = await hangingSandbox(faultOf('visitors', 'hang'));
    const { ended, said } = unattended(home, url, overWhen(hangs));
    expect(await ended).toBeUndefined();
    expect(said()).toMatch(/! Could not list visitors\. 127\.0\.0\.1:\d+ is not responding/);
  });

  test('once it has been set up says so, and setup is not called done', async () => {
    await using home = await newHome();
    const { url, hangs } = await hangingSandbox(faultOf('chats', 'hang', 2));
    const { ended, said } = unattended(home, url, overWhen(hangs));
    expect((await ended)?.message).toBe('The settings are saved, but no chats could be loaded yet.');
    expect(adviceOf(await ended)).toContain('chat-operations-mcp doctor');
    expect(said()).toMatch(/✗ Could not load the newest chats\. 127\.0\.0\.1:\d+ is not responding/);
    expect(said()).not.toMatch(/Done\.|no chats (?:yesterday|were)/i);
    await expectWritten(home);
  });
});

test('doctor says the same of a desk that hangs', async () => {
  const { url, hangs } = await hangingSandbox(() => 'hang');
  const config = await desk.configure({ base_url: url });
  const sources = { flags: { config }, environment: desk.environment };
  const { checks } = await examine(sources, { clock: systemClock, ...overWhen(hangs) });
  const login = checks.find(({ check }) => check === 'login');
  expect(login?.verdict).toBe('problem');
  expect(login?.words).toMatch(/^127\.0\.0\.1:\d+ is not responding/);
  expect(checks.find(({ check }) => check === 'lists')?.verdict).toBe('skipped');
});

describe('that there were no chats', () => {
  async function quietDesk(faults?: FaultPlan): Promise<Sandbox> {
    const world = createWorld({ seed: 7, size: 'small', now: Date.now() - 3 * MILLIS_PER_DAY });
    Object.assign(world, { account: desk.sandbox.world.account });
    const sandbox = await startSandbox({ world, requestsPerMinute: 100_000, ...(faults && { faults }) });
    onTestFinished(() => sandbox.close());
    return sandbox;
  }

  test('is said where the list was read to its end', async () => {
    await using home = await newHome();
    const { said, ended } = unattended(home, (await quietDesk()).url);
    expect(await ended).toBeUndefined();
    expect(said()).toContain('\nNo chats yesterday or today, so loading times are not known yet.\n');
  });

  test('is not said where the login may not list the chats of these days', async () => {
    await using home = await newHome();
    const { said, ended } = unattended(home, (await quietDesk(faultOf('chats', '403', 2))).url);
    expect((await ended)?.message).toContain('no chats could be loaded yet');
    expect(said()).toContain('Could not load the newest chats. This login may not read');
    expect(said()).not.toMatch(/Done\.|No chats yesterday/);
  });
});

test('of a desk with more chats than setup loads, it says that some are missing', async () => {
  await using home = await newHome();
  await mkdir(join(home.settings, '..'), { recursive: true });
  await writeFile(home.settings, '{"answer_within": 1}', { mode: 0o600 });
  const sandbox = await startSandbox({ world: desk.sandbox.world, pageSize: 1, requestsPerMinute: 100_000 });
  onTestFinished(() => sandbox.close());
  const { said, ended } = unattended(home, sandbox.url);
  expect(await ended).toBeUndefined();
  expect(said()).toMatch(/Loaded \d+ chats\. The chats of yesterday and today are not all loaded yet/);
  expect(sandbox.requests.length).toBeLessThanOrEqual(4 + 22);
});
