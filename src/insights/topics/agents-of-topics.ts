import type { AgentId } from '../../model/ids.ts';
import type { Steps } from '../../model/slices.ts';
import { chanceLimit, ExactTest } from './exact-test.ts';
import type { SpokenChats } from './spoken-chats.ts';
import type { Topic } from './topics.ts';

/** An agent who has a topic more than chance would give. */
export interface AgentOfTopic {
  readonly agentId: AgentId;
  /** The chats of the topic among the agent's chats. */
  readonly chats: number;
  readonly of: number;
}

/** How many agents chance alone may name in an answer, on average. */
const RISK = 0.05;

/** For each topic the agent, if any, who has more of its chats of the period than chance gives, by an exact test of all of them. */
export function* agentsOfTopics(topics: readonly Topic[], { chats }: SpokenChats): Steps<(AgentOfTopic | undefined)[]> {
  const ofAgents = (places: Iterable<number>) => {
    const counts = new Map<AgentId, number>();
    for (const place of places) {
      const { isBefore, agentId } = chats[place] ?? {};
      if (isBefore === false && agentId !== undefined) counts.set(agentId, (counts.get(agentId) ?? 0) + 1);
    }
    return { counts, all: [...counts.values()].reduce((sum, count) => sum + count, 0) };
  };
  const { counts: own, all } = ofAgents(chats.keys());
  const test = new ExactTest(all);
  const least: number[] = [];
  const best: ((AgentOfTopic & { readonly chance: number }) | undefined)[] = [];
  for (const { term } of topics) {
    const { counts, all: marked } = ofAgents(term.chats);
    let surest: (AgentOfTopic & { readonly chance: number }) | undefined;
    for (const [agentId, of] of own) {
      const here = counts.get(agentId) ?? 0;
      const shares = { own: here, of, other: marked - here, ofOther: all - of };
      least.push(test.leastChanceOf(shares));
      const chance = test.chanceOf(shares);
      if (surest === undefined || chance < surest.chance) surest = { agentId, chats: here, of, chance };
      yield;
    }
    best.push(surest);
  }
  const limit = chanceLimit(least, RISK);
  return best.map((agent) => (agent !== undefined && agent.chance <= limit ? agent : undefined));
}
