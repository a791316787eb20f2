import { afterAll, expect, test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { openSession, startSession } from '../support/session.ts';
import { endWords } from '../../src/commands/command-line/end-words.ts';
import { flagsOfServer, withCommand } from '../../src/commands/command-line/started-by-host.ts';

// What hosts do that a person does not: no command, no terminal, nulls for what nobody gave.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());

test.each([
  { args: [], hasTerminal: false, started: ['stdio'] },
  { args: [], hasTerminal: true, started: [] },
  { args: ['--config', 'a.json'], hasTerminal: false, started: ['stdio', '--config', 'a.json'] },
  { args: ['--config', 'a.json'], hasTerminal: true, started: ['--config', 'a.json'] },
  { args: ['--version'], hasTerminal: false, started: ['--version'] },
  { args: ['-h'], hasTerminal: false, started: ['-h'] },
  { args: ['http', '--port', '0'], hasTerminal: false, started: ['http', '--port', '0'] },
])('$args with a terminal $hasTerminal is $started', ({ args, hasTerminal, started }) => {
  expect(withCommand(args, hasTerminal)).toEqual(started);
});

test('what goes wrong is one line off a terminal, and lines at one', () => {
  expect(endWords(['This happened:\nhere.\n', 'Do that.'], false)).toBe('This happened: here. Do that.\n');
  expect(endWords(['This happened:\nhere.\n', 'Do that.'], true)).toBe('This happened:\nhere.\nDo that.\n');
});

test('without a command it serves the protocol', async () => {
  const configuration = await desk.configure({ archive: 'memory' });
  const session = await openSession(startProgram(['--config', configuration], desk.environment));
  expect((await session.call('list_support_agents', {})).isError).toBe(false);
  expect(await session.finish()).toStrictEqual({ code: 0, signal: null });
});

test('without a command and without settings it says what is missing in one line', async () => {
  const { code, out, err } = await runProgram([]);
  expect({ code, out }).toStrictEqual({ code: 1, out: '' });
  expect(err).toMatch(/^There is no account to ask: .*--sandbox[^\n]*\n$/);
});

test('a prompt is given whatever hosts send for arguments that nobody gave', async () => {
  await using session = await startSession(['--sandbox']);
  const responseTo = async (params: object): Promise<string> => {
    const { id: _, ...response } = await session.response(session.send('prompts/get', params));
    return JSON.stringify(response);
  };
  const name = 'review_support_performance';
  const usual = await responseTo({ name });
  expect(usual).toContain('last_7_days');
  for (const given of [null, {}, { period: null, agent: null, timezone: null }, { period: '', agent: '$3' }]) {
    expect(await responseTo({ name, arguments: given })).toBe(usual);
  }
  expect(await responseTo({ name: 'review_chat', arguments: { chat_id: 80412345 } })).toContain(
    'Review chat 80412345.',
  );
  expect(await responseTo({ name: 'review_chat', arguments: null })).toContain('Not given yet: [chat_id].');
  expect(await responseTo({ name: 'review_chat', arguments: [] })).toContain('error');
});

test.each([
  [['stdio'], {}],
  [
    ['stdio', '--config', 'desk.json', '--sandbox', '--timezone=UTC'],
    { config: 'desk.json', sandbox: true, timezone: 'UTC' },
  ],
])('%j needs no command line: it has settings alone', (args, flags) => {
  expect(flagsOfServer(args)).toEqual(flags);
});

test.each([['--help'], ['--nonsense'], ['--config'], ['--config', '--sandbox'], ['--sandbox=yes'], ['more']])(
  'stdio %s is left to the command line, which says what is wrong',
  (...args) => {
    expect(flagsOfServer(['stdio', ...args])).toBeUndefined();
  },
);
