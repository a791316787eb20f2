import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { zoneOfMachine } from '../../../src/commands/doctor/settings.ts';
import { Cancelled } from '../../../src/commands/setup/dialogue.ts';
import { setUp, type SetupFlags } from '../../../src/commands/setup/setup.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { startDesk } from '../../support/desk.ts';
import { runProgram, startProgram, type Environment } from '../../support/program.ts';
import { startSession } from '../../support/session.ts';
import { authority } from '../../upstream/authority.ts';
import { newHome, type Home } from './home.ts';
import { CLEAR, CTRL_C, RETURN, RIGHT, SPACE, runIn, typist, type Answer } from './typist.ts';

// The set-up as a person goes through it: a dialogue whose answers are typed, the sandbox behind a real socket, and then a
// server that is started by what was written.

const desk = await startDesk();
const { superAdmin, agent } = desk.sandbox.world.account;
const url = `${desk.sandbox.url}/`;
afterAll(() => desk[Symbol.asyncDispose]());

async function homeWith(content: string): Promise<Home> {
  const home = await newHome();
  await mkdir(join(home.path, '.config', 'chat-operations-mcp'), { recursive: true });
  await writeFile(home.settings, content, { mode: 0o600 });
  return home;
}

async function typed(home: Home, answers: readonly Answer[], flags: SetupFlags = {}): Promise<string> {
  const { dialogue, seen } = typist(answers);
  try {
    await setUp(flags, { ...runIn(home), dialogue, isUnattended: false });
  } finally {
    expectNoSecret(seen());
  }
  // Lines are broken at the width of the terminal.
  return seen().replaceAll(/[\s│]+/g, ' ');
}

/** Paths are the person's own; passwords are shown nowhere. */
function expectNoSecret(text: string): void {
  for (const secret of [superAdmin.password, agent.password, 'canary-secret', 'Basic '])
    expect(text).not.toContain(secret);
}

const Json = z.record(z.string(), z.unknown());
const jsonIn = async (path: string) => Json.parse(JSON.parse(await readFile(path, 'utf8')));
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

const ADDRESS: Answer = [/Address of the REST API/, `${url}${RETURN}`];
const EMAIL: Answer = [/Login email/, `${superAdmin.email}${RETURN}`];
const PASSWORD: Answer = [/Password/, `${superAdmin.password}${RETURN}`];
const ZONE: Answer = [/It is \d\d:\d\d in .*Use this time zone/, RETURN];
const KEEP: Answer = [/Where should the password be stored/, RETURN];
const WRITE: Answer = [/Save the settings to/, RETURN];
const STEPS = [ADDRESS, EMAIL, PASSWORD, ZONE, KEEP, WRITE];

describe('in a terminal', () => {
  test('an address whose path is none of the service is asked for again', async () => {
    await using home = await newHome();
    await typed(home, [
      [/Address/, `${url}login${RETURN}`],
      EMAIL,
      PASSWORD,
      [/answered with[^]*Address/, `${CLEAR}${url}${RETURN}`],
      EMAIL,
      PASSWORD,
      ZONE,
      KEEP,
      WRITE,
    ]);
    expect(await jsonIn(home.settings)).toMatchObject({ base_url: url });
  });

  test('what is asked for is tested, kept, and enough for a server', async () => {
    await using home = await newHome();
    const cursor = join(home.path, '.cursor', 'mcp.json');
    await mkdir(dirname(cursor));
    await writeFile(cursor, '{\n\t"mine": 1\n}\n', { mode: 0o644 });
    const seen = await typed(home, [
      [/Address/, `http://127.0.0.1:1${RETURN}`],
      [/nothing listens[^]*Address/, `${CLEAR}${url}${RETURN}`],
      EMAIL,
      [/Password/, `canary-secret${RETURN}`],
      [/Wrong email or password.* Try again/, RETURN],
      [/Login email/, RETURN],
      PASSWORD,
      ZONE,
      KEEP,
      WRITE,
      [/Add the server to these assistants[^]*Cursor/, `${SPACE}${RETURN}`],
    ]);

    const password = home.settings.replace('.json', '.password');
    expect(await jsonIn(home.settings)).toStrictEqual({
      base_url: url,
      email: superAdmin.email,
      timezone: zoneOfMachine(),
      password_file: password,
    });
    expect(await readFile(password, 'utf8')).toBe(`${superAdmin.password}\n`);
    expect([await modeOf(home.settings), await modeOf(password)]).toStrictEqual([0o600, 0o600]);
    expect(seen).toContain('Agents, chats, offline messages and visitors can be listed');
    expect(seen).toMatch(/Loaded \d+ chats.* unclear: .*Your assistant can ask you later/);
    expect(seen).toMatch(/7 days .+ 30 days .+ 90 days/);

    const servers = await readFile(cursor, 'utf8');
    expect(servers).toContain('{\n\t"mine": 1,\n');
    expect(servers).toContain(`"${home.settings}"`);
    expect(await modeOf(cursor)).toBe(0o644);
    expect(await home.files()).toStrictEqual([
      'mcp.json',
      expect.stringMatching(/^mcp\.json\.before-/),
      'settings.json',
      'settings.password',
    ]);

    // By the file alone, as an entry without any settings has it.
    const session = await startSession([], home.environment);
    const { isError, text } = await session.call('list_support_agents', {});
    await session.finish();
    expect([isError, text]).toStrictEqual([false, expect.stringContaining('agents')]);
  });

  test.each(STEPS.map((step, index) => [index + 1, step] as const))(
    'Ctrl-C at question %i leaves nothing behind',
    async (number, [question]) => {
      await using home = await newHome();
      const answers: Answer[] = [...STEPS.slice(0, number - 1), [question, CTRL_C]];
      await expect(typed(home, answers)).rejects.toBeInstanceOf(Cancelled);
      expect(await home.files()).toStrictEqual([]);
    },
  );

  test('after three wrong passwords it stops, so that no account is locked', async () => {
    await using home = await newHome();
    const wrong: Answer[] = [
      [/Wrong email or password.* Try again/, RETURN],
      [/Login email/, RETURN],
      [/Password/, `canary-secret${RETURN}`],
    ];
    const before = desk.sandbox.requests.length;
    await expect(
      typed(home, [ADDRESS, EMAIL, [/Password/, `canary-secret${RETURN}`], ...wrong, ...wrong]),
    ).rejects.toThrow('stops after three tries');
    expect(desk.sandbox.requests.slice(before).map(({ status }) => status)).toStrictEqual([401, 401, 401]);
    expect(await home.files()).toStrictEqual([]);
  });

  test('another zone is asked for, and its clock shown', async () => {
    await using home = await newHome();
    const seen = await typed(home, [
      ADDRESS,
      EMAIL,
      PASSWORD,
      [/It is \d\d:\d\d in /, `${RIGHT}${RETURN}`],
      [/Time zone of the desk/, `Asia/Tokio${RETURN}`],
      [/not a known time zone.*Asia\/Tokyo/, `${CLEAR}Asia/Tokyo${RETURN}`],
      [/It is \d\d:\d\d in Asia\/Tokyo/, RETURN],
      KEEP,
      WRITE,
    ]);
    expect(seen).toContain('Time zone: Asia/Tokyo');
    expect((await jsonIn(home.settings))['timezone']).toBe('Asia/Tokyo');
  });

  test('a password may be left to the environment', async () => {
    await using home = await newHome();
    const before = desk.sandbox.requests.length;
    await typed(home, [
      ADDRESS,
      EMAIL,
      PASSWORD,
      ZONE,
      [/Where should the password be stored/, `\u001B[B${RETURN}`],
      WRITE,
    ]);
    // To test, and to read the newest: the first question has the rest of the minute.
    expect(desk.sandbox.requests.length - before).toBeLessThanOrEqual(4 + 22);
    expect(await home.files()).toStrictEqual(['settings.json']);
    expect(await jsonIn(home.settings)).not.toHaveProperty('password_file');
  });
});

describe('with settings that are there', () => {
  const given = {
    base_url: url,
    email: superAdmin.email,
    password: superAdmin.password,
    look_back: 9,
    redact: 'cards',
  };

  test('only what changes is changed, and a copy is kept', async () => {
    const content = `${JSON.stringify(given, null, 4)}\n`;
    await using home = await homeWith(content);
    const seen = await typed(home, [
      [/Address/, RETURN],
      [/Login email/, RETURN],
      [/Keep the saved password/, RETURN],
      ZONE,
      WRITE,
    ]);
    expect(seen).toContain('look_back');
    expect(await jsonIn(home.settings)).toStrictEqual({ ...given, timezone: zoneOfMachine() });
    const [, kept = '', ...others] = await home.files();
    expect([kept, others]).toStrictEqual([expect.stringMatching(/^settings\.json\.before-/), []]);
    expect(await readFile(join(home.settings, '..', kept), 'utf8')).toBe(content);
    expect(await modeOf(join(home.settings, '..', kept))).toBe(0o600);
  });

  test.each(['{"base_url": ', '[]', '"text"', '', '\uFEFF{}x'])(
    'a file of %j is refused, and stays',
    async (content) => {
      await using home = await homeWith(content);
      await expect(typed(home, STEPS)).rejects.toThrow(`not a JSON object: ${home.settings}`);
      expect(await readFile(home.settings, 'utf8')).toBe(content);
      expect(await home.files()).toStrictEqual(['settings.json']);
    },
  );

  test('what it shows of them has no secret in it, wherever somebody has put one', async () => {
    const content = {
      ...given,
      archive: 'postgres://ann:canary-secret@db.example.com/desk?password=canary-secret',
      pasword: 'canary-secret',
      redact: 'canary-secret',
    };
    await using home = await homeWith(JSON.stringify(content));
    const { dialogue, seen } = typist([[/Address/, CTRL_C]]);
    await expect(setUp({}, { ...runIn(home), dialogue, isUnattended: false })).rejects.toBeInstanceOf(Error);
    expectNoSecret(seen());
    expect(seen()).toMatch(/archive +postgres:\/\/ann@db\.example\.com\/desk/);
    expect(seen()).toMatch(/pasword +\(hidden\)/);
  });

  test('a copy that holds a password is for its owner alone, and that is said', async () => {
    await using home = await homeWith(JSON.stringify(given));
    await chmod(home.settings, 0o644);
    const seen = await typed(home, [
      [/Address/, RETURN],
      [/Login email/, RETURN],
      [/Keep the saved password/, RETURN],
      ZONE,
      WRITE,
    ]);
    const [, kept = ''] = await home.files();
    expect(await modeOf(join(home.settings, '..', kept))).toBe(0o600);
    expect(seen).toMatch(/backup: .*before-.*holds a password, too: remove it/);
  });

  test('a real desk takes the place of the sandbox', async () => {
    await using home = await homeWith('{"sandbox": true}');
    await typed(home, STEPS);
    const content = await jsonIn(home.settings);
    expect([content['sandbox'], content['base_url']]).toStrictEqual([undefined, url]);
  });

  test.each<[string, Readonly<Record<string, unknown>>, readonly Answer[], string]>([
    ['a key that no setting has', { look_bak: 9 }, [], 'look_bak'],
    ['a setting that is wrong', { look_back: 'long' }, [ADDRESS, EMAIL, PASSWORD, ZONE], 'look_back'],
  ])('%s is said before anything is written', async (_what, content, answers, name) => {
    await using home = await homeWith(JSON.stringify(content));
    await expect(typed(home, answers)).rejects.toThrow(name);
    expect(await jsonIn(home.settings)).toStrictEqual(content);
    expect(await home.files()).toStrictEqual(['settings.json']);
  });

  test('a link to the settings stays one', async () => {
    await using home = await homeWith('{}');
    const real = join(home.path, 'dotfiles.json');
    await writeFile(real, JSON.stringify({ look_back: 9 }));
    await rm(home.settings);
    await symlink(real, home.settings);
    await typed(home, STEPS);
    expect(await jsonIn(real)).toMatchObject({ look_back: 9, email: superAdmin.email });
    expect(await readFile(home.settings, 'utf8')).toBe(await readFile(real, 'utf8'));
  });

  test('a file of another person is not taken for that of the password', async () => {
    await using home = await homeWith('{}');
    const other = home.settings.replace('.json', '.password');
    await writeFile(other, 'not ours');
    await typed(home, STEPS);
    expect(await readFile(other, 'utf8')).toBe('not ours');
    expect((await jsonIn(home.settings))['password_file']).toBe(`${other}-2`);
  });
});

/** Another service, whose world has the same accounts: it would accept the password. */
const elsewhere = await startSandbox({ world: desk.sandbox.world, requestsPerMinute: 100_000 });
afterAll(() => elsewhere.close());

describe('a password that is kept is for its own address and email address alone', () => {
  const content = JSON.stringify({ base_url: url, email: superAdmin.email, password: superAdmin.password });

  test('without a terminal the set-up ends where one is missing', async () => {
    await using home = await homeWith(content);
    const args = ['setup', '--yes', '--timezone', 'UTC', '--base-url'];
    const { code, err } = await runProgram([...args, elsewhere.url], home.environment);
    expect([code, err]).toStrictEqual([
      1,
      expect.stringMatching(/Missing value: --password-file.*Nothing was written/),
    ]);
    expect(elsewhere.requests).toHaveLength(0);
    const before = desk.sandbox.requests.length;
    expect((await runProgram([...args, url, '--email', agent.email], home.environment)).code).toBe(1);
    expect(desk.sandbox.requests).toHaveLength(before);
    expect(await readFile(home.settings, 'utf8')).toBe(content);
  });

  test('in a terminal another one is asked for', async () => {
    await using home = await homeWith(content);
    const seen = await typed(home, [
      [/Address/, `${CLEAR}${elsewhere.url}${RETURN}`],
      [/Login email/, RETURN],
      [/is for .* at .*, and is sent nowhere else.* Password/, `${superAdmin.password}${RETURN}`],
      ZONE,
      KEEP,
      WRITE,
    ]);
    expect(seen).not.toContain('Keep the saved password');
    expect(await jsonIn(home.settings)).toMatchObject({ base_url: elsewhere.url, email: superAdmin.email });
  });
});

describe('without a terminal', () => {
  const given = ['setup', '--yes', '--base-url', url, '--email', superAdmin.email, '--timezone', 'Europe/Berlin'];

  test('flags and a password from the environment are enough', async () => {
    await using home = await newHome();
    const { code, out, err } = await runProgram(given, {
      ...home.environment,
      CHAT_OPERATIONS_PASSWORD: superAdmin.password,
    });
    expect({ code, err }).toStrictEqual({ code: 0, err: '' });
    expectNoSecret(out);
    expect(await home.files()).toStrictEqual(['settings.json', 'settings.password']);
    expect(out).toContain('"mcpServers"');
    // What codes mean is open on a desk of which little was read; nothing is wrong.
    const checked = await runProgram(['doctor'], home.environment);
    expect([checked.code, checked.out]).toStrictEqual([2, expect.stringContaining('No problems')]);
  });

  test('so is one from standard input, or from a file, which stays where it is', async () => {
    await using home = await newHome();
    await using program = startProgram([...given, '--password-stdin'], home.environment);
    program.stdin.end(`${superAdmin.password}\nsecond line\n`);
    expect(await program.ended).toMatchObject({ code: 0 });
    const file = join(home.path, 'my password');
    await writeFile(file, superAdmin.password, { mode: 0o600 });
    const again = await runProgram([...given, '--password-file', file], home.environment);
    expect(again.code).toBe(0);
    expect((await jsonIn(home.settings))['password_file']).toBe(file);
    expect(await readFile(file, 'utf8')).toBe(superAdmin.password);
  });

  test('files are named by their whole paths, wherever a server starts', async () => {
    await using home = await newHome();
    const [password, ca] = [join(home.path, 'password'), join(home.path, 'authority.pem')];
    await writeFile(password, superAdmin.password, { mode: 0o600 });
    await writeFile(ca, authority);
    const files = ['--password-file', relative(process.cwd(), password), '--ca-file', relative(process.cwd(), ca)];
    expect(await runProgram([...given, ...files], home.environment)).toMatchObject({ code: 0 });
    expect(await jsonIn(home.settings)).toMatchObject({ password_file: password, ca_file: ca });
  });

  test.each<[string, readonly string[], Environment, RegExp]>([
    ['no address', ['setup', '--yes'], {}, /Missing value: --base-url\. Nothing was written/],
    ['no password', given, {}, /Missing value: --password-file.*Nothing was written/],
    ['a wrong password', given, { CHAT_OPERATIONS_PASSWORD: 'canary-secret' }, /Nothing was written/],
    ['nothing on standard input', [...given, '--password-stdin'], {}, /Standard input holds no password/],
    [
      'a zone that is none',
      [...given.slice(0, -1), 'Europe/Berln'],
      { CHAT_OPERATIONS_PASSWORD: superAdmin.password },
      /Berlin/,
    ],
    ['a host that is none', [...given, '--hosts', 'codx'], {}, /did you mean codex/],
    ['nobody to ask', ['setup'], {}, /needs a terminal[^]*--yes/],
    ['a closed port', ['setup', '--yes', '--base-url', 'http://127.0.0.1:1'], {}, /Nothing was written/],
  ])('%s is said, and nothing is written', async (_what, args, environment, words) => {
    await using home = await newHome();
    const { code, out, err } = await runProgram(args, { ...home.environment, ...environment });
    expect(code).toBe(1);
    expect(err).toMatch(words);
    expectNoSecret(out + err);
    expect(await home.files()).toStrictEqual([]);
  });

  test('where it cannot write, nothing is left', async () => {
    await using home = await newHome();
    const blocked = join(home.path, 'blocked');
    await writeFile(blocked, '');
    const { code, err } = await runProgram([...given, '--config', join(blocked, 'settings.json')], {
      ...home.environment,
      CHAT_OPERATIONS_PASSWORD: superAdmin.password,
    });
    expect([code, err]).toStrictEqual([1, expect.stringContaining(join(blocked, 'settings'))]);
    expect(await home.files()).toStrictEqual(['blocked']);
  });

  test('assistants that are here get the server, and a second time nothing changes', async () => {
    await using home = await newHome();
    for (const folder of ['.cursor', '.lmstudio']) await mkdir(join(home.path, folder));
    const environment = { ...home.environment, CHAT_OPERATIONS_PASSWORD: superAdmin.password };
    const first = await runProgram([...given, '--hosts', 'found'], environment);
    expect(first.code).toBe(0);
    for (const folder of ['.cursor', '.lmstudio']) {
      expect(await readFile(join(home.path, folder, 'mcp.json'), 'utf8')).toContain(home.settings);
    }
    const files = await home.files();
    const second = await runProgram([...given, '--hosts', 'found'], environment);
    expect(second.out).toMatch(/Cursor has the entry already/);
    expect(await home.files()).toStrictEqual(files);
  });

  test('a try with the sandbox needs no account, and leaves the settings of servers alone', async () => {
    await using home = await newHome();
    const { code, out } = await runProgram(['setup', '--sandbox', '--yes'], home.environment);
    expect([code, out]).toStrictEqual([0, expect.stringContaining('sandbox.json')]);
    expect(await home.files()).toStrictEqual(['sandbox.json']);
    const session = await startSession(['--config', home.settings.replace('settings', 'sandbox')], home.environment);
    expect(await session.call('list_support_agents', {})).toMatchObject({ isError: false });
    await session.finish();
  });
});

test.skipIf(process.getuid?.() === 0)('settings that cannot be read are refused', async () => {
  await using home = await newHome();
  await mkdir(join(home.path, '.config', 'chat-operations-mcp'), { recursive: true });
  await writeFile(home.settings, '{}');
  await chmod(home.settings, 0);
  await expect(typed(home, STEPS)).rejects.toThrow('cannot be read');
});
