import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type CompleteCallback,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { CallResult } from '../answers/asked-questions.ts';
import type { Served } from '../answers/desk.ts';
import type { ResourceAdvertisement } from '../answers/resource.ts';
import type { Tool, ToolAdvertisement } from '../answers/callable-tool.ts';
import { showsViews, type ViewName } from '../answers/views.ts';
import { loaded } from '../model/loaded.ts';
import { quotable } from '../model/text/quotable.ts';
import type { PromptAdvertisement } from '../tools/prompts/prompt.ts';
import { ACCOUNTS_TOOL, LIST_ACCOUNTS, TOOLS } from '../tools/tools.ts';
import {
  ACCOUNT,
  ACCOUNT_MEANING,
  accountCalled,
  accountIn,
  accountsMatching,
  hasSeveral,
  withoutAccount,
} from './accounts/account-argument.ts';
import type { HostRequestLimit } from './host-request-limit.ts';
import type { ToolLists } from './lists.ts';
import {
  answerAtDesk,
  answerCall,
  foundAtDesk,
  promptFailed,
  resourceFailed,
  toolFailed,
  type DeskCall,
} from './pipeline.ts';
import { PromptSchema, type PromptField } from './prompt-schema.ts';
import { MARKDOWN, resourceCalled, resourceTemplate } from './resource-template.ts';
import { readView, viewTemplate } from './view-resource.ts';

// Finds the tool, the prompt or the resource that a request names, loads it on its first call, and sends the call through the
// pipeline (`pipeline.ts`).

/** The tools that are loaded, by their loaders. */
const called = new WeakMap<() => Promise<Tool>, Tool>();

/** The tools of a server, and those in its list. A call of an unlisted one is answered with the scope that it needs. */
interface AnsweredTools {
  readonly registered: Readonly<Record<string, ToolAdvertisement>>;
  readonly lists: ToolLists;
}

/**
 * Has a server tell of tools as they are advertised, and answer calls to them. With handlers of our own: over HTTP there is a
 * server a request, and to register twelve tools for one call takes longer than the call. Arguments are checked by the tool in our
 * own words, so that a slip is answered with the valid names; and data where strangers' words in them are enclosed, which is once.
 */
export function answerTools(
  { server }: McpServer,
  served: Served,
  { registered, lists }: AnsweredTools,
  loads = TOOLS,
): void {
  const several = hasSeveral(served);
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler('tools/list', (_, context) => {
    served.toolsListed?.();
    if (!showsViews(context, server.getClientCapabilities())) return { tools: lists.plain };
    // Whoever stands between may have clients that show none. Nobody keeps a list by the revisions from 2025.
    return { tools: lists.withViews, ...(context.mcpReq.envelope && { cacheScope: 'private' as const }) };
  });
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args } }, context) => {
    const call = { kind: 'tool', name, failed: toolFailed } as const;
    if (several && name === LIST_ACCOUNTS) {
      const answer = async () => (await loaded(ACCOUNTS_TOOL)).call(args, served, context);
      return answerCall<CallResult>({ ...call, answer }, served, context);
    }
    const load = Object.hasOwn(registered, name) ? loads[name] : undefined;
    if (load === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${quotable(name)} not found`);
    const named = accountIn(args);
    const toolCall: DeskCall<CallResult> = {
      ...call,
      account: accountCalled(served, named),
      unknownAccount: () => accountUnknown(served, named),
      needs: [name],
      answer: async (desk, underWay, result) => {
        const tool = called.get(load) ?? (await loaded(load));
        called.set(load, tool);
        const capabilities = server.getClientCapabilities();
        return tool.call(several ? withoutAccount(args) : args, { desk, context: underWay, capabilities, result });
      },
    };
    return answerAtDesk(toolCall, served, context);
  });
}

/** Registers a prompt with a server. */
export function answerPrompt(
  server: McpServer,
  served: Served,
  limit: HostRequestLimit,
  name: string,
  { title, description, arguments: advertised, tools: needs }: PromptAdvertisement,
): void {
  const fields = Object.entries(advertised).map(([argument, { isCompleted, ...field }]): [string, PromptField] => {
    const complete: CompleteCallback = (value, asked) =>
      limit.completed(value, (typed) => {
        const { [ACCOUNT]: named, ...given } = asked?.arguments ?? {};
        const account = accountCalled(served, named);
        return foundAtDesk({ account, needs }, served, async (desk) =>
          (await promptCalled(name)).complete(argument, typed, given, desk),
        );
      });
    return [argument, isCompleted ? { ...field, complete } : field];
  });
  const account: PromptField = {
    description: ACCOUNT_MEANING,
    isOptional: false,
    complete: (value) => limit.completed(value, (typed) => accountsMatching(served, typed)),
  };
  const argsSchema = new PromptSchema({
    ...(hasSeveral(served) && { [ACCOUNT]: account }),
    ...Object.fromEntries(fields),
  });
  server.registerPrompt(name, { title, description, argsSchema }, ({ [ACCOUNT]: named, ...args }, context) =>
    answerAtDesk(
      {
        kind: 'prompt',
        name,
        account: accountCalled(served, named),
        unknownAccount: () => accountUnknown(served, named),
        needs,
        answer: async (desk) => (await promptCalled(name)).get(args, desk),
        failed: promptFailed,
      },
      served,
      context,
    ),
  );
}

/** Registers a resource with a server. */
export function answerResource(
  server: McpServer,
  served: Served,
  limit: HostRequestLimit,
  name: string,
  advertisement: ResourceAdvertisement,
): void {
  const { uri: address, variable, title, description, tool, cacheHint } = advertisement;
  const read = (uri: URL, variables: Readonly<Record<string, unknown>>, context: ServerContext) =>
    answerAtDesk(
      {
        kind: 'resource',
        name,
        account: accountCalled(served, variables[ACCOUNT]),
        unknownAccount: () => new ResourceNotFoundError(uri.href, 'The URI names no account of this server.'),
        needs: [tool],
        answer: async (desk, underWay) => (await resourceCalled(name)).read({ uri, variables }, desk, underWay),
        failed: (error) => resourceFailed(error, uri),
      },
      served,
      context,
    );
  const told = { title, description, mimeType: MARKDOWN, cacheHint };
  if (variable === undefined && !hasSeveral(served))
    server.registerResource(name, address, told, (uri, context) => read(uri, {}, context));
  else server.registerResource(name, resourceTemplate(served, limit, name, advertisement), told, read);
}

/** Registers the views of the caller's tools with a server. Clients that cannot show views find none. */
export function answerViews(server: McpServer, served: Served, views: readonly ViewName[]): void {
  if (views.length === 0) return;
  const canShow = (context: ServerContext): boolean => showsViews(context, server.server.getClientCapabilities());
  // A page is the same for everybody, and there for as long as the version runs.
  const told = { cacheHint: { ttlMs: 300_000, cacheScope: 'public' as const } };
  server.registerResource('views', viewTemplate(views, canShow), told, (uri, { view: named }, context) => {
    const view = views.find((one) => one === named);
    if (view === undefined || !canShow(context)) throw new ResourceNotFoundError(uri.href);
    const answer = () => readView(view, uri);
    const failed = (error: unknown) => resourceFailed(error, uri);
    return answerCall({ kind: 'resource', name: 'view', answer, failed }, served, context);
  });
}

/** Returns the error for a call that names no account that its caller may reach. */
async function accountUnknown(served: Served, named: unknown): Promise<Error> {
  return (await loaded(() => import('./accounts/unknown-account.ts'))).unknownAccount(served, named);
}

async function promptCalled(name: string) {
  const { PROMPTS } = await loaded(() => import('../tools/prompts/prompts.ts'));
  const prompt = PROMPTS.find((one) => one.name === name);
  if (prompt === undefined) throw new TypeError(`there is no prompt ${name}`);
  return prompt;
}
