import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { startOn, type Host, type ServerStart } from '../../../src/commands/hosts/host.ts';
import { HOSTS } from '../../../src/commands/hosts/hosts.ts';
import { fileOf, isInstalled, ownMachine, type Machine } from '../../../src/commands/hosts/machine.ts';
import { addTo } from '../../../src/commands/hosts/register.ts';
import { offerHosts } from '../../../src/commands/setup/offer-hosts.ts';
import { UnattendedDialogue } from '../../../src/commands/setup/unattended-dialogue.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { newHome, type Home } from '../setup/home.ts';

const START: ServerStart = {
  command: 'npx',
  args: ['-y', 'chat-operations-mcp', 'stdio', '--config', '/my desk.json'],
};

function host(id: string): Host {
  const found = HOSTS.find((one) => one.id === id);
  if (found === undefined) throw new Error(id);
  return found;
}

function machine(platform: Machine['platform'], there: readonly string[] = [], environment = {}): Machine {
  const home = platform === 'win32' ? String.raw`C:\Users\ann` : '/home/ann';
  return { platform, home, environment, exists: (path) => there.includes(path) };
}

test.each([
  ['cursor', 'linux', '/home/ann/.cursor/mcp.json'],
  ['cursor', 'win32', String.raw`C:\Users\ann\.cursor\mcp.json`],
  ['claude-desktop', 'linux', undefined],
  ['claude-desktop', 'darwin', '/home/ann/Library/Application Support/Claude/claude_desktop_config.json'],
  ['claude-desktop', 'win32', String.raw`C:\Users\ann\AppData\Roaming\Claude\claude_desktop_config.json`],
  ['jan', 'linux', undefined],
] as const)('%s on %s keeps its servers in %s', (id, platform, file) => {
  expect(fileOf(host(id), machine(platform))).toBe(file);
});

test('a variable moves the file of a host', () => {
  const moved = (variable: string) => fileOf(host('crush'), machine('linux', [], { XDG_CONFIG_HOME: variable }));
  expect([moved('/x'), moved('')]).toStrictEqual(['/x/crush/crush.json', '/home/ann/.config/crush/crush.json']);
  const onWindows = machine('win32', [], { APPDATA: String.raw`D:\data` });
  expect(fileOf(host('claude-desktop'), onWindows)).toBe(String.raw`D:\data\Claude\claude_desktop_config.json`);
});

test('a host is installed where the folder of its file or its program is', () => {
  expect(isInstalled(host('zed'), machine('linux', ['/home/ann/.config/zed']))).toBe(true);
  const path = { PATH: '/bin:/opt/bin:' };
  expect(isInstalled(host('codex'), machine('linux', ['/opt/bin/codex'], path))).toBe(true);
  expect(isInstalled(host('codex'), machine('linux', ['codex'], path))).toBe(false);
  const onWindows = { Path: String.raw`C:\bin;D:\tools` };
  expect(isInstalled(host('codex'), machine('win32', [String.raw`D:\tools\codex.cmd`], onWindows))).toBe(true);
  expect(HOSTS.filter((one) => isInstalled(one, machine('linux', ['/home/ann'])))).toEqual([]);
});

test('on Windows a shell runs npx and the installed command, and nothing else', () => {
  expect(startOn('win32', START)).toEqual({ command: 'cmd', args: ['/c', 'npx', ...START.args] });
  expect(startOn('linux', START)).toBe(START);
  const node = { command: String.raw`C:\node\node.exe`, args: [] };
  expect(startOn('win32', node)).toBe(node);
});

/** Puts a program on the search path of a home that writes down what it is given, says something, and ends with this code. */
async function putProgram(home: Home, name: string, code = 0, says = 'is \\033[31mthere'): Promise<string> {
  const path = join(home.path, 'bin', name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(
    path,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${path}.args'\nprintf 'first\\nIt ${says}\\n' >&2\nexit ${code}\n`,
  );
  await chmod(path, 0o755);
  return `${path}.args`;
}

const machineOf = (home: Home): Machine => ({
  ...ownMachine({ HOME: home.path, USERPROFILE: home.path, PATH: join(home.path, 'bin') }),
  platform: 'linux',
});

async function offered(home: Home, ids: readonly string[]): Promise<string> {
  const said: string[] = [];
  const dialogue = new UnattendedDialogue({ write: (text) => said.push(text) });
  await offerHosts(START, ids, machineOf(home), { dialogue, clock: () => epochMillis(0) });
  return said.join('');
}

test.each([
  ['claude-code', 'claude', ['mcp', 'add', 'chat-operations', '--scope', 'user', '--', 'npx', ...START.args]],
  ['codex', 'codex', ['mcp', 'add', 'chat-operations', '--', 'npx', ...START.args]],
  ['opencode', 'opencode', ['mcp', 'add', 'chat-operations', '--', 'npx', ...START.args]],
  ['gemini-cli', 'gemini', ['mcp', 'add', '--scope', 'user', 'chat-operations', 'npx', '--', ...START.args]],
  ['qwen-code', 'qwen', ['mcp', 'add', '--scope', 'user', 'chat-operations', 'npx', '--', ...START.args]],
  ['copilot-cli', 'copilot', ['mcp', 'add', 'chat-operations', '--', 'npx', ...START.args]],
  ['cline', 'cline', ['mcp', 'add', 'chat-operations', '--yes', '--', 'npx', ...START.args]],
  ['vs-code', 'code', ['--add-mcp', JSON.stringify({ name: 'chat-operations', ...START })]],
] as const)('%s adds the server by its own command', async (id, program, args) => {
  await using home = await newHome();
  const given = await putProgram(home, program);
  expect(await offered(home, [id])).toBe(`✓ Added to ${host(id).name}\n`);
  expect((await readFile(given, 'utf8')).trimEnd().split('\n')).toStrictEqual([...args]);
});

test.each([
  ['claude-code', 'claude', 'already exists in user config', 'claude mcp remove --scope user chat-operations'],
  ['copilot-cli', 'copilot', 'already exists', undefined],
  ['cline', 'cline', 'is already configured', undefined],
])('%s, whose command says that the server exists, is told to have it already', async (id, program, says, remove) => {
  await using home = await newHome();
  await putProgram(home, program, 1, says);
  const then = remove === undefined ? '' : ` To replace it, run this before setup: ${remove}`;
  expect(await offered(home, [id])).toBe(
    `✓ ${host(id).name} has a server named chat-operations already and keeps it.${then}\n`,
  );
});

test('a command of a host gets no secret of the environment, and nothing to read', async () => {
  await using home = await newHome();
  const path = join(home.path, 'bin', 'codex');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\nexport -p > '${path}.environment'\nwhile read -r line; do :; done\n`);
  await chmod(path, 0o755);
  const secrets = {
    CHAT_OPERATIONS_PASSWORD: 'hush-1',
    CHAT_OPERATIONS_BASE_URL: 'hush-2',
    BOT_TOKEN_A: 'hush-3',
    my_password: 'hush-4',
    ClientSecret: 'hush-5',
  };
  const { environment, ...rest } = machineOf(home);
  const added = await addTo(host('codex'), START, { ...rest, environment: { ...environment, ...secrets } }, 0);
  expect(added.isAdded).toBe(true);
  const given = await readFile(`${path}.environment`, 'utf8');
  expect(given).toContain(`${home.path}/bin`);
  expect(given).not.toContain('hush');
});

test('a command that fails says why, and is shown', async () => {
  await using home = await newHome();
  await putProgram(home, 'codex', 3);
  const said = await offered(home, ['codex']);
  expect(said).toMatch(/^! Codex was not changed: its command said: It is .*there\n/);
  expect(said).not.toContain('\u001B');
  expect(said).toMatch(/run this in a terminal:\n\ncodex mcp add chat-operations -- npx .* '\/my desk\.json'\n/);
});

test('Windows runs the script of a host only with words that no shell reads otherwise', async () => {
  await using home = await newHome();
  const there = [String.raw`D:\codex.cmd`];
  const onWindows = { ...machine('win32', there, { PATH: 'D:\\' }), home: home.path };
  const added = await addTo(host('codex'), START, onWindows, 0);
  expect('text' in added && added.text).toBe(
    'codex mcp add chat-operations -- cmd /c npx -y chat-operations-mcp stdio --config "/my desk.json"',
  );
});

test('a line to paste on Windows is quoted as its programs read it', async () => {
  const node = { command: String.raw`C:\node\node.exe`, args: ['C:\\my "desk"\\', 'a&b', ''] };
  const added = await addTo(host('codex'), node, machine('win32'), 0);
  expect('text' in added && added.text).toBe(
    String.raw`codex mcp add chat-operations -- C:\node\node.exe "C:\my \"desk\"\\" "a&b" ""`,
  );
});

test('a host without a program here gets the entry in its file, and a copy is kept', async () => {
  await using home = await newHome();
  const file = join(home.path, '.config', 'Code', 'User', 'mcp.json');
  expect(await offered(home, ['vs-code'])).toContain(`Added to VS Code (GitHub Copilot): ${file}\n`);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    servers: { 'chat-operations': { type: 'stdio', ...START } },
  });
  expect(await offered(home, ['vs-code'])).toContain('has the entry already');
  await writeFile(file, '{"servers": {}, "inputs": []}');
  expect(await offered(home, ['vs-code'])).toContain(`(as it was: ${file}.before-19700101-000000)`);
  expect(existsSync(`${file}.before-19700101-000000`)).toBe(true);
  await writeFile(file, '{"servers": {"chat-operations": {"command": "other"}}}');
  expect(await offered(home, ['vs-code'])).toMatch(/! VS Code .* was not changed: .* another server of the same name/);
});

test.each([
  ['claude-desktop', false],
  ['crush', false],
  ['cursor', false],
  ['junie', false],
  ['lm-studio', false],
  ['vs-code', true],
  ['windsurf', false],
  ['zed', true],
])('a file of %s with a comment is changed: %s', async (id, isChanged) => {
  await using home = await newHome();
  const own: Machine = { ...machineOf(home), platform: 'darwin' };
  const file = fileOf(host(id), own) ?? '';
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '{ // mine\n}\n');
  const added = await addTo(host(id), START, own, 0);
  expect(added.isAdded).toBe(isChanged);
  if (isChanged) return;
  expect(await readFile(file, 'utf8')).toBe('{ // mine\n}\n');
  expect(added).toMatchObject({ why: `${file} is not valid JSON`, todo: `put this into ${file}` });
});

test.each([
  [
    'continue',
    'put this into ~/.continue/config.yaml:',
    '\nmcpServers:\n  - {"name":"chat-operations","command":"npx",',
  ],
  ['goose', 'put this into ~/.config/goose/config.yaml', '\nextensions:\n  chat-operations: {"type":"stdio",'],
  ['jetbrains', 'put this into Settings, Tools, AI Assistant', '"mcpServers": {'],
  ['jan', 'put this into Settings, MCP Servers', '\ncommand: npx\nargument: -y\n'],
  ['claude-desktop', 'put this into its settings:', '"mcpServers": {'],
  ['codex', 'run this in a terminal:', '\ncodex mcp add chat-operations -- npx '],
])('of %s it is said: %s', async (id, where, text) => {
  await using home = await newHome();
  const said = await offered(home, [id]);
  expect(said).toContain(`To add the server to ${host(id).name}, ${where}`);
  expect(said).toContain(text);
  expect(await home.files()).toStrictEqual([]);
});
