import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type ListToolsResult,
  type McpServer,
} from '@modelcontextprotocol/server';
import { ChatOperationsError } from '../../model/errors.ts';
import { quotable } from '../../model/text/quotable.ts';
import type { Served } from '../../answers/desk.ts';
import { showsViews, viewAddress } from '../../answers/views.ts';
import type { Tool, ToolAdvertisement } from '../../answers/tool.ts';
import { accountCalled, accountIn, hasSeveral, withoutAccount } from '../accounts/account-argument.ts';
import type { CallContext } from '../../answers/observer.ts';
import { ACCOUNTS_TOOL, LIST_ACCOUNTS, TOOLS } from '../../tools/tools.ts';
import { loaded, ProgramReplaced } from '../../model/loaded.ts';
import { observed } from './observed.ts';

/** Those that were called before, by what loads them. */
const called = new WeakMap<() => Promise<Tool>, Tool>();

/** The tools of a server, and those that its caller is told of: of any other that is called the answer is which scope it needs. */
interface AdvertisedTools {
  readonly registered: Readonly<Record<string, ToolAdvertisement>>;
  readonly lists: {
    readonly plain: ListToolsResult['tools'];
    /** The same for hosts that can show views. */
    readonly withViews: ListToolsResult['tools'];
  };
}

/** Makes the list of some tools; the shape of their answers' data only where these leave. Over HTTP there is a server a request: it is made once. */
export function toolList(
  tools: readonly (readonly [name: string, ToolAdvertisement])[],
  structuredContent: boolean,
): AdvertisedTools['lists'] {
  const plain = tools.map(([name, { title, description, annotations, inputSchema, outputSchema }]) => ({
    name,
    title,
    description,
    inputSchema: { type: 'object' as const, ...inputSchema },
    annotations,
    ...(structuredContent && { outputSchema: { ...outputSchema } }),
  }));
  const withViews = plain.map((tool, index) => {
    const { view, inputSchemaForViews } = tools[index]?.[1] ?? {};
    return {
      ...tool,
      ...(inputSchemaForViews && { inputSchema: { type: 'object' as const, ...inputSchemaForViews } }),
      ...(view && { _meta: { ui: { resourceUri: viewAddress(view) } } }),
    };
  });
  return { plain, withViews };
}

/**
 * Has a server tell of tools as they are advertised, and answer calls to them; each is loaded by the first call to it. With
 * handlers of our own: over HTTP there is a server a request, and to register twelve tools for one call takes longer than the
 * call. Arguments are checked by the tool in our own words, so that a slip is answered with the valid names; and data where
 * strangers' words in them are enclosed, which is once.
 */
export function answerTools(
  { server }: McpServer,
  served: Served,
  { registered, lists }: AdvertisedTools,
  loads = TOOLS,
): void {
  const {
    accounts: [
      {
        desk: { toolsListed },
      },
    ],
  } = served;
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler('tools/list', (_, context) => {
    toolsListed?.();
    if (!showsViews(context, server.getClientCapabilities())) return { tools: lists.plain };
    // Whoever stands between may have clients that show none. Nobody keeps a list by the revisions from 2025.
    return { tools: lists.withViews, ...(context.mcpReq.envelope && { cacheScope: 'private' as const }) };
  });
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args } }, context) => {
    const several = hasSeveral(served);
    try {
      if (several && name === LIST_ACCOUNTS)
        return await observed({ kind: 'tool', name, account: undefined }, served, context, async (underWay) =>
          (await loaded(ACCOUNTS_TOOL)).call(args, served, underWay),
        );
      const load = Object.hasOwn(registered, name) ? loads[name] : undefined;
      if (load === undefined)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${quotable(name)} not found`);
      const account = accountCalled(served, accountIn(args));
      return await observed({ kind: 'tool', name, account }, served, context, async (underWay) => {
        if (account === undefined) return refusal(served, accountIn(args), underWay);
        const tool = called.get(load) ?? (await loaded(load));
        called.set(load, tool);
        const { open } = account.desk;
        return tool.call(several ? withoutAccount(args) : args, open, underWay, () => server.getClientCapabilities());
      });
    } catch (error) {
      // It is about the request, and no answer of the tool: the client has to hear it as the protocol says it.
      if (error instanceof ProtocolError) throw error;
      // Nobody reads what is answered, and what was thrown is the client's reason.
      if (context.mcpReq.signal.aborted) throw error;
      if (error instanceof ProgramReplaced) return { content: [{ type: 'text', text: error.message }], isError: true };
      if (!(error instanceof ChatOperationsError)) served.reportBug?.(error);
      return (await loaded(() => import('../../answers/tool.ts'))).failed(error, context);
    }
  });
}

/** Answers a call that names none of the accounts that its caller reaches. */
async function refusal(served: Served, named: unknown, context: CallContext): Promise<CallToolResult> {
  const [{ unknownAccount }, { failed }] = await loaded(() =>
    Promise.all([import('../accounts/unknown-account.ts'), import('../../answers/tool.ts')]),
  );
  return failed(unknownAccount(served, named), context);
}
