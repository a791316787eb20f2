import type { AgentId } from '../../model/ids.ts';
import type { Steps } from '../../model/slices.ts';
import { chanceLimit, ExactTest } from './chance.ts';
import type { SpokenChats } from './spoken-chats.ts';
import type { Topic } from './topics.ts';

/** An agent who has a topic more than chance would give. */
export interface AgentOfTopic {
  readonly agentId: AgentId;
  /** The chats of the topic among the agent's chats. */
  readonly chats: number;
  readonly of: number;
}

/** For each topic the agent, if any, who has more of its chats of the period than chance gives, by an exact test of all of them. */
export function* agentsOfTopics(topics: readonly Topic[], { chats }: SpokenChats): Steps<(AgentOfTopic | undefined)[]> {
  const present = chats.filter(({ isBefore, agentId }) => !isBefore && agentId !== undefined);
  const own = new Map<AgentId, number>();
  for (const { agentId } of present) if (agentId !== undefined) own.set(agentId, (own.get(agentId) ?? 0) + 1);
  const tests = new Map([...own].map(([agentId, of]) => [agentId, new ExactTest(of, present.length - of)]));
  const least: number[] = [];
  const best: ((AgentOfTopic & { readonly chance: number }) | undefined)[] = [];
  for (const { term } of topics) {
    const counts = new Map<AgentId, number>();
    let all = 0;
    for (const place of term.chats) {
      const { isBefore, agentId } = chats[place] ?? {};
      if (isBefore !== false || agentId === undefined) continue;
      all += 1;
      counts.set(agentId, (counts.get(agentId) ?? 0) + 1);
    }
    let surest: (AgentOfTopic & { readonly chance: number }) | undefined;
    for (const [agentId, test] of tests) {
      const [here, of] = [counts.get(agentId) ?? 0, own.get(agentId) ?? 0];
      least.push(test.leastChanceOf(all));
      if (here * present.length <= of * all) continue;
      const chance = test.chanceOf({ here, there: all - here });
      if (surest === undefined || chance < surest.chance) surest = { agentId, chats: here, of, chance };
      yield;
    }
    best.push(surest);
  }
  const limit = chanceLimit(least);
  return best.map((agent) => (agent !== undefined && agent.chance <= limit ? agent : undefined));
}
