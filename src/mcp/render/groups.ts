import { NO_AGENT, type Group, type Grouping } from '../../insights/grouping.ts';
import type { Agent, ChatFigures } from '../../model/records.ts';
import { trusted, type ProgramText } from '../../model/trusted-text.ts';
import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';
import { agentName } from './words.ts';

/** What names a group among the others. */
export function nameOf({ keys }: Group<ChatFigures>): string {
  return keys.join(' ');
}

/** The key of a group as data: text, or one text for each of two groupings. */
export function keyOf({ keys }: Group<ChatFigures>): OwnText | OwnText[] {
  const words = keys.map((key) => ownWord(key));
  const [only, second] = words;
  return only !== undefined && second === undefined ? only : words;
}

/** What a group is called: `Anna Berg · week of 2026-11-09`. */
export function labelOf(
  { keys }: Group<ChatFigures>,
  groupings: readonly Grouping[],
  names: ReadonlyMap<ProgramText, OwnText>,
): OwnText {
  const labels = keys.map((key, index): OwnText => {
    switch (groupings[index]) {
      case 'agent':
        return key === NO_AGENT ? safe`no agent` : (names.get(key) ?? safe`agent ${ownWord(key)}`);
      case 'week':
        return safe`week of ${ownWord(key)}`;
      case 'hour':
        return safe`${ownWord(key)}:00`;
      default:
        return ownWord(key);
    }
  });
  return joinSafe(labels, ' · ');
}

/** The agents' names by id: as their list gives them, else as the oldest rows do, and with the id where two share a name. */
export function agentNames(chats: readonly ChatFigures[], listed: readonly Agent[]): Map<ProgramText, OwnText> {
  const names = new Map<ProgramText, OwnText>();
  const take = (agent: Pick<Agent, 'agentId' | 'firstName' | 'lastName' | 'email'>) => {
    const id = trusted`${agent.agentId}`;
    const name = names.has(id) ? undefined : agentName(agent);
    if (name !== undefined) names.set(id, name);
  };
  listed.forEach(take);
  for (let index = chats.length - 1; index >= 0; index -= 1) {
    const agent = chats[index]?.agent;
    if (agent !== undefined) take(agent);
  }
  const counts = Map.groupBy(names.values(), (name) => name);
  for (const [id, name] of names) {
    if ((counts.get(name)?.length ?? 0) > 1) names.set(id, safe`${name} (${ownWord(id)})`);
  }
  return names;
}
