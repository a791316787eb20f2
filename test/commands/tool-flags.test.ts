import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { SETTINGS } from '../../src/config/names.ts';
import { CATALOGUE } from '../../src/mcp/catalogue.ts';
import { flagsOfTool } from '../../src/commands/ask/tool-flags.ts';
import { startDesk } from '../support/desk.ts';
import { runProgram } from '../support/program.ts';
import { oneIn } from '../support/runs.ts';

// Tools and resources by their names on the command line, their arguments as flags.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());
const run = (...args: readonly string[]) => runProgram([...args, ...desk.flags], desk.environment);

const TOOLS = Object.entries(CATALOGUE.tools);

/** The lines of an answer that are the same each time: the mark around untrusted text is not, nor are cost and time, which a cursor has, too. */
const steady = (out: string): string =>
  out
    .replaceAll(/(?<=untrusted )\d{9}/g, 'N')
    .replaceAll(/\+\.at=\S+|(?<=cursor ")[^"]+/g, '')
    .replaceAll(/^Data complete.*$/gm, '');

test('flags ask what JSON asks', async () => {
  // On one archive: what stands in place of a contact is another word on each.
  const config = await desk.configure({ archive: join(desk.folder, 'desk.sqlite') });
  const call = (...args: readonly string[]) =>
    runProgram(['call', 'list_chats', ...args, '--config', config], desk.environment);
  const [flags, json] = await Promise.all([
    call('--period', 'last_30_days', '--missed', '--limit=3'),
    call('{"period":"last_30_days","missed":true,"limit":3}'),
  ]);
  expect(flags).toMatchObject({ code: 0, err: '' });
  expect(steady(flags.out)).toBe(steady(json.out));
});

test('a list is given between commas or one by one, a switch is turned off with no', async () => {
  const commas = await run('call', 'get_support_performance', '--group-by', 'agent,weekday', '--metrics', 'chats');
  const repeated = await run(
    'call',
    'get_support_performance',
    '--group-by',
    'agent',
    '--group-by=weekday',
    '--metrics',
    'chats',
  );
  expect(steady(commas.out)).toBe(steady(repeated.out));
  expect(commas.out).toContain('| agent, weekday | chats |');
  const { out } = await run('call', 'list_chats', '{"limit":1}', '--no-missed');
  expect(out).toContain(' served chats of ');
});

describe('what cannot be meant is refused before anything is started', () => {
  const refusals: [what: string, args: readonly string[], ...words: string[]][] = [
    ['an unknown flag', ['call', 'list_chats', '--perid', 'today'], '--perid', 'did you mean --period?'],
    ['a word of no list', ['call', 'list_chats', '--period', 'last_wek'], 'did you mean last_week?'],
    ['a month that is none', ['call', 'get_service_status', '--plan-for', '2026-13'], 'a month (2026-11)'],
    ['a word like no other', ['call', 'list_chats', '--period', 'zzzzzzzzzzz'], 'today, yesterday'],
    ['a wrong part of a list', ['call', 'get_support_performance', '--group-by', 'agent,dy'], 'did you mean day?'],
    ['no number', ['call', 'list_chats', '--limit', 'many'], 'a whole number from 1 to 100'],
    ['a number too many', ['call', 'list_chats', '--limit', '101'], 'a whole number from 1 to 100'],
    ['a fraction', ['call', 'list_chats', '--limit', '1.5'], 'a whole number from 1 to 100'],
    ['an argument given twice', ['call', 'list_chats', '{"limit":1}', '--limit', '2'], 'given twice'],
    ['data that are no object', ['call', 'send_chatbot_webhook', '--data', '[1]'], 'JSON object'],
    ['an unknown tool', ['tools', 'list_chat'], 'did you mean list_chats?'],
    ['an unknown resource', ['read', 'chat://statu'], 'did you mean chat://status?'],
    ['a resource without its id', ['read', 'chat://agents/'], 'chat://agents/{agent_id}'],
    ['no tool', ['call'], 'TOOL', 'list_chats'],
  ];

  test.concurrent.each(refusals)('%s', async (_what, args, ...words) => {
    const before = desk.sandbox.requests.length;
    // No server starts with these: it would say that there is no account.
    const { code, out, err } = await runProgram(args, {});
    expect({ code, out }).toStrictEqual({ code: 1, out: '' });
    expect(err).not.toContain('There is no account');
    for (const word of words) expect(err).toContain(word);
    expect(desk.sandbox.requests).toHaveLength(before);
  });
});

test('of the flags of tools, only the time zone has the name of a setting, and means the same', () => {
  const settings = new Set(['config', 'json', 'help', ...SETTINGS.flatMap(({ flag }) => flag ?? [])]);
  const both = TOOLS.flatMap(([tool, { inputSchema }]) =>
    flagsOfTool(inputSchema).flatMap(({ flag }) => (settings.has(flag.slice(2)) ? [`${tool} ${flag}`] : [])),
  );
  expect([...new Set(both.map((words) => words.replace(/.* /, '')))]).toStrictEqual(['--timezone']);
});

test('a flag after the tool is the tool’s, one before it is a setting', async () => {
  const { out } = await runProgram(
    ['call', '--timezone', 'Asia/Tokyo', 'list_chats', '--timezone', 'Europe/Oslo', '--limit', '1', ...desk.flags],
    desk.environment,
  );
  expect(out).toContain('(Europe/Oslo)');
  const { out: usual } = await runProgram(
    ['call', '--timezone', 'Asia/Tokyo', 'list_chats', '--limit', '1', ...desk.flags],
    desk.environment,
  );
  expect(usual).toContain('(Asia/Tokyo)');
});

test.concurrent.each(TOOLS)('%s says what it takes', async (tool, { inputSchema }) => {
  const asked = await runProgram(['tools', tool]);
  expect(asked).toMatchObject({ code: 0, err: '' });
  for (const { flag, choices } of flagsOfTool(inputSchema)) {
    for (const word of [flag, ...choices]) expect(asked.out).toContain(word);
  }
});

test.concurrent.each(oneIn(5, TOOLS))('%s says the same in its help', async (tool) => {
  const [asked, own] = await Promise.all([runProgram(['tools', tool]), runProgram(['call', tool, '--help'])]);
  expect(own.out).toBe(asked.out);
});

test('tools and resources are listed without an account', async () => {
  for (const [command, names] of [
    ['tools', Object.keys(CATALOGUE.tools)],
    ['read', Object.values(CATALOGUE.resources).map(({ uri }) => uri)],
  ] as const) {
    const { code, out, err } = await runProgram([command]);
    expect({ code, err }).toStrictEqual({ code: 0, err: '' });
    for (const name of names) expect(out).toContain(`| ${name} |`);
  }
});

test('a resource is printed', async () => {
  const [agent] = desk.sandbox.world.agents;
  const read = await run('read', `chat://agents/${agent?.agentId}`);
  expect(read).toMatchObject({ code: 0, err: '' });
  expect(read.out).toContain(agent?.lastName);
});

test('a record that is not there is said on standard error', async () => {
  const { code, out, err } = await run('read', 'chat://agents/999999999');
  expect({ code, out }).toStrictEqual({ code: 1, out: '' });
  expect(err).toContain('999999999');
});
