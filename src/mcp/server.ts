import { McpServer } from '@modelcontextprotocol/server';
import { VERSION } from '../model/version.ts';
import { CATALOGUE } from './catalogue.ts';
import type { DeskToOpen } from './desk.ts';
import { registerPrompt } from './registration/register-prompt.ts';
import { registerResource } from './registration/register-resource.ts';
import { answerTools } from './registration/register-tool.ts';

/** The tool that is there only where a chatbot is configured. */
const FOR_CHATBOTS = 'send_chatbot_webhook';

/** Answers and definitions name tools, whichever are registered. */
const CHOSEN_WORDS =
  'Some tools of this server are switched off: where an answer names one that you do not have, leave that step out.';

/** Lists of tools, prompts and resources are the same for everybody, for as long as this version runs. */
const LISTS = { ttlMs: 300_000, cacheScope: 'public' } as const;

const IDENTITY = { name: 'chat-operations-mcp', title: 'Chat operations', version: VERSION };
const OPTIONS = {
  cacheHints: {
    'tools/list': LISTS,
    'prompts/list': LISTS,
    'resources/templates/list': LISTS,
    'resources/list': { ttlMs: 10_000, cacheScope: 'private' },
  },
} as const;

const { instructions, tools, prompts, resources } = CATALOGUE;

/**
 * Makes a server for one connection or one request; it serves both protocol eras. What answers is loaded, and the desk
 * opened, by the first question. Where `method` names what the only request is, the server has what answers this.
 */
export function createServer(desk: DeskToOpen, method?: string): McpServer {
  const { hasChatbots, tools: chosen } = desk;
  const isRegistered = (tool: string): boolean =>
    (hasChatbots || tool !== FOR_CHATBOTS) && (chosen === undefined || chosen.has(tool));
  const words = chosen === undefined ? instructions : `${instructions} ${CHOSEN_WORDS}`;
  const server = new McpServer(IDENTITY, { ...OPTIONS, instructions: words });
  answerTools(server, desk, Object.fromEntries(Object.entries(tools).filter(([name]) => isRegistered(name))));
  if (method?.startsWith('tools/') === true) return server;
  for (const resource of Object.entries(resources)) registerResource(server, desk, ...resource);
  // Nobody can follow a prompt without the tools that it names.
  for (const prompt of Object.entries(prompts)) {
    if (prompt[1].tools.every(isRegistered)) registerPrompt(server, desk, ...prompt);
  }
  return server;
}
