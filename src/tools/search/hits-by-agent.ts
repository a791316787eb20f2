import { z } from 'zod';
import type { AgentHits, RankedChat } from '../../archive/search/transcript-search.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { OwnText, joinSafe, ownWord, safe } from '../../privacy/safe-text.ts';
import type { Desk } from '../../answers/desk.ts';
import { agentName } from '../../answers/words/names.ts';
import { counted } from '../../answers/words/quantities.ts';
import { wholePercentText } from '../../model/words/share.ts';

/** The agents that a line names; the others are told together. */
const MAX_NAMED = 30;

/** The chats of an agent that were searched, and those of them that were found; without an id, of those that name none. */
export const AgentHitsShape = z.strictObject({
  agent_id: z.number().optional(),
  name: OwnText.optional(),
  hits: z.number(),
  searched: z.number(),
});

/**
 * What was found by agent, most first; by `saidBy` where only some of the found chats count, because of who said it. Agents have
 * the names that chats give them: their list may not be read yet, and forgets who has left.
 */
export async function hitsByAgent(
  byAgent: readonly AgentHits[],
  saidBy: readonly RankedChat[] | undefined,
  { archive }: Desk,
): Promise<z.input<typeof AgentHitsShape>[]> {
  const counts = saidBy && Map.groupBy(saidBy, ({ agentId }) => agentId);
  const chats = await archive.chats.byIds(byAgent.map(({ chatId }) => chatId));
  const names = new Map(chats.map(({ agent }) => [agent?.agentId, agent && agentName(agent)]));
  return byAgent
    .map(({ agentId, hits, searched }) => {
      const found = counts === undefined ? hits : (counts.get(agentId)?.length ?? 0);
      return omitUndefined({ agent_id: agentId, name: names.get(agentId), hits: found, searched });
    })
    .sort((one, other) => other.hits - one.hits || other.searched - one.searched || idOf(one) - idOf(other));
}

/** Who is nobody comes last. */
function idOf({ agent_id: id = Infinity }: z.input<typeof AgentHitsShape>): number {
  return id;
}

/** The same in words: `By agent, chats found of those searched: Anna Berg (12) 9 of 40 (23 %); none among 3 others, 17 chats.` */
export function hitsByAgentWords(byAgent: readonly z.input<typeof AgentHitsShape>[]): OwnText {
  const found = byAgent.filter(({ hits }) => hits > 0);
  const none = byAgent.slice(found.length);
  const more = found.slice(MAX_NAMED);
  const parts = found
    .slice(0, MAX_NAMED)
    .map(
      (one) =>
        safe`${whoWords(one)} ${one.hits} of ${one.searched} (${ownWord(wholePercentText(one.hits, one.searched))})`,
    );
  if (more.length > 0) {
    parts.push(safe`${counted(more.length, 'more agent')} ${sumOf(more, 'hits')} of ${sumOf(more, 'searched')}`);
  }
  // Who of very many said nothing of it is rarely asked: the data name them.
  if (none.length > 0) {
    parts.push(safe`none among ${counted(none.length, 'other')}, ${counted(sumOf(none, 'searched'), 'chat')}`);
  }
  return safe`By agent, chats found of those searched: ${joinSafe(parts, '; ')}.`;
}

function sumOf(agents: readonly z.input<typeof AgentHitsShape>[], field: 'hits' | 'searched'): number {
  return agents.reduce((sum, one) => sum + one[field], 0);
}

function whoWords({ agent_id: id, name }: z.input<typeof AgentHitsShape>): OwnText {
  return id === undefined ? safe`no agent` : safe`${name ?? safe`agent`} (${id})`;
}
