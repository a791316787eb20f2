import { usualEntry, type Host } from './host.ts';

const READ_ON = '2026-11-22';

/** Applications of the desktop. None of them can be run here: all is from their makers' documentation. */
export const DESKTOP_HOSTS: readonly Host[] = [
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    kind: 'desktop',
    programs: [],
    settings: {
      format: 'json',
      folders: { darwin: '~/Library/Application Support/Claude', win32: '%APPDATA%\\Claude' },
      names: ['claude_desktop_config.json'],
      key: 'mcpServers',
    },
    byHand:
      'Settings, Developer, Edit Config. Or open the bundle, the file that ends in .mcpb: Settings, Extensions, Advanced settings, Install Extension; it asks for the settings.',
    entry: usualEntry,
    handsOn: 'some (such as HOME and PATH); a setting needs the entry or --config',
    notes: [
      'The path was checked in what others quote of that documentation, not on the page itself.',
      'Quit it wholly and start it again after a change.',
      'One comma too many in the file, and it shows no servers at all.',
      'A server that is reached over HTTP goes through the cloud of its maker (Settings, Connectors), and so cannot be on this machine.',
    ],
    source: { url: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers', on: READ_ON },
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    kind: 'desktop',
    programs: ['lms'],
    settings: {
      format: 'json',
      folders: { linux: '~/.lmstudio', darwin: '~/.lmstudio', win32: '%USERPROFILE%\\.lmstudio' },
      names: ['mcp.json'],
      key: 'mcpServers',
    },
    byHand: 'The tab Program on the right, Install, Edit mcp.json.',
    entry: usualEntry,
    httpEntry: (url) => ({ url }),
    handsOn: 'not documented',
    notes: [
      'Older installations keep the file elsewhere (~/.cache/lm-studio): edit it in the application where there is no ~/.lmstudio.',
      'A model with a small context has little room left beside the tool descriptions.',
    ],
    source: { url: 'https://lmstudio.ai/docs/app/mcp', on: READ_ON },
  },
  {
    id: 'jan',
    name: 'Jan',
    kind: 'desktop',
    programs: [],
    byHand:
      'Settings, MCP Servers, + Add MCP Server, transport STDIO: command and arguments as below, one field each; then switch it on.',
    entry: usualEntry,
    httpEntry: (url) => ({ type: 'http', url }),
    handsOn: 'not documented',
    notes: ['A call may take 30 seconds by default; the setting Tool call timeout makes it longer.'],
    source: { url: 'https://jan.ai/docs/desktop/integrations/mcp-servers', on: READ_ON },
  },
];
