import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../../src/config/names.ts';
import { runProgram } from '../support/program.ts';

/** A terminal of the smallest usual size; the list of all commands, in groups, is longer. */
const LINES = 24;
const ALL_LINES = 40;
const COLUMNS = 80;

const COMMANDS = [
  [],
  ['setup'],
  ['doctor'],
  ['stdio'],
  ['http'],
  ['call'],
  ['report'],
  ['tools'],
  ['read'],
  ['sync'],
  ['archive'],
  ['archive', 'status'],
  ['archive', 'erase'],
  ['archive', 'audit'],
  ['archive', 'export'],
  ['archive', 'start-anew'],
  ['archive', 'copy'],
  ['token'],
  ['token', 'create'],
  ['token', 'list'],
  ['token', 'revoke'],
  ['sandbox'],
  ['demo'],
  ['help'],
];

test.concurrent.each(COMMANDS.map((command) => ({ command })))(
  'a help fits on a screen: $command',
  async ({ command }) => {
    const { code, out, err } = await runProgram([...command, '--help']);
    expect({ code, err }).toStrictEqual({ code: 0, err: '' });
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(command.length === 0 ? ALL_LINES : LINES);
    expect(lines.filter((line) => line.length > COLUMNS)).toStrictEqual([]);
    expect(out).toContain(`chat-operations-mcp ${command.join(' ')}`.trim());
  },
);

test('the help names every command, and help COMMAND is what COMMAND --help says', async () => {
  const { out } = await runProgram(['--help']);
  for (const [name = ''] of COMMANDS) expect(out).toContain(name);
  const [asked, own] = await Promise.all([
    runProgram(['help', 'archive', 'audit']),
    runProgram(['archive', 'audit', '--help']),
  ]);
  expect(asked).toStrictEqual(own);
});

describe('settings are told by themselves', () => {
  test.concurrent.each([[['settings']], [['help', 'settings']], [['--help', 'settings']]])('%j', async (args) => {
    const { code, out } = await runProgram(args);
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => line.length > COLUMNS)).toStrictEqual([]);
    for (const { flag, environment, key } of SETTINGS) {
      expect(out).toContain(flag === undefined ? (environment ?? key) : `--${flag}`);
    }
  });
});

test('a command that is not there is answered with the closest', async () => {
  const { code, out, err } = await runProgram(['help', 'syn']);
  expect({ code, out }).toStrictEqual({ code: 1, out: '' });
  expect(err).toContain('did you mean sync?');
});
