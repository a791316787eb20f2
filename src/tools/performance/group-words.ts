import type { Label } from '../../figures/groupings/grouping.ts';
import type { AgentId, VisitorId } from '../../model/ids.ts';
import type { Agent, NamedAgent, VisitorContact } from '../../model/records.ts';
import { joinMixed, type Quoted } from '../../privacy/quoted.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { agentName, visitorWords } from '../../answers/words/names.ts';

/** Those whose names groups have. */
export interface Names {
  readonly agents: ReadonlyMap<AgentId, string>;
  readonly visitors: ReadonlyMap<VisitorId, VisitorContact>;
  readonly redactor: Redactor;
}

/** The label of a group, and whether it is in a stranger's words: `Anna Berg, week of 9 Nov`. */
export interface GroupLabel {
  readonly text: Quoted;
  /** Absent where a stranger's words are in it. */
  readonly own?: string;
}

/** The label of a group, of one part for each grouping. */
export function groupLabel(labels: readonly Label[], { agents, visitors, redactor }: Names): GroupLabel {
  const own: string[] = [];
  const parts = labels.map((label): Quoted | string => {
    switch (label.kind) {
      case 'visitor': {
        const { visitorId } = label;
        return visitorWords({ ...visitors.get(visitorId), visitorId }, redactor);
      }
      case 'country':
        return redactor.field(label.country, 60);
      case 'agent':
        return ownPart(own, agents.get(label.agentId) ?? `agent ${label.agentId}`);
      case 'words':
        return ownPart(own, label.words);
    }
  });
  return { text: joinMixed(parts, ', '), ...(own.length === labels.length && { own: own.join(', ') }) };
}

function ownPart(own: string[], part: string): string {
  own.push(part);
  return part;
}

/** The agents' names by id: as their list gives them, else as chats do, and with the id where two share a name. */
export function agentNames(listed: readonly Agent[], named: ReadonlyMap<AgentId, NamedAgent>): Map<AgentId, string> {
  const names = new Map<AgentId, string>();
  for (const agent of [...named.values(), ...listed]) {
    const name = agentName(agent);
    if (name !== undefined) names.set(agent.agentId, name);
  }
  const counts = Map.groupBy(names.values(), (name) => name);
  for (const [id, name] of names) {
    if ((counts.get(name)?.length ?? 0) > 1) names.set(id, `${name} (${id})`);
  }
  return names;
}
