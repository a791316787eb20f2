import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import { like } from '../support/matchers.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { expectNothingPrivate } from '../support/secrets.ts';

const desk = await startDesk();
const { agents, account } = desk.sandbox.world;
afterAll(() => desk[Symbol.asyncDispose]());

/** What is said on standard error beside how it goes, which a machine that is slow is told. */
const unhurried = (err: string): string => err.replaceAll(/^… .*\n/gm, '');

const call = (...args: readonly string[]) => runProgram(['call', ...args, ...desk.flags], desk.environment);

test('prints the text of the answer, and nothing else', async () => {
  const { code, out, err } = await call('list_support_agents');
  expect({ code, err: unhurried(err) }).toStrictEqual({ code: 0, err: '' });
  expect(out.startsWith(`**${agents.length} agents**: `)).toBe(true);
  expect(out).toMatch(/\nData complete: .*\.\n$/);
});

test('prints the structured content with --json', async () => {
  const { code, out, err } = await call('list_support_agents', '{"query":"Super"}', '--json');
  expect({ code, err: unhurried(err) }).toStrictEqual({ code: 0, err: '' });
  const admins = agents.filter(({ role }) => role === 'Super Admin');
  expect(JSON.parse(out)).toMatchObject({
    total: admins.length,
    agents: admins.map(({ agentId, email }) => ({ agent_id: agentId, email })),
  });
});

test('prints it whatever the settings say of it, strangers’ words in their boundaries', async () => {
  const { code, out } = await call('list_visitors', '{"limit":1}', '--json', '--structured-content', 'off');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    visitors: [{ name: like(/^<untrusted (\d{9})>\n.*\n<\/untrusted \1>$/s) }],
    text: like(/^\*\*\d+ visitors\*\*/),
  });
});

test('writes the picture of an answer to a file, and prints what it says', async () => {
  const file = join(desk.folder, 'week.png');
  const { code, out, err } = await call('get_support_performance', '--chart', file, '--json');
  expect({ code, err: unhurried(err) }).toStrictEqual({ code: 0, err: '' });
  expect(JSON.parse(out)).toMatchObject({ text: like(/Line chart: Chats by day/) });
  expect((await readFile(file)).subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
});

test('says that a picture cannot be written where it was to be', async () => {
  const { code, out, err } = await call('get_support_performance', '--chart', join(desk.folder, 'none', 'week.png'));
  expect(code).toBe(1);
  expect(out).toContain('Line chart: ');
  expect(err).toContain('The picture cannot be written to ');
  expect(err).toContain('Name a file in a folder that is there');
});

test('a reader that goes away early is no crash', async () => {
  await using program = startProgram(['call', 'list_support_agents', ...desk.flags], desk.environment);
  program.stdout.destroy();
  expect(await program.ended).toMatchObject({ signal: null });
  expect(unhurried(program.err())).toBe('');
});

describe('what cannot be answered is said on standard error', () => {
  const refusals: [what: string, args: readonly string[], ...words: string[]][] = [
    ['an unknown tool', ['list_chat'], 'There is no tool "list_chat"', 'did you mean list_chats?'],
    ['a tool without the words between', ['get_performance'], 'did you mean get_support_performance?'],
    ['text that is not JSON', ['list_chats', '{period:today}'], 'not a JSON object', 'single quotes'],
    ['JSON that is no object', ['list_chats', '["today"]'], 'not a JSON object'],
    ['null', ['list_chats', 'null'], 'not a JSON object'],
    ['an unknown argument', ['list_chats', '{"perod":"today"}'], 'did you mean period?'],
    ['an unknown argument, with --json', ['list_chats', '{"perod":"today"}', '--json'], 'did you mean period?'],
    ['a setting that is wrong', ['list_chats', '--look-back', 'some'], '--look-back', '0 to 60'],
    [
      'an archive that cannot be made',
      ['list_chats', '--archive', '/dev/null/desk.sqlite'],
      'The archive file cannot be used',
    ],
    ['no tool', [], 'TOOL'],
  ];

  test.each(refusals)('%s', async (_what, args, ...words) => {
    // The last of two flags counts.
    const { code, out, err } = await runProgram(['call', ...desk.flags, ...args], desk.environment);
    expect({ code, out }).toStrictEqual({ code: 1, out: '' });
    for (const word of words) expect(err).toContain(word);
    expectNothingPrivate(err, account.superAdmin.password);
  });
});

test('npm start prints the answer only, on whatever Node.js the machine has', async () => {
  const { out, err } = await new Promise<{ out: string; err: string }>((resolve, reject) => {
    const args = ['start', '-s', '--', 'call', 'list_support_agents', '--sandbox'];
    execFile('npm', args, { shell: process.platform === 'win32' }, (error, out, err) =>
      error === null ? resolve({ out, err }) : reject(error),
    );
  });
  expect(unhurried(err)).toBe('');
  expect(out).toMatch(/^\*\*\d+ agents\*\*: /);
});
