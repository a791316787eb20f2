import type { Dialect } from '../dialects.ts';
import { inOrderOf } from '../world/records.ts';
import type { Agent, ChatChoice, Rows } from '../world/world-records.ts';
import type { ChatQuery } from './query-parameters.ts';

/** The choice of chats that a query asks for (specification, section 4.2). */
export function chatChoice(
  agents: readonly Agent[],
  { from, to, agentId, agentEmail }: ChatQuery,
  dialect: Pick<Dialect, 'filter_time' | 'running_chats' | 'agent_filter'>,
): ChatChoice {
  const email = agentEmail?.toLowerCase();
  const addressed = agents.filter((agent) => agent.email.toLowerCase() === email);
  return {
    from,
    to,
    time: dialect.filter_time,
    running: dialect.running_chats,
    agentsChats: dialect.agent_filter,
    agents: [
      ...(agentId === undefined ? [] : [[agentId]]),
      ...(email === undefined ? [] : [addressed.map(({ agentId }) => agentId)]),
    ],
  };
}

/** Agents have no time to go by: from the lowest id where others begin with the newest, else from the highest. */
export const agentsInOrder = inOrderOf<Agent>(
  ({ agentId }) => -agentId,
  ({ agentId }) => agentId,
);

/** A page of some rows; undefined when there is no such page and the service says so. */
export function pageOf<T>(
  rows: Rows<T>,
  page: number,
  { page_size: size, past_end: pastEnd }: Pick<Dialect, 'page_size' | 'past_end'>,
): readonly T[] | undefined {
  const last = Math.ceil(rows.length / size);
  if (page > last && (pastEnd === '404' || pastEnd === '400')) return undefined;
  const shown = pastEnd === 'last_page' ? Math.min(page, Math.max(last, 1)) : page;
  return rows.slice((shown - 1) * size, shown * size);
}
