import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { MAIN, runProgram } from '../support/program.ts';

// What the TAB key offers. Of the scripts, that for bash is run here: the others are a library's.

/** The words that are offered in place of the last of these. */
async function offered(...words: readonly string[]): Promise<string[]> {
  const { code, out, err } = await runProgram(['complete', '--', ...words]);
  expect({ code, err }).toStrictEqual({ code: 0, err: '' });
  const lines = out.trimEnd().split('\n');
  // The last line tells the shell what to do with the others: not to offer files beside them.
  expect(lines.pop()).toBe(':4');
  return lines.map((line) => line.replace(/\t.*/, ''));
}

const EXPECTED: [typed: readonly string[], offered: readonly string[]][] = [
  [['ca'], ['call']],
  [['call', 'list_c'], ['list_chats']],
  [['tools', 'get_o'], ['get_offline_message']],
  [['call', 'list_chats', '--peri'], ['--period']],
  [
    ['call', 'list_chats', '--period', 'last_'],
    ['last_7_days', 'last_week', 'last_month', 'last_30_days', 'last_90_days'],
  ],
  [['call', '--sandbox', 'list_chats', '--missed', '--lim'], ['--limit']],
  [
    ['call', 'get_support_performance', '--group-by', 'agent,week'],
    ['agent,week', 'agent,weekday'],
  ],
  [['call', 'get_support_performance', '--group-by=day,da'], []],
  [['prompt', 'coach'], ['coach_agent']],
  [['prompt', 'coach_agent', '--period', 'yes'], ['yesterday']],
  [['read', 'chat://st'], ['chat://status']],
  [
    ['sync', '--transcripts', ''],
    ['all', 'sampled', 'none'],
  ],
  [
    ['http', '--redact', 'c'],
    ['contacts', 'cards'],
  ],
  [['stdio', '--timezone', 'Europe/Os'], ['Europe/Oslo']],
  [['archive', 'er'], ['erase']],
  [['help', 'sy'], ['sync']],
  [['completion', 'f'], ['fish']],
  [['call', '$(touch /tmp/evil)', '--per'], []],
  [['nothing', 'like', 'that'], []],
];

test.concurrent.each(EXPECTED)('%j', async (typed, expected) => {
  expect(await offered(...typed)).toStrictEqual(expected);
});

test('all flags of a tool are offered, and the settings', async () => {
  const flags = await offered('call', 'list_chats', '--');
  expect(flags).toEqual(expect.arrayContaining(['--period', '--missed', '--config', '--sandbox', '--json']));
});

test.each(['zsh', 'fish', 'powershell'])('a script for %s', async (shell) => {
  const { code, out, err } = await runProgram(['completion', shell]);
  expect({ code, err }).toStrictEqual({ code: 0, err: '' });
  expect(out).toMatch(/chat-operations-mcp.* complete ['"]?--/s);
});

test('a shell of which nobody has heard', async () => {
  const { code, out, err } = await runProgram(['completion', 'tcsh']);
  expect({ code, out }).toStrictEqual({ code: 1, out: '' });
  expect(err).toContain('bash, zsh, fish, powershell');
});

/** What bash puts in place of the word that is typed; the words are as bash parts them, at : and =, too. */
function inBash(script: string, ...words: readonly string[]): string[] {
  const lines = [
    `chat-operations-mcp() { '${process.execPath}' '${MAIN}' "$@"; }`,
    script,
    'COMP_WORDS=("$@")',
    'COMP_CWORD=$(($# - 1))',
    '_chat_operations_mcp',
    `printf "%s\\n" "\${COMPREPLY[@]}"`,
  ];
  const { stdout, stderr } = spawnSync('bash', ['-c', lines.join('\n'), 'bash', 'chat-operations-mcp', ...words], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

test.skipIf(process.platform === 'win32')(
  'bash completes words that it parts, and runs nothing that was typed',
  async () => {
    const { out: script } = await runProgram(['completion', 'bash']);
    expect(inBash(script, 'call', 'list_c')).toStrictEqual(['list_chats']);
    expect(inBash(script, 'read', 'chat', ':', '//st')).toStrictEqual(['//status']);
    expect(inBash(script, 'call', 'list_chats', '--period', '=', 'last_w')).toStrictEqual(['last_week']);
    expect(inBash(script, 'call', 'list_chats', '--period', '=')).toContain('yesterday');
    expect(inBash(script, 'call', 'list_chats', '--period', '')).toContain('yesterday');
    expect(inBash(script, 'call', '$(echo evil >&2)', '--zz')).toStrictEqual(['']);
  },
);
