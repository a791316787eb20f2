import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/** The pages that hosts can show within a conversation (MCP Apps), each beside the tool whose answer it shows. */
export type ViewName = 'desk' | 'chat' | 'triage';

/** The key under `_meta` of an answer that has what a view shows: a host hands it to the view, and not to its model. */
export const FOR_VIEW = 'chat-operations-mcp/view';

/** The extension by which a host says that it can show views. */
const VIEWS = 'io.modelcontextprotocol/ui';

/** Returns the address of a view, or the template of their addresses. */
export function viewAddress(view: ViewName | '{view}'): string {
  return `ui://chat-operations-mcp/${view}`;
}

/** What a client says that can show views. */
export const SHOWS_VIEWS = { extensions: { [VIEWS]: {} } } as const;

/** What a request says of its client, in the revision from 2026. */
const Envelope = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ extensions: z.record(z.string(), z.unknown()).optional() }),
});

/** Whether the client of a request can show views. Where the request does not say it, `capabilities` are those of the connection, as in the revisions from 2025. */
export function showsViews(
  { mcpReq }: Pick<ServerContext, 'mcpReq'>,
  capabilities: ClientCapabilities | undefined,
): boolean {
  const ofRequest = Envelope.safeParse(mcpReq.envelope).data?.[CLIENT_CAPABILITIES_META_KEY];
  return (ofRequest ?? capabilities)?.extensions?.[VIEWS] !== undefined;
}
