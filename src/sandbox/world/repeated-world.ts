import { moveChat } from './chats.ts';
import { recordsOf } from './records.ts';
import type { Chat, LargeWorld, OfflineMessage, Order, Rows, Visitor, World } from './world-records.ts';

/** A row of the world that is repeated, in one of its repeats; the oldest repeat is 0. */
interface Repeated<T> {
  readonly row: T;
  readonly repeat: number;
}

/**
 * Repeats a world of the last `length` ms, so that it is there `times` times, one after the other, up to where it ends.
 * Each repeat has ids of its own; the agents stay. Records are made when they are read.
 */
export function repeatWorld(
  world: World,
  { times, length }: { readonly times: number; readonly length: number },
): LargeWorld {
  const { now, account, agents, bots } = world;
  const begin = now - length;
  const newest = times - 1;
  const repeats = Array.from({ length: times }, (_, repeat) => repeat);
  const later = (repeat: number): number => (repeat - newest) * length;

  const chats = numbered(world.chats, ({ chatId }) => chatId, times);
  const visitors = numbered(world.visitors, ({ visitorId }) => visitorId, times);
  const messages = numbered(world.offlineMessages, ({ offlineMessageId }) => offlineMessageId, times);

  function chatOf({ row, repeat }: Repeated<Chat>): Chat {
    return moveChat(row, {
      chatIds: chats.added(repeat),
      visitorIds: visitors.added(repeat),
      later: later(repeat),
      end: repeat === newest ? undefined : now,
    });
  }

  function visitorOf({ row, repeat }: Repeated<Visitor>): Visitor {
    return {
      ...row,
      visitorId: row.visitorId + visitors.added(repeat),
      // A few came before the world begins, and so before others of the repeat that goes before.
      firstVisitAt: Math.max(row.firstVisitAt, begin) + later(repeat),
    };
  }

  function messageOf({ row, repeat }: Repeated<OfflineMessage>): OfflineMessage {
    return {
      ...row,
      offlineMessageId: row.offlineMessageId + messages.added(repeat),
      visitorId: row.visitorId + visitors.added(repeat),
      receivedAt: row.receivedAt + later(repeat),
      replies: row.replies.map((reply) => ({ ...reply, at: reply.at + later(repeat) })),
    };
  }

  /** The rows of all repeats, made when they are taken. */
  function inAll<T>(order: Order, rowsIn: (repeat: number) => Rows<T>, make: (one: Repeated<T>) => T): Rows<T> {
    const ordered = order === 'newest' ? repeats.toReversed() : repeats;
    const lists = ordered.map((repeat) => ({ repeat, rows: rowsIn(repeat) }));
    return {
      length: lists.reduce((sum, { rows }) => sum + rows.length, 0),
      slice: (from, to) => {
        let passed = 0;
        return lists.flatMap(({ repeat, rows }) => {
          const some = rows.slice(Math.max(from - passed, 0), Math.max(to - passed, 0));
          passed += rows.length;
          return some.map((row) => make({ row, repeat }));
        });
      },
    };
  }

  const records = recordsOf(world);
  const chatsByVisitor = Map.groupBy(world.chats, ({ visitorId }) => visitorId);
  return {
    now,
    account,
    agents,
    bots,
    *chatsBetween(from, to) {
      for (const repeat of repeats) {
        if (now + later(repeat) < from || begin + later(repeat) >= to) continue;
        for (const row of world.chats) {
          const at = row.requestedAt + later(repeat);
          if (at >= from && at < to) yield chatOf({ row, repeat });
        }
      }
    },
    records: {
      chat: (chatId) => made(chats.find(chatId), chatOf),
      chats: (choice, order) => {
        // All repeats that are wanted whole ask the same, which is looked up once.
        const known = new Map<string, Rows<Chat>>();
        const rowsIn = (repeat: number): Rows<Chat> => {
          const from = Math.max(choice.from - later(repeat), begin);
          const to = Math.min(choice.to - later(repeat), now + 1);
          if (from >= to) return [];
          const running = repeat === newest ? choice.running : 'listed';
          const key = [from, to, running].join(' ');
          const rows = known.get(key) ?? records.chats({ ...choice, from, to, running }, order);
          known.set(key, rows);
          return rows;
        };
        return inAll(order, rowsIn, chatOf);
      },
      chatsOf: (visitorId) => {
        const visitor = visitors.find(visitorId);
        const own = visitor === undefined ? [] : (chatsByVisitor.get(visitor.row.visitorId) ?? []);
        return own.map((row) => chatOf({ row, repeat: visitor?.repeat ?? newest }));
      },
      visitor: (visitorId) => made(visitors.find(visitorId), visitorOf),
      visitors: (order) => {
        const rows = records.visitors(order);
        return inAll(order, () => rows, visitorOf);
      },
      offlineMessage: (offlineMessageId) => made(messages.find(offlineMessageId), messageOf),
      offlineMessages: (order) => {
        const rows = records.offlineMessages(order);
        return inAll(order, () => rows, messageOf);
      },
    },
  };
}

/** The ids of a list, oldest first, and of its repeats: what is added to them, and which row one belongs to. */
function numbered<T>(rows: readonly T[], idOf: (row: T) => number, times: number) {
  const ids = rows.map(idOf);
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const [first = 0] = ids;
  const span = (ids.at(-1) ?? first) - first + 1;
  return {
    added: (repeat: number): number => repeat * span,
    find: (id: number): Repeated<T> | undefined => {
      const repeat = Math.floor((id - first) / span);
      const row = byId.get(id - repeat * span);
      return row === undefined || repeat < 0 || repeat >= times ? undefined : { row, repeat };
    },
  };
}

function made<T>(one: Repeated<T> | undefined, make: (one: Repeated<T>) => T): T | undefined {
  return one === undefined ? undefined : make(one);
}
