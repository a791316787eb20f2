import { ProtocolError, ProtocolErrorCode, type McpServer } from '@modelcontextprotocol/server';
import type { DeskToOpen } from '../desk.ts';
import type { Tool, ToolAdvertisement } from '../protocol/tool.ts';
import { TOOLS } from '../tools.ts';
import { loaded } from './loaded.ts';

/** Those that were called before, by what loads them. */
const called = new WeakMap<() => Promise<Tool>, Tool>();

/**
 * Has a server tell of tools as they are advertised, and answer calls to them; each is loaded by the first call to it. With
 * handlers of our own: over HTTP there is a server a request, and to register twelve tools for one call takes longer than the
 * call. Arguments are checked by the tool in our own words, so that a slip is answered with the valid names; and data where
 * strangers' words in them are enclosed, which is once.
 */
export function answerTools(
  { server }: McpServer,
  { structuredContent, open, toolsListed }: DeskToOpen,
  advertised: Readonly<Record<string, ToolAdvertisement>>,
  loads = TOOLS,
): void {
  server.registerCapabilities({ tools: { listChanged: true } });
  server.setRequestHandler('tools/list', () => {
    toolsListed?.();
    return {
      tools: Object.entries(advertised).map(
        ([name, { title, description, annotations, inputSchema, outputSchema }]) => ({
          name,
          title,
          description,
          inputSchema: { type: 'object' as const, ...inputSchema },
          annotations,
          ...(structuredContent && { outputSchema: { ...outputSchema } }),
        }),
      ),
    };
  });
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args } }, context) => {
    const load = Object.hasOwn(advertised, name) ? loads[name] : undefined;
    if (load === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${name} not found`);
    try {
      const tool = called.get(load) ?? (await loaded(load));
      called.set(load, tool);
      return await tool.call(args, open, context, () => server.getClientCapabilities());
    } catch (error) {
      return {
        content: [{ type: 'text', text: error instanceof Error ? error.message : String(error) }],
        isError: true,
      };
    }
  });
}
