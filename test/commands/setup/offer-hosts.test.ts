import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Choice } from '../../../src/commands/setup/dialogue.ts';
import { offerHosts, ownMachine } from '../../../src/commands/setup/offer-hosts.ts';
import { UnattendedDialogue } from '../../../src/commands/setup/unattended-dialogue.ts';
import { epochMillis } from '../../../src/model/time/units.ts';

const home = mkdtempSync(join(tmpdir(), 'chat-operations-test-'));
afterAll(() => rmSync(home, { recursive: true }));

const path = join(home, '.gemini', 'settings.json');

/** Chooses every host, after something else has written its file. */
class SlowChoice extends UnattendedDialogue {
  readonly #meanwhile: string;

  constructor(meanwhile: string, said: string[]) {
    super({ write: (text) => said.push(text) });
    this.#meanwhile = meanwhile;
  }

  override several<Value extends string>(_message: string, choices: readonly Choice<Value>[]): Promise<Value[]> {
    writeFileSync(path, this.#meanwhile);
    return Promise.resolve(choices.map(({ value }) => value));
  }
}

async function offered(meanwhile: string): Promise<string> {
  mkdirSync(join(home, '.gemini'), { recursive: true });
  writeFileSync(path, '{"theme": "light"}');
  const said: string[] = [];
  const start = { command: 'npx', args: ['-y', 'chat-operations-mcp', 'stdio'] };
  const machine = ownMachine({ HOME: home, USERPROFILE: home, PATH: '' });
  await offerHosts(start, undefined, machine, {
    dialogue: new SlowChoice(meanwhile, said),
    clock: () => epochMillis(0),
  });
  return said.join('');
}

test('an assistant that was asked for but has no known settings file here is named', async () => {
  const said: string[] = [];
  const machine = { ...ownMachine({ HOME: home, USERPROFILE: home, PATH: '' }), platform: 'linux' as const };
  await offerHosts({ command: 'node', args: ['stdio'] }, ['claude-desktop', 'codex'], machine, {
    dialogue: new UnattendedDialogue({ write: (text) => said.push(text) }),
    clock: () => epochMillis(0),
  });
  expect(said.join('')).toContain('Claude Desktop was not changed: no settings file of it is known on Linux.');
  expect(said.join('')).not.toContain('Codex was not changed');
});

test('what a host wrote into its file while somebody chose stays', async () => {
  await offered('{"theme": "dark", "seen": 7}');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    theme: 'dark',
    seen: 7,
    mcpServers: { 'chat-operations': { command: 'npx' } },
  });
});

test('a file that cannot be changed any more stays, and that is said', async () => {
  const meanwhile = '{"mcpServers": {"chat-operations": {"command": "other"}}}';
  expect(await offered(meanwhile)).toContain('another server of the same name');
  expect(readFileSync(path, 'utf8')).toBe(meanwhile);
});
