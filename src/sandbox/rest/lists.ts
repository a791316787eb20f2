import type { Dialect } from '../dialects.ts';
import type { Agent, Chat, OfflineMessage, Visitor, World } from '../world/types.ts';
import type { ChatQuery } from './query.ts';

/** The chats that a query asks for, in the world's order (specification, section 4.2). */
export function findChats(
  world: World,
  { from, to, agentId, agentEmail }: ChatQuery,
  dialect: Pick<Dialect, 'filter_time' | 'running_chats' | 'agent_filter'>,
): Chat[] {
  const email = agentEmail?.toLowerCase();
  const addressed = email === undefined ? [] : world.agents.filter((agent) => agent.email.toLowerCase() === email);
  const isOf = dialect.agent_filter === 'named' ? names : involves;
  return world.chats.filter((chat) => {
    const at = dialect.filter_time === 'start' ? (chat.startedAt ?? chat.requestedAt) : chat.requestedAt;
    return (
      at >= from &&
      at < to &&
      (dialect.running_chats === 'listed' || chat.missed || chat.endedAt !== undefined) &&
      (agentId === undefined || isOf(chat, agentId)) &&
      (email === undefined || addressed.some((agent) => isOf(chat, agent.agentId)))
    );
  });
}

/** Whether an agent had the chat: at its end, or before it was transferred. */
export function involves(chat: Chat, agentId: number): boolean {
  return names(chat, agentId) || chat.transferredFrom === agentId;
}

function names(chat: Chat, agentId: number): boolean {
  return chat.agentId === agentId;
}

type Ordered<T> = (rows: readonly T[], dialect: Pick<Dialect, 'order'>) => T[];

/** Chats by request time. */
export const chatsInOrder: Ordered<Chat> = inOrderOf(
  ({ requestedAt }) => requestedAt,
  ({ chatId }) => chatId,
);

/** Offline messages by the time they came in. */
export const offlineMessagesInOrder: Ordered<OfflineMessage> = inOrderOf(
  ({ receivedAt }) => receivedAt,
  ({ offlineMessageId }) => offlineMessageId,
);

/** Visitors by their first visit. */
export const visitorsInOrder: Ordered<Visitor> = inOrderOf(
  ({ firstVisitAt }) => firstVisitAt,
  ({ visitorId }) => visitorId,
);

/** Agents have no time to go by: from the lowest id where others begin with the newest, else from the highest. */
export const agentsInOrder: Ordered<Agent> = inOrderOf(
  ({ agentId }) => -agentId,
  ({ agentId }) => agentId,
);

/** Rows of the same time are in the order in which they were added. */
function inOrderOf<T>(timeOf: (row: T) => number, idOf: (row: T) => number): Ordered<T> {
  return (rows, { order }) => {
    switch (order) {
      case 'newest':
        return rows.toReversed().sort((a, b) => timeOf(b) - timeOf(a));
      case 'oldest':
        return rows.toSorted((a, b) => timeOf(a) - timeOf(b));
      case 'shuffled':
        return rows
          .map((row) => ({ row, rank: scatter(idOf(row)) }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ row }) => row);
    }
  };
}

/** A page of some rows; undefined when there is no such page and the service says so. */
export function pageOf<T>(
  rows: readonly T[],
  page: number,
  { page_size: size, past_end: pastEnd }: Pick<Dialect, 'page_size' | 'past_end'>,
): readonly T[] | undefined {
  const last = Math.ceil(rows.length / size);
  if (page > last && (pastEnd === '404' || pastEnd === '400')) return undefined;
  const shown = pastEnd === 'last_page' ? Math.min(page, Math.max(last, 1)) : page;
  return rows.slice((shown - 1) * size, shown * size);
}

/** A number without any order in it, always the same for an id: different ids have different ones. */
function scatter(id: number): number {
  const mixed = Math.imul(id ^ (id >>> 16), 0x45d9f3b);
  return Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) >>> 0;
}
