import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { endWords } from '../../src/commands/command-line/end-words.ts';
import { createLog } from '../../src/commands/log.ts';
import { CallerText, quotation, trusted } from '../../src/model/text/trusted-text.ts';
import { startDesk } from '../support/desk.ts';
import { runProgram, type Environment } from '../support/program.ts';
import { harmIn, hostileValue, hostileValues } from '../support/quoted-back.ts';

// What is typed, and what stands in the environment and in files, comes back from a command as a quotation alone.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());

const WAYS: Readonly<Record<string, (value: string) => readonly string[]>> = {
  'an unknown command': (value) => [value],
  'an unknown flag': (value) => ['doctor', `--${value}`],
  'an unknown flag with a value': (value) => ['doctor', `--zq=${value}`],
  'a number': (value) => ['sandbox', '--port', value],
  'a word of a list': (value) => ['sandbox', `--size=${value}`],
  'an argument too much': (value) => ['demo', value],
  'a topic of the help': (value) => ['help', value],
  'a tool': (value) => ['call', value],
  'a tool to explain': (value) => ['tools', value],
  'an argument of a tool': (value) => ['call', 'list_chats', `--${value}`],
  'a value of a tool': (value) => ['call', 'get_support_performance', '--metrics', value],
  'arguments of a tool': (value) => ['call', 'list_chats', value],
  'a resource': (value) => ['read', value],
  'a period of a report': (value) => ['report', '--period', value],
  'a dialect': (value) => ['sandbox', '--dialect', value],
  'a value of a dialect': (value) => ['sandbox', '--dialect', `paging=${value}`],
  'a fault': (value) => ['sandbox', '--fault', `${value}=1`],
  'a day': (value) => ['sync', '--from', value, '--to', '2026-01-01', '--sandbox'],
  'an archive': (value) => ['archive', 'status', '--archive', join(desk.folder, value)],
  'a visitor to erase': (value) => ['archive', 'erase', '--visitor', value],
  'the name of a token': (value) => ['token', 'create', '--name', value, '--scopes', 'chats:read'],
  'a scope': (value) => ['token', 'create', '--name', 'x', '--scopes', value],
  'an account of a token': (value) =>
    `token create --name x --scopes chats:read --archive memory --account`.split(' ').concat(value),
  'an account': (value) => ['doctor', '--account', value],
  'a settings file': (value) => ['tools', '--config', join(desk.folder, value)],
  'a time zone': (value) => ['stdio', '--timezone', value, '--sandbox'],
  'an address': (value) => ['stdio', '--base-url', value],
  hosts: (value) => ['setup', '--yes', '--sandbox', '--hosts', value, '--config', join(desk.folder, 'hosts.json')],
};

async function harmOf(args: readonly string[], environment: Environment = {}): Promise<string[]> {
  const { code, out, err } = await runProgram(args, { ...desk.environment, ...environment });
  expect(code).toBeGreaterThan(0);
  expect(out + err).not.toBe('');
  return [...harmIn(out), ...harmIn(err)];
}

describe('P2: nothing that is typed comes back raw', () => {
  test.concurrent.each(Object.entries(WAYS))('%s', async (_way, args) => {
    expect(await harmOf(args(hostileValue))).toEqual([]);
  });

  test.concurrent.each(['an unknown flag', 'a tool', 'a dialect', 'an account', 'an address'])(
    '%s of a hundred kilobytes',
    async (way) => {
      expect(await harmOf(WAYS[way]?.(hostileValues['a hundred kilobytes']) ?? [])).toEqual([]);
    },
  );

  test.concurrent('a variable of the environment', async () => {
    const value = hostileValue;
    expect(await harmOf(['stdio'], { [`CHAT_OPERATIONS_${value.replaceAll('=', '')}`]: 'x' })).toEqual([]);
    expect(await harmOf(['stdio', '--sandbox'], { CHAT_OPERATIONS_TIMEZONE: value })).toEqual([]);
    expect(await harmOf(['stdio', '--sandbox'], { CHAT_OPERATIONS_CA_FILE: `${value.slice(0, 100)}.pem` })).toEqual([]);
  });

  test.concurrent('keys and values of a settings file', async () => {
    const value = hostileValue;
    const [bot] = [desk.configuration['bots']].flat();
    const changes: object[] = [
      { [value]: 1 },
      { codes: { [value]: 1 } },
      { codes: { chat_ended_by: { [value]: value } } },
      { bots: [{ ...Object(bot), [value]: 1 }] },
      { bots: [{ ...Object(bot), name: value }] },
      { bots: [{ ...Object(bot), tokenEnv: value }] },
      { maximum_age_seconds: { [value]: 1 } },
      { accounts: [{ name: value }] },
      { accounts: [{ name: 'north', [value]: 1 }] },
      { timezone: value },
    ];
    for (const change of changes) {
      const config = await desk.configure({ ...change });
      const { code, err, out } = await runProgram(['stdio', '--config', config], desk.environment);
      // A strange name of a bot may be meant.
      expect(code === 0 ? 'bots' in change : err !== '').toBe(true);
      expect([...harmIn(out), ...harmIn(err)], JSON.stringify(change).slice(0, 80)).toEqual([]);
    }
    const doctor = await runProgram(
      ['doctor', '--config', await desk.configure({ [value]: 1, timezone: value })],
      desk.environment,
    );
    expect([...harmIn(doctor.out), ...harmIn(doctor.err)]).toEqual([]);
  });
});

test.each(Object.entries(hostileValues))(
  'P2: on a terminal, where what goes wrong is told in lines: %s',
  (_what, value) => {
    const said = endWords([trusted`There is no flag "${quotation(CallerText.parse(value))}".`], true);
    expect(harmIn(said)).toEqual([]);
    expect(said.split('\n')).toHaveLength(2);
    let line = '';
    const log = createLog('warn', { isTTY: true, write: (text) => (line += text) });
    log.warn(`The file ${value.slice(0, 200)} can be read by others.`);
    expect(harmIn(line.replace('\r\u001B[K', '').trimEnd())).toEqual([]);
    expect(line.trimEnd()).not.toContain('\n');
  },
);

test('P2: what is searched for and sent stays as it was given', async () => {
  const config = join(desk.folder, 'a  b\u202E[x](y).json');
  await writeFile(config, JSON.stringify({ ...desk.configuration, archive: 'memory' }), { mode: 0o600 });
  const { code, out } = await runProgram(['call', 'list_support_agents', '--config', config], desk.environment);
  expect(code).toBe(0);
  expect(out).toContain(`**${desk.sandbox.world.agents.length} agents**`);
});
