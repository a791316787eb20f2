import { textOf, type Foreign } from '../../model/foreign.ts';
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

/** Whether a name is an agent's. */
export function isNameOf(agent: Named, name: Foreign | undefined): boolean {
  const written = nameIdentity(textOf(name));
  return written !== undefined && written === agentNameOf(agent);
}

/** Whether a message names its chat's visitor or agent as its author, or nobody where the visitor has no name. */
export function isAuthorKnown(
  author: Foreign | undefined,
  { visitor, agent }: { readonly visitor: Pick<VisitorContact, 'name'>; readonly agent?: Named | undefined },
): boolean {
  const isVisitor = nameIdentity(textOf(author)) === nameIdentity(textOf(visitor.name));
  return isVisitor || (agent !== undefined && nameIdentity(textOf(author)) === agentNameOf(agent));
}

/**
 * Tells whether a name is that of an agent or of the chat's visitor; undefined for one that is neither, and for a visitor
 * with an agent's name: such a name proves nothing.
 */
export function partiesNamed(
  visitor: Pick<VisitorContact, 'name' | 'email'>,
  agents: AgentNames,
): (authorName: Foreign | undefined) => 'visitor' | 'agent' | undefined {
  const ofVisitor = new Set([nameIdentity(textOf(visitor.name)), nameIdentity(textOf(visitor.email))]);
  return (authorName) => {
    const author = nameIdentity(textOf(authorName));
    if (author === undefined) return undefined;
    const isAgent = agents.has(author);
    if (isAgent === ofVisitor.has(author)) return undefined;
    return isAgent ? 'agent' : 'visitor';
  };
}
