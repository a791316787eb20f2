import type { Host } from './host.ts';

const READ_ON = '2026-11-22';

/** Assistants in a browser. Their makers' machines call the server, so it runs as `http` at a public address. None was run with it. */
export const WEB_HOSTS: readonly Host[] = [
  {
    id: 'claude-ai',
    name: 'Claude on the web and on phones',
    kind: 'web',
    programs: [],
    byHand: 'Then add that address, with /mcp at its end, under Customize, Connectors.',
    handsOn: 'none: nothing is started on this machine',
    notes: ['Without a public address, use Claude Desktop or Claude Code on the machine that has the server.'],
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
    byHand: 'Then add that address, with /mcp at its end, under Settings, Connectors (developer mode).',
    handsOn: 'none: nothing is started on this machine',
    notes: [
      'Without a public address, use Codex on the machine that has the server.',
      'This is from what others write about that page, not from the page itself.',
    ],
    source: { url: 'https://developers.openai.com/apps-sdk/deploy/connect-chatgpt', on: READ_ON },
  },
];
