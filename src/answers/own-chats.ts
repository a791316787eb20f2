import { NoOwnAgent } from '../model/errors.ts';
import type { Question } from '../model/progress.ts';
import type { Scope } from '../model/caller.ts';
import { scopesLackingForParts, scopesOf } from '../model/tool-scopes.ts';
import type { Desk } from './desk.ts';
import { agentName } from './words/names.ts';
import { paragraphs } from './token-budget.ts';

/**
 * The desk as its caller sees it: who is bound to an agent's chats sees these alone, by the agent that a chat's row names, and
 * whatever is made of chats is made of these. Where the desk has no such agent, they see no chat. Throws what the list of agents
 * throws.
 */
export async function deskOfCaller(desk: Desk, question: Question | undefined): Promise<Desk> {
  const { findOwn } = desk;
  if (findOwn === undefined) return desk;
  const own = await findOwn(question);
  if (own === undefined) return desk;
  const shown = { ...desk.archive.shown, chats: own.agentId };
  return { ...desk, own, archive: desk.archive.showing(shown), memory: desk.memory.showing(shown) };
}

/** Throws NoOwnAgent where a caller is bound to the chats of an agent that the desk does not have, and a tool is about chats. */
export function requireOwnAgent(tool: string, { own, findOwn, caller: { ownChats } }: Desk): void {
  if (findOwn === undefined || own !== undefined || ownChats === undefined) return;
  if (scopesOf([tool]).includes('chats:read')) throw new NoOwnAgent(ownChats);
}

/** Says under an answer what of it the caller is not shown, and why; undefined where nothing is withheld. */
export function withheldWords(tool: string, desk: Desk): string | undefined {
  return paragraphs(ownChatsWords(desk), lackingWords(scopesLackingForParts(desk.caller, tool))) || undefined;
}

const RECORDS: Readonly<Partial<Record<Scope, string>>> = {
  'chats:read': 'chats and what is made of them',
  'offline:read': 'offline messages',
  'visitors:read': 'visitors',
};

function lackingWords(scopes: readonly Scope[]): string | undefined {
  if (scopes.length === 0) return undefined;
  const parts = scopes.map((scope) => `${RECORDS[scope] ?? ''} (${scope})`);
  return `_Left out, because this identity lacks the scope: ${parts.join(', ')}._`;
}

function ownChatsWords({ own, findOwn }: Desk): string | undefined {
  if (findOwn === undefined) return undefined;
  return own === undefined
    ? '_No chat is shown or counted: this identity is bound to an agent that this desk does not have._'
    : `_Of chats, those of ${agentName(own) ?? 'the agent'} (id ${own.agentId}) alone are shown and counted: this identity is bound to them. A chat belongs to the agent that its row names._`;
}
