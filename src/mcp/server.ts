import { McpServer } from '@modelcontextprotocol/server';
import { VERSION } from '../model/version.ts';
import { CATALOGUE } from './catalogue.ts';
import type { DeskToOpen } from './desk.ts';
import { registerPrompt } from './registration/register-prompt.ts';
import { registerResource } from './registration/register-resource.ts';
import { answerTools } from './registration/register-tool.ts';

/** The tools and prompts that are there only where a chatbot is configured. */
const FOR_CHATBOTS: ReadonlySet<string> = new Set(['send_chatbot_webhook', 'send_to_chatbot']);

/** Lists of tools, prompts and resources are the same for everybody, for as long as this version runs. */
const LISTS = { ttlMs: 300_000, cacheScope: 'public' } as const;

const IDENTITY = { name: 'chat-operations-mcp', title: 'Chat operations', version: VERSION };
const OPTIONS = {
  instructions: CATALOGUE.instructions,
  cacheHints: {
    'tools/list': LISTS,
    'prompts/list': LISTS,
    'resources/templates/list': LISTS,
    'resources/list': { ttlMs: 10_000, cacheScope: 'private' },
  },
} as const;

const { tools, prompts, resources } = CATALOGUE;
const WITH_CHATBOTS = { tools, prompts };
const WITHOUT_CHATBOTS = { tools: withoutChatbots(tools), prompts: withoutChatbots(prompts) };

/**
 * Makes a server for one connection or one request; it serves both protocol eras. What answers is loaded, and the desk
 * opened, by the first question. Where `method` names what the only request is, the server has what answers this.
 */
export function createServer(desk: DeskToOpen, method?: string): McpServer {
  const server = new McpServer(IDENTITY, OPTIONS);
  const there = desk.hasChatbots ? WITH_CHATBOTS : WITHOUT_CHATBOTS;
  answerTools(server, desk, there.tools);
  if (method?.startsWith('tools/') === true) return server;
  for (const resource of Object.entries(resources)) registerResource(server, desk, ...resource);
  for (const prompt of Object.entries(there.prompts)) registerPrompt(server, desk, ...prompt);
  return server;
}

function withoutChatbots<Advertisement>(
  all: Readonly<Record<string, Advertisement>>,
): Readonly<Record<string, Advertisement>> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !FOR_CHATBOTS.has(name)));
}
