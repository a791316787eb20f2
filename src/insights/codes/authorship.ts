import { textOf } from '../../model/foreign.ts';
import type { ChatMessage, NamedAgent, VisitorContact } from '../../model/records.ts';
import { agentNameOf, partiesNamed, type AgentNames } from './author-names.ts';
import { meaningOf, type Codebook } from '../../model/codebook/codebook.ts';

export const ROLES = ['visitor', 'agent', 'bot', 'system', 'unknown'] as const;
export type Role = (typeof ROLES)[number];

/** The facts by which the authors of any chat of a desk are told. */
export interface AuthorClues {
  readonly agents: AgentNames;
  readonly book: Codebook;
}

/** The people of one chat whose names tell who wrote. */
interface Parties {
  readonly visitor: Pick<VisitorContact, 'name' | 'email'>;
  readonly agent?: Pick<NamedAgent, 'firstName' | 'lastName'>;
}

/**
 * Returns who wrote each message: names first, code second (design, "What the specification does not say"). An author with the
 * name of the row's agent or of the chat's visitor is that one; else the code decides where the codebook has its meaning, or
 * where messages of the same chat that are known by name carry it.
 */
export function rolesOf(
  messages: readonly Pick<ChatMessage, 'authorName' | 'userTypeCode'>[],
  chat: Parties,
  { agents, book }: AuthorClues,
): Role[] {
  const party = partiesNamed(chat.visitor, withNameOf(chat.agent, agents));
  const byName = messages.map(({ authorName }): Role | undefined => party(authorName));
  const byCode = new Map<number, Role | undefined>();
  for (const [index, { userTypeCode }] of messages.entries()) {
    const role = byName[index];
    if (userTypeCode === undefined || role === undefined) continue;
    // One code under two roles proves nothing either.
    byCode.set(userTypeCode, byCode.has(userTypeCode) && byCode.get(userTypeCode) !== role ? undefined : role);
  }
  return messages.map(({ userTypeCode }, index) => {
    const settled = meaningOf(book, 'user_type', userTypeCode);
    return byName[index] ?? settled ?? (userTypeCode === undefined ? undefined : byCode.get(userTypeCode)) ?? 'unknown';
  });
}

/** The roles that do not say who wrote: unknown ones, and those of several people. */
export function unclearRoles(
  messages: readonly Pick<ChatMessage, 'authorName'>[],
  roles: readonly Role[],
): ReadonlySet<Role> {
  const authors = Map.groupBy(messages.keys(), (index) => roles[index] ?? 'unknown');
  const several = [...authors].filter(
    ([, indexes]) => new Set(indexes.map((index) => textOf(messages[index]?.authorName))).size > 1,
  );
  return new Set(['unknown', ...several.map(([role]) => role)]);
}

/** The names of agents with that of one who may have left. */
function withNameOf(agent: Parties['agent'], names: AgentNames): AgentNames {
  const name = agent && agentNameOf(agent);
  return name === undefined || names.has(name) ? names : new Set([...names, name]);
}

/**
 * Whether the messages of unknown authorship may be the visitor's or an agent's. Where both are known in a chat they are
 * not: codes and names tell all messages of one party, or none.
 */
export function mayHideParty(roles: readonly Role[]): boolean {
  return roles.includes('unknown') && !(roles.includes('visitor') && roles.includes('agent'));
}
