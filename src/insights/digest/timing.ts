import { secondsBetween, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import type { Role } from '../codes/authorship.ts';
import { asks } from './questions.ts';
import { sentencesOf, type ReadMessage } from './sentences.ts';

/** A time in which neither the visitor nor an agent wrote. */
export interface Silence {
  readonly duration: Seconds;
  readonly waitingFor: 'visitor' | 'agent';
  /** The moment it began. */
  readonly at: EpochMillis;
}

/**
 * The longest time between two messages of the visitor and the agents, the first of equally long ones; undefined with
 * fewer than two that have a time. After the visitor's words the agent is waited for. After an agent's it is the visitor,
 * unless the agent goes on without having asked anything: then the agent kept everybody waiting.
 */
export function longestSilence(messages: readonly ReadMessage[], roles: readonly Role[]): Silence | undefined {
  let longest: { readonly before: number; readonly after: number; readonly duration: Seconds } | undefined;
  let before: number | undefined;
  for (const [after, { at }] of messages.entries()) {
    if (!isParty(roles[after])) continue;
    const since = before === undefined ? undefined : messages[before]?.at;
    if (before !== undefined && since !== undefined && at !== undefined) {
      const duration = secondsBetween(since, at);
      if (longest === undefined || duration > longest.duration) longest = { before, after, duration };
    }
    before = after;
  }
  const last = longest && messages[longest.before];
  if (longest === undefined || last?.at === undefined) return undefined;
  const isAgents =
    roles[longest.before] === 'visitor' || (roles[longest.after] === 'agent' && !sentencesOf(last.text).some(asks));
  return { duration: longest.duration, waitingFor: isAgents ? 'agent' : 'visitor', at: last.at };
}

/** Returns how often the word passed between the visitor and the agents, the first words included; bots and the system aside. */
export function turnsIn(roles: readonly Role[]): number {
  const parties = roles.filter(isParty);
  return parties.filter((role, index) => role !== parties[index - 1]).length;
}

function isParty(role: Role | undefined): boolean {
  return role === 'visitor' || role === 'agent';
}
