import { globSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { execFileSync, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { createWorld } from '../../src/sandbox/world/world.ts';
import { environmentOf, MAIN, startProgram } from '../support/program.ts';
import { IS_WHOLE } from '../support/runs.ts';

// Each line of shell that a document shows is run against the sandbox, or is in the list below. A shell reads it; then the
// command runs in this process, and in the exhaustive suites as a reader starts it.

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Lines that are not run here, and why. */
const NOT_RUN: readonly (readonly [RegExp, string])[] = [
  [
    /^npm ci && npm run demo\b/,
    'the demo is a test of its own (test/package), and `npm ci` would replace what runs here',
  ],
  [/^npm ci && npm test\b/, 'it is what runs this test'],
  [
    /^(?:npm ci && npm pack$|npm install --global )/,
    'test/package/package.test.ts packs, installs without a registry into a folder of its own, and starts',
  ],
  [
    /^chat-operations-mcp archive copy \S+ postgres:/,
    'it needs a PostgreSQL server; test/commands/archive copies to one',
  ],
  [/^SANDBOX_BOT_TOKEN=…/, 'it has the ids of a chat that a person opened; test/browser goes through all of it'],
];

/** Lines that go on until they are stopped, and what they have said by then. */
const UNTIL: readonly (readonly [RegExp, RegExp])[] = [
  [/ sandbox (?!.*\blist$)/, /Stop with Ctrl-C/],
  [/ http\b/, /Listening on/],
  [/ --watch\b/, /Keeping it fresh/],
];

/** Lines that end with another code than 0 here, and what they say then. */
const OTHER_CODES: readonly (readonly [RegExp, readonly number[], RegExp])[] = [
  [/ archive erase --visitor /, [1], /there is nobody to ask/],
  [/ setup$/, [1], /setup needs a terminal/],
  // With 2, there are warnings: the limit of this sandbox is no real one.
  [/ doctor$/, [0, 2], /No problems/],
];

interface Line {
  readonly document: string;
  readonly line: string;
}

function linesOf(document: string): Line[] {
  const blocks = readFileSync(join(root, document), 'utf8').matchAll(/^( *)```sh\n([^]*?)^ *```$/gm);
  return [...blocks].flatMap(([, indent = '', block = '']) =>
    block
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => ({
        document,
        line: line
          .slice(indent.length)
          .replace(/ +# .*$/, '')
          .trim(),
      }))
      .filter(({ line }) => line !== ''),
  );
}

const documents = ['README.md', ...globSync('docs/*.md', { cwd: root }).sort()];
const lines = documents.flatMap(linesOf);
/** What several documents show is run at the first of them. */
const isFirst = ({ line }: Line, index: number): boolean => lines.findIndex((one) => one.line === line) === index;
const isRun = ({ line }: Line): boolean => !NOT_RUN.some(([pattern]) => pattern.test(line));

const folder = await mkdtemp(join(tmpdir(), 'chat-operations-documented-'));
const sandbox = await startSandbox({
  world: createWorld({ seed: 1, size: 'small', now: Date.now() }),
  requestsPerMinute: 1_000_000,
});
// Whether a line runs does not depend on how many chats it reads.
sandbox.world.chats = sandbox.world.chats.slice(-60);
afterAll(async () => {
  process.chdir(before);
  await sandbox.close();
  await rm(folder, { recursive: true });
});
await mkdir(join(folder, 'bin'));
await symlink(MAIN, join(folder, 'bin', 'chat-operations-mcp'));
await chmod(MAIN, 0o755);
// Stands in for the program, and keeps the words with which a shell has started it.
await mkdir(join(folder, 'words'));
await writeFile(join(folder, 'words', 'chat-operations-mcp'), '#!/bin/sh\nprintf "%s\\0" "$@" > "$WORDS"\n', {
  mode: 0o755,
});
// The files that lines name are in the folder in which somebody types them.
const before = process.cwd();
process.chdir(folder);

const { email, password } = sandbox.world.account.superAdmin;
const environment = environmentOf({
  PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
  HOME: folder,
  XDG_DATA_HOME: join(folder, 'data'),
  XDG_CONFIG_HOME: join(folder, 'config'),
  CHAT_OPERATIONS_BASE_URL: sandbox.url,
  CHAT_OPERATIONS_EMAIL: email,
  CHAT_OPERATIONS_PASSWORD: password,
  CHAT_OPERATIONS_REQUESTS_PER_MINUTE: '100000',
  // At the limit of `--sandbox` no sample is whole in any time that an answer may take.
  CHAT_OPERATIONS_ANSWER_WITHIN: '8',
});

/** Somebody may use the ports that the documents name. */
const onAnyPort = (line: string): string =>
  line.replace(/ sandbox\b/, '$& --port 0').replace('--port 3400', '--port 0');

interface Outcome {
  readonly code: number | null;
  readonly said: string;
}

/** Runs a line as a shell does. */
async function runInShell(line: string, until?: RegExp): Promise<Outcome> {
  // A group of its own, so that what the shell has started ends with it.
  const child = spawn('sh', ['-c', line], { cwd: folder, env: environment, detached: true });
  let said = '';
  let isStopped = false;
  const hear = (text: string): void => {
    said += text;
    // Once: what it says last may be heard when it is gone.
    if (isStopped || until?.test(said) !== true || child.pid === undefined) return;
    isStopped = true;
    process.kill(-child.pid, 'SIGTERM');
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  child.stdin.end();
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

/** Has a shell read a line, and runs in this process what it would have started. */
async function runHere(line: string, until?: RegExp): Promise<Outcome> {
  const program = join(folder, 'words', 'chat-operations-mcp');
  const asked = { PATH: `${dirname(program)}:${environmentOf()['PATH']}`, WORDS: `${program}.words` };
  execFileSync('sh', ['-c', line], { cwd: folder, env: asked });
  const words = (await readFile(asked.WORDS, 'utf8')).split('\0').slice(0, -1);
  await using started = startProgram(words, environment);
  if (until !== undefined) {
    await started.said(until);
    started.kill('SIGTERM');
  }
  started.stdin.end();
  const { code } = await started.ended;
  return { code, said: `${started.out()}${started.err()}` };
}

const untilOf = (line: string): RegExp | undefined => UNTIL.find(([pattern]) => pattern.test(line))?.[1];

const run = (line: string): Promise<Outcome> => (IS_WHOLE ? runInShell : runHere)(onAnyPort(line), untilOf(line));

test('there are lines to run, and each entry of the list is one of a document', () => {
  expect(lines.filter(isRun).length).toBeGreaterThan(15);
  for (const [pattern] of [...NOT_RUN, ...UNTIL, ...OTHER_CODES]) {
    expect([String(pattern), lines.some(({ line }) => pattern.test(line))]).toEqual([String(pattern), true]);
  }
});

test('each command of the program is in a document', async () => {
  const { said } = await run('chat-operations-mcp --help');
  const commands = [...said.matchAll(/^ {2}([a-z]+) {2}/gm)].map(([, command = '']) => command);
  expect(commands).toEqual(expect.arrayContaining(['stdio', 'sync', 'sandbox']));
  const text = documents.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
  const isTold = (command: string): boolean =>
    new RegExp(`chat-operations-mcp ${command}\\b|npm run ${command}\\b`).test(text);
  expect(commands.filter((command) => !isTold(command))).toEqual([]);
});

// In the order of the documents: a later line may ask what an earlier one has filled.
test.each(lines.filter(isFirst).filter(isRun))('$document: $line', async ({ line }) => {
  const { code, said } = await run(line);
  const until = untilOf(line);
  const [, codes = [0], words = /^/] = OTHER_CODES.find(([pattern]) => pattern.test(line)) ?? [];
  if (until === undefined) expect([said, codes.includes(code ?? -1)]).toEqual([said, true]);
  expect(said).toMatch(until ?? words);
});
