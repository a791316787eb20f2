import type { Caller, Scope } from './caller.ts';
import { ScopeMissing } from './errors.ts';
import type { TrustedText } from './text/trusted-text.ts';
import type { ToolName } from './tool-groups.ts';

interface ToolScopes {
  /** A caller needs all of them. */
  readonly needs: readonly Scope[];
  /** Without one of these the tool is there, and leaves a part of its answers out. */
  readonly parts?: readonly Scope[];
}

/** The scopes of each tool. A resource needs those of the tool that shows the same, a prompt those of all tools that it names. */
export const TOOL_SCOPES: Readonly<Record<ToolName, ToolScopes>> = {
  list_chats: { needs: ['chats:read'] },
  get_chat_transcript: { needs: ['chats:read'] },
  search_transcripts: { needs: ['chats:read'] },
  list_topics: { needs: ['chats:read'] },
  get_support_performance: { needs: ['chats:read'] },
  explain_change: { needs: ['chats:read'] },
  list_support_agents: { needs: ['chats:read'] },
  list_offline_messages: { needs: ['offline:read'], parts: ['chats:read'] },
  get_offline_message: { needs: ['offline:read'], parts: ['chats:read'] },
  record_triage: { needs: ['triage:write', 'offline:read'] },
  list_visitors: { needs: ['visitors:read'], parts: ['chats:read', 'offline:read'] },
  get_visitor_stats: { needs: ['visitors:read'], parts: ['chats:read', 'offline:read'] },
  record_code_meaning: { needs: ['codes:write'] },
  send_chatbot_webhook: { needs: ['webhook:send'] },
  get_service_status: { needs: [], parts: ['chats:read', 'offline:read', 'visitors:read'] },
};

const SCOPES_BY_NAME: ReadonlyMap<string, ToolScopes> = new Map(Object.entries(TOOL_SCOPES));

/** Returns the scopes that a caller lacks, and for want of which a tool leaves a part of its answers out. */
export function scopesLackingForParts({ scopes }: Caller, tool: string): readonly Scope[] {
  return (SCOPES_BY_NAME.get(tool)?.parts ?? []).filter((scope) => !scopes.has(scope));
}

/** Returns the scopes that some tools need, each once. */
export function scopesOf(tools: readonly string[]): readonly Scope[] {
  const [first, ...others] = tools;
  if (first === undefined) return [];
  return others.length === 0 ? scopesOfTool(first) : [...new Set(tools.flatMap(scopesOfTool))];
}

function scopesOfTool(tool: string): readonly Scope[] {
  return SCOPES_BY_NAME.get(tool)?.needs ?? [];
}

/** Returns the scopes that some tools need and a caller lacks. */
export function scopesLacking({ scopes }: Caller, tools: readonly string[]): readonly Scope[] {
  return scopesOf(tools).filter((scope) => !scopes.has(scope));
}

/** Throws ScopeMissing where a caller lacks a scope that `what` needs, such as `The argument country`. */
export function requireScope(scope: Scope, { scopes }: Caller, what: TrustedText): void {
  if (!scopes.has(scope)) throw new ScopeMissing(what, [scope]);
}
