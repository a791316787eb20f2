import type { McpServer } from '@modelcontextprotocol/server';
import { scopesLacking } from '../model/tool-scopes.ts';
import { VERSION } from '../model/version.ts';
import { hasSeveral, withAccount } from './accounts/account-argument.ts';
import { LIST_ACCOUNTS } from '../tools/tools.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Served } from '../answers/desk.ts';
import type { ToolAdvertisement } from '../answers/callable-tool.ts';
import { HostRequestLimit } from './host-request-limit.ts';
import { toolLists } from './lists.ts';
import { QuotingServer } from './quoting-server.ts';
import { listedTemplate } from './resource-template.ts';
import { answerPrompt, answerResource, answerTools, answerViews } from './router.ts';
import { answerSubscriptions } from './subscriptions/answer-subscriptions.ts';
import type { Subscriptions } from './subscriptions/subscriptions.ts';

/** The tool that is there only where a chatbot is configured. */
const FOR_CHATBOTS = 'send_chatbot_webhook';

/** Answers and definitions name tools, whichever are registered. */
const CHOSEN_WORDS =
  'Some tools of this server are switched off. Where an answer names a tool that you do not have, skip that step.';
const WITHHELD_WORDS =
  'Some tools of this server need a scope that this caller lacks. Where an answer names a tool that you do not have, skip that step.';

/** A sentence of the instructions, with the blank before it. */
const SENTENCE = / ?[^.\n]+\./g;

/** Lists of tools, prompts and resources are the same for as long as this version runs; and for everybody, where nobody is told apart. */
const LISTS = { ttlMs: 300_000, cacheScope: 'public' } as const;
const OWN_LISTS = { ...LISTS, cacheScope: 'private' } as const;

const IDENTITY = { name: 'chat-operations-mcp', title: 'Chat operations', version: VERSION };

function cacheHints(lists: typeof LISTS | typeof OWN_LISTS) {
  return {
    'tools/list': lists,
    'prompts/list': lists,
    'resources/templates/list': lists,
    'resources/list': { ttlMs: 10_000, cacheScope: 'private' },
  } as const;
}

const { instructions, accountsInstructions, accountsTool, tools, prompts, resources } = CATALOGUE;

/** Makes a server for one connection or one request; `createServer` has the arguments. */
export type CreateServer = (method?: string, subscriptions?: Subscriptions) => McpServer;

/**
 * Makes a server for one connection or one request; it serves both protocol eras. It lists what the caller's scopes allow; for a
 * caller who reaches several accounts, with the account as an argument of everything. What
 * answers is loaded, and the desk opened, by the first question. Where `method` names what the only request is, the server has
 * what answers this. `subscriptions` are those of a connection that stays.
 */
export function createServer(served: Served, ...request: Parameters<CreateServer>): McpServer {
  return serversFor(served)(...request);
}

/** Returns what makes the servers of one caller: what is the same in all of them is made once, since over HTTP each request has one. */
export function serversFor(served: Served): CreateServer {
  const { caller, accounts } = served;
  const [{ tools: chosen, structuredContent }] = accounts;
  const several = hasSeveral(served);
  const hasChatbots = accounts.some((account) => account.hasChatbots);
  const isRegistered = (tool: string): boolean =>
    (hasChatbots || tool !== FOR_CHATBOTS) && (chosen === undefined || chosen.has(tool));
  const isAllowed = (tool: string): boolean => scopesLacking(caller, [tool]).length === 0;
  const registered = Object.entries(tools).filter(([name]) => isRegistered(name));
  const allowed = registered.filter(([name]) => isAllowed(name));
  const advertised = {
    registered: Object.fromEntries(registered),
    lists: toolLists(
      several ? [[LIST_ACCOUNTS, accountsTool] as const, ...allowed.map(inAccount)] : allowed,
      structuredContent,
    ),
  };
  const options = {
    instructions: [
      instructionsFor((tool) => isRegistered(tool) && isAllowed(tool)),
      ...(chosen === undefined ? [] : [CHOSEN_WORDS]),
      ...(allowed.length < registered.length ? [WITHHELD_WORDS] : []),
      ...(several ? [accountsInstructions] : []),
    ].join(' '),
    cacheHints: cacheHints(caller.isIdentified ? OWN_LISTS : LISTS),
  };
  const allowedResources = Object.entries(resources).filter(([, { tool }]) => isAllowed(tool));
  const templates = allowedResources.flatMap((resource) => listedTemplate(served, ...resource) ?? []);
  const views = [...new Set(allowed.flatMap(([, { view }]) => view ?? []))];
  // Nobody can follow a prompt without the tools that it names.
  const allowedPrompts = Object.entries(prompts).filter(([, { tools: named }]) =>
    named.every((tool) => isRegistered(tool) && isAllowed(tool)),
  );
  return (method, subscriptions) => {
    const server = new QuotingServer(IDENTITY, options);
    answerTools(server, served, advertised);
    if (method?.startsWith('tools/') === true) return server;
    const limit = new HostRequestLimit(served);
    for (const resource of allowedResources) answerResource(server, served, limit, ...resource);
    answerViews(server, served, views);
    // To the SDK the views are a template, and they are none to tell of.
    server.server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templates }));
    answerSubscriptions(server, subscriptions, (signal) => limit.turn(signal));
    // They never change, as tools do not, and the SDK would announce that they do.
    if (allowedPrompts.length > 0) server.server.registerCapabilities({ prompts: { listChanged: false } });
    for (const prompt of allowedPrompts) answerPrompt(server, served, limit, ...prompt);
    return server;
  };
}

function inAccount([name, tool]: readonly [string, ToolAdvertisement]): readonly [string, ToolAdvertisement] {
  return [name, withAccount(tool)];
}

/** The instructions without the sentences that name a tool which the caller does not have. */
function instructionsFor(isThere: (tool: string) => boolean): string {
  const missing = Object.keys(tools).filter((tool) => !isThere(tool));
  return instructions.replaceAll(SENTENCE, (sentence) =>
    missing.some((tool) => sentence.includes(tool)) ? '' : sentence,
  );
}
