import type { Caller, Scope } from './caller.ts';
import { ScopeMissing } from './errors.ts';
import type { TrustedText } from './text/trusted-text.ts';
import type { ToolName } from './tool-groups.ts';

/** The scopes that each tool needs, all of them. A resource needs those of the tool that shows the same, a prompt those of all tools that it names. */
export const TOOL_SCOPES: Readonly<Record<ToolName, readonly Scope[]>> = {
  list_chats: ['chats:read'],
  get_chat_transcript: ['chats:read'],
  search_transcripts: ['chats:read'],
  list_topics: ['chats:read'],
  get_support_performance: ['chats:read'],
  explain_change: ['chats:read'],
  list_support_agents: ['chats:read'],
  list_offline_messages: ['offline:read'],
  get_offline_message: ['offline:read'],
  record_triage: ['triage:write', 'offline:read'],
  list_visitors: ['visitors:read'],
  get_visitor_stats: ['visitors:read'],
  record_code_meaning: ['codes:write'],
  send_chatbot_webhook: ['webhook:send'],
  // Its parts that tell of records are left out one by one.
  get_service_status: [],
};

/** The scopes without which a tool is there, and leaves a part of its answers out. */
const SCOPES_OF_PARTS: Readonly<Partial<Record<string, readonly Scope[]>>> = {
  list_offline_messages: ['chats:read'],
  get_offline_message: ['chats:read'],
  list_visitors: ['chats:read', 'offline:read'],
  get_visitor_stats: ['chats:read', 'offline:read'],
  get_service_status: ['chats:read', 'offline:read', 'visitors:read'],
};

/** Returns the scopes that a caller lacks, and for want of which a tool leaves a part of its answers out. */
export function scopesLackingForParts({ scopes }: Caller, tool: string): readonly Scope[] {
  return (SCOPES_OF_PARTS[tool] ?? []).filter((scope) => !scopes.has(scope));
}

const SCOPES_BY_NAME: Readonly<Record<string, readonly Scope[]>> = TOOL_SCOPES;

/** Returns the scopes that some tools need, each once. */
export function scopesOf(tools: readonly string[]): readonly Scope[] {
  const [first, ...others] = tools;
  if (first === undefined) return [];
  return others.length === 0 ? scopesOfTool(first) : [...new Set(tools.flatMap(scopesOfTool))];
}

function scopesOfTool(tool: string): readonly Scope[] {
  return Object.hasOwn(SCOPES_BY_NAME, tool) ? (SCOPES_BY_NAME[tool] ?? []) : [];
}

/** Returns the scopes that some tools need and a caller lacks. */
export function scopesLacking({ scopes }: Caller, tools: readonly string[]): readonly Scope[] {
  return scopesOf(tools).filter((scope) => !scopes.has(scope));
}

/** Throws ScopeMissing where a caller lacks a scope that `what` needs, such as `The argument country`. */
export function requireScope(scope: Scope, { scopes }: Caller, what: TrustedText): void {
  if (!scopes.has(scope)) throw new ScopeMissing(what, [scope]);
}
