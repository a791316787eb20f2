import type { JsonObject } from '../../model/json.ts';
import { SERVER_NAME, snippetOf, usualEntry, type Host, type ServerStart } from './host.ts';

const SERVERS = 'mcpServers';

/** The well-known hosts that start servers, in the order in which they are shown. */
export const HOSTS: readonly Host[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    programs: ['claude'],
    addCommand: mcpAdd('claude', '--scope', 'user'),
    removeCommand: ['claude', 'mcp', 'remove', '--scope', 'user', SERVER_NAME],
  },
  { id: 'codex', name: 'Codex', programs: ['codex'], addCommand: mcpAdd('codex') },
  { id: 'opencode', name: 'opencode', programs: ['opencode'], addCommand: mcpAdd('opencode') },
  { id: 'gemini-cli', name: 'Gemini CLI', programs: ['gemini'], addCommand: scopedMcpAdd('gemini') },
  { id: 'qwen-code', name: 'Qwen Code', programs: ['qwen'], addCommand: scopedMcpAdd('qwen') },
  { id: 'copilot-cli', name: 'Copilot CLI', programs: ['copilot'], addCommand: mcpAdd('copilot') },
  { id: 'cline', name: 'Cline', programs: ['cline'], addCommand: mcpAdd('cline', '--yes') },
  {
    id: 'continue',
    name: 'Continue (cn and its editor extensions)',
    programs: ['cn'],
    byHand: {
      where: '~/.continue/config.yaml',
      // YAML holds JSON.
      text: (start) => `${SERVERS}:\n  - ${JSON.stringify({ name: SERVER_NAME, ...usualEntry(start) })}`,
    },
  },
  {
    id: 'goose',
    name: 'goose (terminal and desktop)',
    programs: ['goose'],
    byHand: {
      where: '~/.config/goose/config.yaml (on Windows %APPDATA%\\Block\\goose\\config\\config.yaml)',
      text: (start) => `extensions:\n  ${SERVER_NAME}: ${JSON.stringify(gooseEntry(start))}`,
    },
  },
  {
    id: 'crush',
    name: 'Crush',
    programs: ['crush'],
    file: { path: '~/.config/crush/crush.json', movedBy: ['XDG_CONFIG_HOME', 'crush/crush.json'], key: 'mcp' },
    entry: (start) => ({ type: 'stdio', ...usualEntry(start) }),
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    file: {
      path: {
        darwin: '~/Library/Application Support/Claude/claude_desktop_config.json',
        win32: '%APPDATA%/Claude/claude_desktop_config.json',
      },
      key: SERVERS,
    },
  },
  { id: 'lm-studio', name: 'LM Studio', programs: ['lms'], file: { path: '~/.lmstudio/mcp.json', key: SERVERS } },
  {
    id: 'jan',
    name: 'Jan',
    byHand: {
      where: 'Settings, MCP Servers, + Add MCP Server, transport STDIO: one field each',
      text: ({ command, args }) => [`command: ${command}`, ...args.map((arg) => `argument: ${arg}`)].join('\n'),
    },
  },
  {
    id: 'vs-code',
    name: 'VS Code (GitHub Copilot)',
    programs: ['code'],
    addCommand: (start) => ['code', '--add-mcp', JSON.stringify({ name: SERVER_NAME, ...usualEntry(start) })],
    file: {
      path: {
        linux: '~/.config/Code/User/mcp.json',
        darwin: '~/Library/Application Support/Code/User/mcp.json',
        win32: '%APPDATA%/Code/User/mcp.json',
      },
      key: 'servers',
      allowsComments: true,
    },
    entry: (start) => ({ type: 'stdio', ...usualEntry(start) }),
  },
  { id: 'cursor', name: 'Cursor', programs: ['cursor'], file: { path: '~/.cursor/mcp.json', key: SERVERS } },
  {
    id: 'windsurf',
    name: 'Windsurf (Devin Desktop)',
    programs: ['windsurf'],
    file: { path: '~/.codeium/windsurf/mcp_config.json', key: SERVERS },
  },
  {
    id: 'zed',
    name: 'Zed',
    programs: ['zed', 'zeditor'],
    file: {
      path: {
        linux: '~/.config/zed/settings.json',
        darwin: '~/.config/zed/settings.json',
        win32: '%APPDATA%/Zed/settings.json',
      },
      key: 'context_servers',
      allowsComments: true,
    },
    entry: (start) => ({ source: 'custom', ...usualEntry(start) }),
  },
  {
    id: 'junie',
    name: 'JetBrains IDEs: Junie',
    programs: ['junie'],
    file: { path: '~/.junie/mcp/mcp.json', key: SERVERS },
  },
  {
    id: 'jetbrains',
    name: 'JetBrains IDEs: AI Assistant',
    byHand: {
      where: 'Settings, Tools, AI Assistant, Model Context Protocol (MCP), Add',
      text: (start) => snippetOf(SERVERS, usualEntry(start)),
    },
  },
];

function mcpAdd(program: string, ...flags: readonly string[]): NonNullable<Host['addCommand']> {
  return ({ command, args }) => [program, 'mcp', 'add', SERVER_NAME, ...flags, '--', command, ...args];
}

function scopedMcpAdd(program: string): NonNullable<Host['addCommand']> {
  return ({ command, args }) => [program, 'mcp', 'add', '--scope', 'user', SERVER_NAME, command, '--', ...args];
}

function gooseEntry({ command, args }: ServerStart): JsonObject {
  return { type: 'stdio', name: SERVER_NAME, enabled: true, cmd: command, args, env_keys: [], envs: {}, timeout: 300 };
}
