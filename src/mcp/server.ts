import { McpServer } from '@modelcontextprotocol/server';
import { VERSION } from '../model/version.ts';
import { CATALOGUE } from './catalogue.ts';
import type { DeskToOpen } from './desk.ts';
import { registerPrompt } from './registration/prompt.ts';
import { registerResource } from './registration/resource.ts';
import { registerTool } from './registration/tool.ts';

/** What is there only where a chatbot is configured. */
const FOR_CHATBOTS: ReadonlySet<string> = new Set(['send_chatbot_webhook', 'send_to_chatbot']);

/** Lists of tools, prompts and resources are the same for everybody, for as long as this version runs. */
const LISTS = { ttlMs: 300_000, cacheScope: 'public' } as const;

/**
 * Makes a server for one connection or one request; it serves both protocol eras. What answers is loaded, and the desk
 * opened, by the first question.
 */
export function createServer(desk: DeskToOpen): McpServer {
  const server = new McpServer(
    { name: 'chat-operations-mcp', title: 'Chat operations', version: VERSION },
    {
      instructions: CATALOGUE.instructions,
      cacheHints: {
        'tools/list': LISTS,
        'prompts/list': LISTS,
        'resources/templates/list': LISTS,
        'resources/list': { ttlMs: 10_000, cacheScope: 'private' },
      },
    },
  );
  const isThere = ([name]: readonly [string, unknown]): boolean => desk.hasChatbots || !FOR_CHATBOTS.has(name);
  for (const tool of Object.entries(CATALOGUE.tools).filter(isThere)) registerTool(server, desk, ...tool);
  for (const resource of Object.entries(CATALOGUE.resources)) registerResource(server, desk, ...resource);
  for (const prompt of Object.entries(CATALOGUE.prompts).filter(isThere)) registerPrompt(server, desk, ...prompt);
  return server;
}
