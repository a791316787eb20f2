import { scatter } from './random.ts';
import type { AnyWorld, Chat, ChatChoice, OfflineMessage, Order, Records, Visitor, World } from './world-records.ts';

/** The records of a world as the service reads them, whatever its size. A change of the world's arrays shows in the next row. */
export function recordsOf(world: AnyWorld): Records {
  return 'records' in world ? world.records : recordsAtHand(world);
}

function recordsAtHand(world: World): Records {
  return {
    chat: (id) => world.chats.find(({ chatId }) => chatId === id),
    chats: (choice, order) => chatsInOrder(findChats(world.chats, choice), order),
    chatsOf: (id) => world.chats.filter(({ visitorId }) => visitorId === id),
    visitor: (id) => world.visitors.find(({ visitorId }) => visitorId === id),
    visitors: (order) => visitorsInOrder(world.visitors, order),
    offlineMessage: (id) => world.offlineMessages.find(({ offlineMessageId }) => offlineMessageId === id),
    offlineMessages: (order) => offlineMessagesInOrder(world.offlineMessages, order),
  };
}

function findChats(chats: readonly Chat[], { from, to, time, running, agentsChats, agents }: ChatChoice): Chat[] {
  const isOf = agentsChats === 'named' ? names : involves;
  return chats.filter((chat) => {
    const at = time === 'start' ? (chat.startedAt ?? chat.requestedAt) : chat.requestedAt;
    return (
      at >= from &&
      at < to &&
      (running === 'listed' || chat.missed || chat.endedAt !== undefined) &&
      agents.every((group) => group.some((agentId) => isOf(chat, agentId)))
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

type Ordered<T> = (rows: readonly T[], order: Order) => T[];

const chatsInOrder: Ordered<Chat> = inOrderOf(
  ({ requestedAt }) => requestedAt,
  ({ chatId }) => chatId,
);

const offlineMessagesInOrder: Ordered<OfflineMessage> = inOrderOf(
  ({ receivedAt }) => receivedAt,
  ({ offlineMessageId }) => offlineMessageId,
);

const visitorsInOrder: Ordered<Visitor> = inOrderOf(
  ({ firstVisitAt }) => firstVisitAt,
  ({ visitorId }) => visitorId,
);

/** Puts rows in order of a time. Those of the same time are in the order in which they were added. */
export function inOrderOf<T>(timeOf: (row: T) => number, idOf: (row: T) => number): Ordered<T> {
  return (rows, order) => {
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
