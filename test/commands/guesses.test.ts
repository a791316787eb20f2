import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import { containing, like } from '../support/matchers.ts';
import { environmentOf, runProgram, startProgram } from '../support/program.ts';
import { expectNothingPrivate } from '../support/secrets.ts';

// What newcomers type, from other programs, from memory and by mistake. Each answer ends with a line that works.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());
// Each line that works is run, most of them on an empty archive, and reads all chats: a few show as much as hundreds.
desk.sandbox.world.chats = desk.sandbox.world.chats.slice(-30);
const environmentWith = async (archive: string) => ({
  ...desk.environment,
  CHAT_OPERATIONS_CONFIG: await desk.configure({ archive }),
});
const environment = await environmentWith('memory');
const [chat] = desk.sandbox.world.chats;
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const NAME = 'chat-operations-mcp';

/** The line as it was typed, what the program says of it, and the line that it ends with. */
const GUESSES: readonly (readonly [typed: string, says: string, run: string])[] = [
  ['list_chats --period last_week', 'list_chats is a tool.', 'call list_chats --period last_week'],
  ['list chats', 'list_chats is a tool.', 'call list_chats'],
  ['chats', 'There is no command "chats"; did you mean call list_chats?', 'call list_chats'],
  ['status', 'There is no command "status"; did you mean archive status or call get_service_status?', 'archive status'],
  ['server --port 0', 'There is no command "server"; did you mean stdio or http?', 'http --port 0'],
  ['call --tool list_chats', 'The name of the tool stands without a flag.', 'call list_chats'],
  [
    `read chat://chat/${chat?.chatId}`,
    `There is no resource "chat://chat/${chat?.chatId}"; did you mean chat://chats/{chat_id}/transcript?`,
    `read chat://chats/${chat?.chatId}/transcript`,
  ],
  ['serve', 'There is no command "serve"; did you mean stdio or http?', 'stdio'],
  ['start', 'There is no command "start"; did you mean stdio or http?', 'stdio'],
  ['run', 'There is no command "run"; did you mean stdio?', 'stdio'],
  ['login', 'There is no command "login"; did you mean setup?', 'setup'],
  ['init', 'There is no command "init"; did you mean setup?', 'setup'],
  ['config', 'There is no command "config"; did you mean settings?', 'settings'],
  ['health', 'There is no command "health"; did you mean doctor?', 'doctor'],
  ['backup', 'There is no command "backup"; did you mean archive copy?', 'archive copy --help'],
  [
    'search refund',
    'There is no command "search"; did you mean call search_transcripts?',
    'call search_transcripts --help',
  ],
  ['frobnicate', 'There is no command "frobnicate".', '--help'],
  ['token add', 'There is no command "token add"; did you mean token create?', 'token create --help'],
  ['archive backup', 'There is no command "archive backup"; did you mean archive copy?', 'archive copy --help'],
  ['archive delete', 'There is no command "archive delete"; did you mean archive erase?', 'archive erase --help'],
  ['help chats', 'There is no command "chats"; did you mean call list_chats?', 'call list_chats --help'],
  ['call', `TOOL is missing. Valid: list_chats, `, 'tools'],
  ['call chats', 'There is no tool "chats"; did you mean list_chats?', 'call list_chats'],
  [
    'call transcript',
    'There is no tool "transcript"; did you mean get_chat_transcript?',
    'call get_chat_transcript --help',
  ],
  [
    'call list_chats --last 7d',
    'There is no flag "--last"; did you mean --period?',
    'call list_chats --period last_7_days',
  ],
  [
    'call list_chats --last 14d',
    'There is no flag "--last"; did you mean --period?',
    `call list_chats --from ${dayBefore(14)}`,
  ],
  [
    'call list_chats --since yesterday',
    'There is no flag "--since"; did you mean --from?',
    `call list_chats --from ${dayBefore(1)}`,
  ],
  [
    'call list_chats --from 7d',
    '"7d" is not a date. Use yyyy-MM-dd, or --period.',
    `call list_chats --from ${dayBefore(7)}`,
  ],
  [
    'call list_chats --period=lastweek',
    'There is no period "lastweek"; did you mean last_week?',
    'call list_chats --period=last_week',
  ],
  [
    'call list_chats --weekdays Monday,Tusday',
    'There is no weekday "Tusday"; did you mean Tuesday?',
    'call list_chats --weekdays Monday,Tuesday',
  ],
  ['call list_chats --missed=true', '--missed takes no value.', 'call list_chats --missed'],
  ['call list_chats --missed false --limit 2', '--missed takes no value.', 'call list_chats --no-missed --limit 2'],
  [
    'call list_chats --limit=abc',
    '--limit cannot be "abc". It is a whole number from 1 to 100.',
    'call list_chats --help',
  ],
  ['call list_chats --agent', '--agent <TEXT> needs a value.', 'call list_chats --help'],
  [
    'call list_chats period=last_week',
    'The arguments are not a JSON object. Put the object in single quotes: \'{"period":"yesterday"}\'. Or use flags: --period yesterday.',
    'call list_chats --period=last_week',
  ],
  [
    `call get_chat_transcript --id ${chat?.chatId}`,
    'There is no flag "--id"; did you mean --chat-id?',
    `call get_chat_transcript --chat-id ${chat?.chatId}`,
  ],
  ['report --json', 'There is no flag "--json"; did you mean --format json?', 'report --format json'],
  ['report --format pdf', '--format cannot be "pdf". Valid: md, html, json.', 'report --help'],
  ['report --format htm', '--format cannot be "htm"; did you mean html?', 'report --format html'],
  ['report --since 30d', 'There is no flag "--since"; did you mean --period?', 'report --period last_30_days'],
  ['tools --json', 'tools prints text; call prints data.', 'call list_chats --json'],
  [
    `read transcript ${chat?.chatId}`,
    `There is no resource "transcript ${chat?.chatId}"; did you mean chat://chats/{chat_id}/transcript?`,
    `read chat://chats/${chat?.chatId}/transcript`,
  ],
  ['read status', 'There is no resource "status"; did you mean chat://status?', 'read chat://status'],
  ['sync --days 3', 'There is no flag "--days"; did you mean --from?', `sync --from ${dayBefore(3)}`],
  ['sync --all', 'There is no flag "--all"; did you mean --transcripts all?', 'sync --transcripts all'],
  ['sync now', 'sync has too many arguments: now.', 'sync --help'],
  ['doctor --fix', 'doctor changes nothing; it says how to fix each problem.', 'doctor'],
  [
    'setup --url https://chat.example.com',
    'There is no flag "--url"; did you mean --base-url?',
    'setup --base-url https://chat.example.com',
  ],
  [
    'setup --username ann@example.com',
    'There is no flag "--username"; did you mean --email?',
    'setup --email ann@example.com',
  ],
  ['http -p 0', 'There is no flag "-p"; did you mean --port?', 'http --port 0'],
  [
    'http --port 0 --bind 127.0.0.1',
    'There is no flag "--bind"; did you mean --host?',
    'http --port 0 --host 127.0.0.1',
  ],
  ['http 3000', 'http has too many arguments: 3000.', 'http --help'],
  ['sandbox --users 5', 'There is no flag "--users"; did you mean --size?', 'sandbox --help'],
  ['token create', '--name <NAME> is missing.', 'token create --help'],
  ['--verbose', 'There is no flag "--verbose"; did you mean --log-level debug?', 'stdio --log-level debug'],
  ['sync --debug', 'There is no flag "--debug"; did you mean --log-level debug?', 'sync --log-level debug'],
];

/** Words of a line of this table: none has blanks inside. */
const wordsOf = (line: string): string[] => line.split(' > ')[0]?.split(' ') ?? [];

/** Commands that go on until they are stopped, by what they say when they run. */
const ENDLESS: Readonly<Record<string, RegExp>> = { http: /listening|http:\/\//i };

/** Runs a line to its end, or until it runs. What it cannot read ends with another line to run. */
async function expectAccepted(line: string): Promise<void> {
  const words = wordsOf(line);
  const running = words.includes('--help') ? undefined : ENDLESS[words[0] ?? ''];
  if (running !== undefined) {
    await using program = startProgram(words, environment);
    await program.said(running);
    return;
  }
  // A file of its own for each: only one sync of an archive runs at a time.
  const needsFile = words[0] === 'sync' || words[0] === 'archive';
  const own = needsFile ? await environmentWith(join(desk.folder, `${words.join('')}.sqlite`)) : environment;
  if (words[0] === 'archive') await runProgram(['call', 'list_support_agents'], own);
  const { code, err } = await runProgram(words, own);
  expect(err).not.toContain(`Run: ${NAME}`);
  if (words[0] === 'setup' && code !== 0) expect(err).toContain('setup needs a terminal');
  // An archive in memory is what doctor warns of.
  else expect({ code, err }).toEqual({ code: words[0] === 'doctor' ? 2 : 0, err: containing('') });
}

/** A line that several guesses end with is run once. */
const accepted: Record<string, Promise<void>> = {};

test.concurrent.each(GUESSES)('%s', async (typed, says, run) => {
  const { code, out, err } = await runProgram(wordsOf(typed), environment);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  const [, said, line] = /^(.*) Run: (.*)\n$/.exec(err) ?? [];
  expect(line).toBe(`${NAME} ${run}`);
  if (says.endsWith(', ')) expect(said).toContain(says);
  else expect(said).toBe(says);
  await (accepted[run] ??= expectAccepted(run));
});

test.concurrent.each([['version'], ['-v'], ['-V'], ['--version']])('%s prints the version', async (typed) => {
  expect(await runProgram([typed])).toMatchObject({
    code: 0,
    err: '',
    out: like(/^\d+\.\d+\.\d+\n$/),
  });
});

test.concurrent.each([
  ['help list_chats', 'call list_chats --help'],
  ['--help sync', 'sync --help'],
])('%s is %s', async (typed, own) => {
  expect(await runProgram(wordsOf(typed))).toStrictEqual(await runProgram(wordsOf(own)));
});

test.concurrent.each([
  ['list_chats', '--agent', "Ann O'Neil $(touch /tmp/x)"],
  ['list_chats', '{"period":"today"}'],
])('words are repeated as a shell reads them: %j', async (...words) => {
  const { err } = await runProgram(words, environment);
  const line = /Run: chat-operations-mcp (.*)\n$/.exec(err)?.[1] ?? '';
  const read = execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { env: environmentOf(), encoding: 'utf8' });
  expect(read.split('\0').slice(0, -1)).toEqual(['call', ...words]);
});

test.concurrent.each([
  ['setup', '--password', 'canary-secret'],
  ['setup', '--pass=canary-secret'],
  ['call', 'list_chat', '--config', '/canary-secret/settings.json'],
  ['setup', '--url', 'https://ann:canary-secret@desk.example'],
  ['call', 'list_chats', '--api-key', 'canary-secret'],
])('K1: what may be a secret is not repeated: %j', async (...words) => {
  const { code, err } = await runProgram(words, environment);
  expect(code).toBe(1);
  expectNothingPrivate(err, 'canary-secret');
});
