import type { Change } from './faults.ts';
import { createRandom } from '../world/random.ts';
import type { AnyWorld, Chat, OfflineMessage, Visitor } from '../world/world-records.ts';

/** The changes of a list while somebody walks its pages; false where there is nothing to change. */
type ChangeList = Readonly<Record<Change, () => boolean>>;

/**
 * The changes of a world under a client's feet. They are made in the world itself, so that what is true afterwards is
 * what the world then holds: a row that arrives is a copy of the list's last one with the next id and the clock's
 * time; one that vanishes is any row. Requests for anything but chats, offline messages and visitors change nothing, and
 * in a large world, which cannot be changed, none does.
 */
export function createChanges(world: AnyWorld, clock: () => number): (change: Change, request: Request) => boolean {
  if ('records' in world) return () => false;
  const random = createRandom('changes');

  const list = <T>(
    rowsOf: () => T[],
    idOf: (row: T) => number,
    copy: (row: T, id: number, now: number) => T,
  ): ChangeList => ({
    rows_arrive: () => {
      const rows = rowsOf();
      const last = rows.at(-1);
      if (last !== undefined) rows.push(copy(last, Math.max(...rows.map(idOf)) + 1, clock()));
      return last !== undefined;
    },
    rows_vanish: () => rowsOf().splice(random.integer(0, rowsOf().length - 1), 1).length > 0,
  });

  const lists: Readonly<Record<string, ChangeList>> = {
    '/api/chats': list(
      () => world.chats,
      ({ chatId }) => chatId,
      anotherChat,
    ),
    '/api/offlinemessages': list(
      () => world.offlineMessages,
      ({ offlineMessageId }) => offlineMessageId,
      anotherMessage,
    ),
    '/api/visitors': list(
      () => world.visitors,
      ({ visitorId }) => visitorId,
      anotherVisitor,
    ),
  };
  return (change, { method, url }) => {
    if (method !== 'GET') return false;
    return lists[new URL(url).pathname.replace(/\/$/, '')]?.[change]() ?? false;
  };
}

/** A chat that was asked for, answered and ended in one moment, so that nothing of it lies ahead of the clock. */
function anotherChat(chat: Chat, chatId: number, now: number): Chat {
  const conversation = { startedAt: now, endedAt: now, endedBy: chat.endedBy ?? 'visitor' } as const;
  return {
    ...chat,
    chatId,
    requestedAt: now,
    ...(chat.startedAt !== undefined && conversation),
    messages: chat.messages.map((message) => ({ ...message, at: now })),
  };
}

function anotherMessage(message: OfflineMessage, offlineMessageId: number, now: number): OfflineMessage {
  return { ...message, offlineMessageId, receivedAt: now, unread: true, replies: [] };
}

function anotherVisitor(visitor: Visitor, visitorId: number, now: number): Visitor {
  return { ...structuredClone(visitor), visitorId, firstVisitAt: now };
}
