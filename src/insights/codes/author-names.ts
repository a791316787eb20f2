import { nameIdentity } from '../../model/person.ts';
import type { NamedAgent, VisitorContact } from '../../model/records.ts';

/** The names of agents, so that authors can be told by them. */
export type AgentNames = ReadonlySet<string>;

type Named = Pick<NamedAgent, 'firstName' | 'lastName'>;

/** The names by which agents write: first and last name. */
export function agentNamesOf(agents: readonly Named[]): AgentNames {
  return new Set(agents.flatMap((agent) => agentNameOf(agent) ?? []));
}

/** One agent's name as names are compared; undefined where there is none. */
export function agentNameOf({ firstName, lastName }: Named): string | undefined {
  return nameIdentity([firstName, lastName].filter((part) => part !== undefined).join(' '));
}

/**
 * Tells whether a name is that of an agent or of the chat's visitor; undefined for one that is neither, and for a visitor
 * with an agent's name: such a name proves nothing.
 */
export function partiesNamed(
  visitor: Pick<VisitorContact, 'name' | 'email'>,
  agents: AgentNames,
): (authorName: string | undefined) => 'visitor' | 'agent' | undefined {
  const ofVisitor = new Set([nameIdentity(visitor.name), nameIdentity(visitor.email)]);
  return (authorName) => {
    const author = nameIdentity(authorName);
    if (author === undefined) return undefined;
    const isAgent = agents.has(author);
    if (isAgent === ofVisitor.has(author)) return undefined;
    return isAgent ? 'agent' : 'visitor';
  };
}
