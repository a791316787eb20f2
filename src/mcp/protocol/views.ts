import type { ClientCapabilities } from '@modelcontextprotocol/server';

/** The pages that hosts can show within a conversation (MCP Apps), each beside the tool whose answer it shows. */
export type ViewName = 'desk' | 'chat' | 'triage';

/** The key under `_meta` of an answer that has what a view shows: a host hands it to the view, and not to its model. */
export const FOR_VIEW = 'chat-operations-mcp/view';

/** The extension by which a host says that it can show views. */
const VIEWS = 'io.modelcontextprotocol/ui';

/** Returns the address of a view. */
export function viewAddress(view: ViewName): string {
  return `ui://chat-operations-mcp/${view}`;
}

/** Whether a client can show views. */
export function showsViews(capabilities: ClientCapabilities | undefined): boolean {
  return capabilities?.extensions?.[VIEWS] !== undefined;
}
