import { expect, test } from 'vitest';
import { entryOf } from '../../../src/commands/hosts/entries.ts';
import type { ServerStart } from '../../../src/commands/hosts/host.ts';
import { HOSTS, isInstalled, settingsFileOf, type Machine } from '../../../src/commands/hosts/hosts.ts';

const START: ServerStart = { command: 'npx', args: ['-y', 'chat-operations-mcp', 'stdio', '--config', '/desk.json'] };

function host(id: string): (typeof HOSTS)[number] {
  const found = HOSTS.find((host) => host.id === id);
  if (found === undefined) throw new Error(id);
  return found;
}

function machine(platform: Machine['platform'], there: readonly string[] = [], environment = {}): Machine {
  const home = platform === 'win32' ? String.raw`C:\Users\ann` : '/home/ann';
  return { platform, home, environment, exists: (path) => there.includes(path) };
}

test('each host has a page of its own and says where its facts are from', () => {
  expect(new Set(HOSTS.map(({ id }) => id)).size).toBe(HOSTS.length);
  for (const { id, source, settings, entry } of HOSTS) {
    expect(id).toMatch(/^[a-z-]+$/);
    expect(source.url).toMatch(/^https:\/\//);
    expect(source.on).toMatch(/^2026-\d\d-\d\d$/);
    if (settings !== undefined) expect(entry, id).toBeDefined();
  }
});

test.each([
  ['claude-code', 'linux', '/home/ann/.claude.json'],
  ['claude-code', 'win32', String.raw`C:\Users\ann\.claude.json`],
  ['codex', 'darwin', '/home/ann/.codex/config.toml'],
  ['codex', 'win32', String.raw`C:\Users\ann\.codex\config.toml`],
  ['claude-desktop', 'linux', undefined],
  ['claude-desktop', 'darwin', '/home/ann/Library/Application Support/Claude/claude_desktop_config.json'],
  ['claude-desktop', 'win32', String.raw`C:\Users\ann\AppData\Roaming\Claude\claude_desktop_config.json`],
  ['goose', 'win32', String.raw`C:\Users\ann\AppData\Roaming\Block\goose\config\config.yaml`],
  ['jan', 'linux', undefined],
] as const)('%s on %s keeps its servers in %s', (id, platform, file) => {
  expect(settingsFileOf(host(id), machine(platform))).toBe(file);
});

test('a variable of the host moves its file', () => {
  const moved = (id: string, environment: Record<string, string>) =>
    settingsFileOf(host(id), machine('linux', [], environment));
  expect(moved('codex', { CODEX_HOME: '/x' })).toBe('/x/config.toml');
  expect(moved('codex', { CODEX_HOME: '' })).toBe('/home/ann/.codex/config.toml');
  expect(moved('opencode', { XDG_CONFIG_HOME: '/x' })).toBe('/x/opencode/opencode.json');
  expect(moved('gemini-cli', { GEMINI_CLI_HOME: '/x' })).toBe('/x/.gemini/settings.json');
  const onWindows = machine('win32', [], { APPDATA: String.raw`D:\data` });
  expect(settingsFileOf(host('claude-desktop'), onWindows)).toBe(String.raw`D:\data\Claude\claude_desktop_config.json`);
});

test('of several names the file that exists counts', () => {
  const there = ['/home/ann/.config/opencode/opencode.jsonc'];
  expect(settingsFileOf(host('opencode'), machine('linux', there))).toBe(there[0]);
});

test('a host is installed where its settings, its folder or its program are', () => {
  expect(isInstalled(host('claude-code'), machine('linux', ['/home/ann']))).toBe(false);
  expect(isInstalled(host('claude-code'), machine('linux', ['/home/ann/.claude.json']))).toBe(true);
  expect(isInstalled(host('zed'), machine('linux', ['/home/ann/.config/zed']))).toBe(true);
  const path = { PATH: '/bin:/opt/bin:' };
  expect(isInstalled(host('codex'), machine('linux', ['/opt/bin/codex'], path))).toBe(true);
  expect(isInstalled(host('codex'), machine('linux', ['codex'], path))).toBe(false);
  const onWindows = { Path: String.raw`C:\bin;D:\tools` };
  expect(isInstalled(host('codex'), machine('win32', [String.raw`D:\tools\codex.cmd`], onWindows))).toBe(true);
  expect(HOSTS.filter((host) => isInstalled(host, machine('linux')))).toEqual([]);
});

test('on Windows a shell runs npx and the installed command, and nothing else', () => {
  expect(entryOf(host('cursor'), 'win32', START)).toEqual({ command: 'cmd', args: ['/c', 'npx', ...START.args] });
  expect(entryOf(host('cursor'), 'linux', START)).toEqual({ command: 'npx', args: START.args });
  const installed = { command: 'chat-operations-mcp', args: ['stdio'] };
  expect(entryOf(host('cursor'), 'win32', installed)).toEqual({
    command: 'cmd',
    args: ['/c', 'chat-operations-mcp', 'stdio'],
  });
  expect(entryOf(host('cursor'), 'linux', installed)).toEqual(installed);
  const node = { command: String.raw`C:\node\node.exe`, args: [] };
  expect(entryOf(host('cursor'), 'win32', node)).toEqual(node);
  expect(entryOf(host('opencode'), 'win32', START)).toMatchObject({ command: ['cmd', '/c', 'npx', ...START.args] });
  expect(entryOf(host('chatgpt'), 'linux', START)).toBeUndefined();
});

// What the commands of the hosts wrote themselves, on 2026-11-22 in the versions that the table names.
test.each([
  ['claude-code', { type: 'stdio', command: 'npx', args: ['-y', 'p'], env: { A: 'b' } }],
  ['codex', { command: 'npx', args: ['-y', 'p'], env: { A: 'b' } }],
  ['opencode', { type: 'local', command: ['npx', '-y', 'p'], environment: { A: 'b' } }],
  ['gemini-cli', { command: 'npx', args: ['-y', 'p'], env: { A: 'b' } }],
  ['qwen-code', { command: 'npx', args: ['-y', 'p'], env: { A: 'b' } }],
  ['copilot-cli', { tools: ['*'], type: 'local', command: 'npx', args: ['-y', 'p'], env: { A: 'b' } }],
])('the entry of %s is what its own command writes', (id, written) => {
  const start = { command: 'npx', args: ['-y', 'p'], environment: { A: 'b' } };
  expect(entryOf(host(id), 'linux', start)).toEqual(id === 'opencode' ? { ...written, enabled: true } : written);
});

test.each([
  ['claude-code', 'claude mcp add chat-operations --scope user --env A=b -- npx -y p'],
  ['codex', 'codex mcp add chat-operations --env A=b -- npx -y p'],
  ['opencode', 'opencode mcp add chat-operations --env A=b -- npx -y p'],
  ['gemini-cli', 'gemini mcp add --scope user --env A=b chat-operations npx -- -y p'],
  ['qwen-code', 'qwen mcp add --scope user --env A=b chat-operations npx -- -y p'],
  ['copilot-cli', 'copilot mcp add chat-operations --env A=b -- npx -y p'],
  ['vs-code', 'code --add-mcp {"name":"chat-operations","command":"npx","args":["-y","p"],"env":{"A":"b"}}'],
])('%s has a command that adds the server', (id, words) => {
  const start = { command: 'npx', args: ['-y', 'p'], environment: { A: 'b' } };
  expect(host(id).addCommand?.(start).join(' ')).toBe(words);
});
