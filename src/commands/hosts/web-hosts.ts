import type { Host } from './host.ts';

const READ_ON = '2026-11-22';

/** Assistants in a browser. Their makers' machines ask the server, which this version does not serve: it answers this machine alone. */
export const WEB_HOSTS: readonly Host[] = [
  {
    id: 'claude-ai',
    name: 'Claude on the web and on phones',
    kind: 'web',
    programs: [],
    byHand: 'Customize, Connectors takes servers that its maker reaches over the internet.',
    handsOn: 'none: nothing is started on this machine',
    notes: ['Use Claude Desktop or Claude Code on the machine that runs the server.'],
    source: {
      url: 'https://support.claude.com/en/articles/11503834-building-custom-integrations-via-remote-mcp-servers',
      on: READ_ON,
    },
  },
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    kind: 'web',
    programs: [],
    byHand: 'Settings, Connectors (developer mode) takes servers that its maker reaches over the internet.',
    handsOn: 'none: nothing is started on this machine',
    notes: [
      'Use Codex on the machine that runs the server.',
      'This was checked in what others write of it, not on the page itself.',
    ],
    source: { url: 'https://developers.openai.com/apps-sdk/deploy/connect-chatgpt', on: READ_ON },
  },
];
