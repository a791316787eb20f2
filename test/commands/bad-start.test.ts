import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import { containing, like } from '../support/matchers.ts';
import { runProgram, type Environment } from '../support/program.ts';
import { expectNothingPrivate } from '../support/secrets.ts';
import { startSession } from '../support/session.ts';

// What is wrong before a server runs: a reason on standard error, nothing on standard output, an exit code that is
// not 0.

const desk = await startDesk();
const { superAdmin, admin } = desk.sandbox.world.account;
afterAll(() => desk[Symbol.asyncDispose]());

/** A file in the desk's folder. */
async function file(name: string, content: string): Promise<string> {
  const path = join(desk.folder, name);
  await writeFile(path, content, { mode: 0o600 });
  return path;
}

async function expectRefusal(
  args: readonly string[],
  environment: Environment,
  words: readonly string[],
  ...secrets: readonly string[]
): Promise<void> {
  const { code, out, err } = await runProgram(['stdio', ...args], { ...desk.environment, ...environment });
  expect({ code, out }).toStrictEqual({ code: 1, out: '' });
  // What happened and what to do in the last line: some hosts show no other.
  const last = err.trimEnd().split('\n').at(-1);
  for (const word of words) expect(last).toContain(word);
  // Where the file is that is wrong, a person has to know.
  expectNothingPrivate(err.replaceAll(desk.folder, ''), superAdmin.password, ...secrets);
}

interface BadStart {
  readonly what: string;
  readonly args?: readonly string[];
  readonly environment?: Environment;
  /** Differences to a configuration that is right. */
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly words: readonly string[];
}

const passwordFile = await file('two-lines', 'canary-secret\nsecond line\n');
const badStarts: BadStart[] = [
  { what: 'no account', words: ['no account', 'CHAT_OPERATIONS_BASE_URL', '--sandbox'] },
  {
    what: 'half an account',
    environment: { CHAT_OPERATIONS_BASE_URL: 'https://chat.example.com', CHAT_OPERATIONS_EMAIL: 'ann@example.com' },
    words: ['CHAT_OPERATIONS_PASSWORD (or CHAT_OPERATIONS_PASSWORD_FILE) is not set'],
  },
  { what: 'an unknown flag', args: ['--timezon', 'UTC'], words: ['--timezon', '--timezone'] },
  { what: 'an argument too many', args: ['now'], words: ['too many arguments'] },
  {
    what: 'an unknown environment variable',
    environment: { CHAT_OPERATIONS_PASWORD: 'canary-secret' },
    words: ['CHAT_OPERATIONS_PASWORD', 'did you mean CHAT_OPERATIONS_PASSWORD?'],
  },
  { what: 'an unknown setting', changes: { base_ur: 'canary-secret' }, words: ['base_ur', 'did you mean base_url?'] },
  { what: 'a flag of a wrong value', args: ['--look-back', 'some', '--sandbox'], words: ['--look-back', '0 to 60'] },
  { what: 'a time zone that does not exist', args: ['--timezone', 'Europe/Berln'], words: ['Europe/Berlin'] },
  {
    what: 'http:// beyond this machine',
    changes: { base_url: 'http://chat.example.com' },
    words: ['base_url', 'must be an https:// address'],
  },
  {
    what: 'a password of two lines',
    changes: { password: undefined, password_file: passwordFile },
    words: ['password_file', 'one line with just the secret'],
  },
  {
    what: 'a password file that is not there',
    changes: { password: undefined, password_file: join(desk.folder, 'nowhere') },
    words: ['password_file', 'cannot be read'],
  },
  {
    what: 'a configuration that is not there',
    args: ['--config', '/nowhere.json'],
    words: ['config', 'cannot be read'],
  },
  {
    what: 'a configuration that is not JSON',
    args: ['--config', await file('broken.json', '{"password": "canary-secret",}')],
    words: ['The settings file is not a JSON object'],
  },
  {
    what: 'a configuration that is a list',
    args: ['--config', await file('list.json', '["canary-secret"]')],
    words: ['The settings file is not a JSON object'],
  },
  {
    what: "a bot whose token's variable is not set",
    environment: { SANDBOX_BOT_TOKEN: '' },
    changes: {},
    words: ['tokenEnv names the environment variable'],
  },
  { what: 'a sandbox with an archive file', args: ['--sandbox', '--archive', 'x.sqlite'], words: ['in memory'] },
];

test.concurrent.each(badStarts)(
  'K3: a start with $what is refused',
  async ({ args = [], environment = {}, changes, words }) => {
    const config = changes === undefined ? [] : ['--config', await desk.configure(changes)];
    await expectRefusal([...config, ...args], environment, words, 'canary-secret');
  },
);

/**
 * A host shows nothing of a server that ends, and starts it to list its tools: what is wrong with the archive is said by every
 * question. What a person starts themselves ends with it.
 */
async function expectUnusableArchive(changes: Readonly<Record<string, unknown>>, words: readonly string[]) {
  const flags = ['--config', await desk.configure(changes)];
  const session = await startSession(flags, desk.environment);
  const answers = [await session.call('list_support_agents', {}), await session.call('list_chats', {})];
  expect(await session.finish()).toStrictEqual({ code: 0, signal: null });
  const http = await runProgram(['http', '--port', '0', ...flags], desk.environment);
  expect([...answers.map(({ isError }) => isError), http.code, http.out]).toStrictEqual([true, true, 1, '']);
  const told = [...answers.map(({ text }) => text), http.err];
  for (const word of words) for (const text of told) expect(text).toContain(word);
  expectNothingPrivate([...told, session.program.err()].join('\n'), superAdmin.password);
}

test.concurrent.each([
  {
    what: 'in a folder that cannot be made',
    changes: { archive: join(passwordFile, 'archive', 'desk.sqlite') },
    words: ['The archive file cannot be used', 'folder'],
  },
  { what: 'that is a folder', changes: { archive: desk.folder }, words: ['The archive file cannot be used'] },
])('K3: an archive $what is told', ({ changes, words }) => expectUnusableArchive(changes, words));

test('an archive file that is none is not touched', async () => {
  const text = await file('notes.txt', 'These are my notes.\n'.repeat(100));
  const other = join(desk.folder, 'other.sqlite');
  const database = new DatabaseSync(other);
  database.exec('CREATE TABLE songs (title text); INSERT INTO songs VALUES (1)');
  database.close();
  for (const path of [text, other]) {
    const before = await readFile(path);
    const words = [path === text ? 'it is not an archive' : 'a database of another program', 'was not changed'];
    await expectUnusableArchive({ archive: path }, words);
    expect(await readFile(path)).toStrictEqual(before);
  }
});

test('an archive belongs to one desk', async () => {
  const archive = join(desk.folder, 'desk.sqlite');
  const own = await desk.configure({ archive });
  const session = await startSession(['--config', own], desk.environment);
  await session.call('list_chats', {});
  await session.finish();
  const before = await readFile(archive);

  const another = [
    { changes: { email: admin.email, password: admin.password }, words: ['belongs to another login'] },
    { changes: { base_url: 'https://chat.example.com' }, words: ['belongs to another service', desk.sandbox.url] },
  ];
  for (const { changes, words } of another) {
    await expectUnusableArchive({ archive, ...changes }, words);
  }
  expect(await readFile(archive)).toStrictEqual(before);
});

test('K1: a configuration that others can read is used, with a warning', async () => {
  const path = await desk.configure({ archive: 'memory' });
  await chmod(path, 0o644);
  const session = await startSession(['--config', path], desk.environment);
  await session.finish();
  expect(session.program.err()).toContain('Others can read this file');
  expectNothingPrivate(session.program.err().replaceAll(desk.folder, ''), superAdmin.password);
});

test('a command that does not exist', async () => {
  const { code, out, err } = await runProgram(['stdi']);
  expect({ code, out }).toStrictEqual({ code: 1, out: '' });
  expect(err).toContain('did you mean stdio?');
});

test('help and version are what standard output is for', async () => {
  expect(await runProgram(['--version'])).toMatchObject({ code: 0, out: like(/^\d+\.\d+\.\d+\n$/) });
  expect(await runProgram(['--help', 'settings'])).toMatchObject({
    code: 0,
    out: containing('CHAT_OPERATIONS_PASSWORD_FILE'),
  });
});
