import type { Asked, ListName } from './moving-service.ts';
import {
  AGENTS,
  type ChatRow,
  type History,
  type LivingWorld,
  type MessageRow,
  type Row,
  type VisitorRow,
} from './moving-world.ts';

// What happens to the rows of a living desk while they are asked for.

export const EVENTS = [
  'comes',
  'comes late',
  'ends',
  'changes',
  'changes hands',
  'moves',
  'is deleted',
  'returns',
] as const;
export type EventName = (typeof EVENTS)[number];

/** The events that may happen on each kind of desk. */
export const KINDS = {
  quiet: [],
  arrivals: ['comes', 'comes', 'comes late', 'ends'],
  changes: ['changes', 'ends'],
  transfers: ['changes hands'],
  deletions: ['is deleted', 'returns'],
  moves: ['moves', 'changes'],
  mixed: EVENTS,
} as const satisfies Record<string, readonly EventName[]>;
export type Kind = keyof typeof KINDS;

/**
 * The place of the row, seen from the page that is read: among those that the walk has read by then, among those that it
 * has yet to read, or where its record was read and the answer is still on its way.
 */
export const PLACES = ['read', 'ahead', 'under way', 'any'] as const;

export interface Happening {
  /** The requests since the event before. */
  readonly gap: number;
  /** Whether the request finds it done. */
  readonly when: 'before' | 'after';
  readonly event: EventName;
  readonly place: (typeof PLACES)[number];
  /** The place of the row, of a thousand. */
  readonly which: number;
}

/** An event that did happen. */
export interface Happened {
  readonly list: ListName;
  readonly event: EventName;
  readonly id: number;
  /** The place of the row, seen from the page. */
  readonly place: 'read' | 'ahead' | 'under way' | 'elsewhere';
}

/**
 * Lets something happen to the list that a request is about. Answers nothing where there is no row to which it could.
 */
export function happen(
  world: LivingWorld,
  { event, place, which }: Happening,
  asked: Asked,
  { pageSize, isUnderWay }: { readonly pageSize: number; readonly isUnderWay: (id: number) => boolean },
): Happened | undefined {
  const { list, order = [], page = 0 } = asked;
  const read = page * pageSize;
  const placeOf = (id: number): Happened['place'] => {
    if (isUnderWay(id)) return 'under way';
    const index = order.indexOf(id);
    return index === -1 ? 'elsewhere' : index < read ? 'read' : 'ahead';
  };
  const pick = <R extends { readonly id: number }>(rows: readonly R[]): R | undefined => {
    const placed = rows.filter(({ id }) => placeOf(id) === place);
    const there = place === 'any' ? rows : placed;
    return there[Math.floor((which * there.length) / 1000)];
  };
  const id = change(world, list, event, which, pick);
  return id === undefined ? undefined : { list, event, id, place: placeOf(id) };
}

type Pick = <R extends { readonly id: number }>(rows: readonly R[]) => R | undefined;

function change(world: LivingWorld, list: ListName, event: EventName, which: number, pick: Pick): number | undefined {
  const now = Date.now();
  const id = world.nextId();
  switch (list) {
    case 'chats':
      return happenTo(world.chats, event, pick, chatChanges(id, now, which));
    case 'visitors': {
      const come = (at: number): VisitorRow => ({ id, at, activeAt: now, name: `Visitor ${id}` });
      return happenTo(world.visitors, event, pick, {
        come,
        change: (row) => ({ ...row, activeAt: now, name: `Visitor ${row.id}, renamed at ${now}` }),
      });
    }
    case 'messages': {
      const come = (at: number): MessageRow => ({ id, at, activeAt: now, unread: true, replies: 0 });
      return happenTo(world.messages, event, pick, {
        come,
        change: (row) => ({
          ...row,
          activeAt: now,
          unread: false,
          replies: row.unread ? row.replies : row.replies + 1,
        }),
      });
    }
  }
}

interface Changes<R> {
  readonly come: (at: number) => R;
  readonly change: (row: R) => R | undefined;
  readonly end?: (row: R) => R | undefined;
  readonly handOn?: (row: R) => R | undefined;
}

function chatChanges(id: number, now: number, which: number): Changes<ChatRow> {
  const agentId = AGENTS[which % AGENTS.length];
  return {
    come: (at) => {
      const row = { id, at, activeAt: now, pastAgents: [], transferred: false, rating: 0 };
      return which % 4 === 0 ? row : { ...row, startedAt: at + 500, agentId };
    },
    change: (row) => (row.endedAt === undefined ? undefined : { ...row, activeAt: now, rating: (row.rating % 5) + 1 }),
    end: (row) =>
      row.startedAt === undefined || row.endedAt !== undefined
        ? undefined
        : { ...row, activeAt: now, endedAt: Math.max(now, row.startedAt + 1) },
    handOn: (row) => {
      if (row.agentId === undefined) return undefined;
      const others = AGENTS.filter((agent) => agent !== row.agentId);
      const to = others[which % others.length];
      return { ...row, activeAt: now, agentId: to, pastAgents: [...row.pastAgents, row.agentId], transferred: true };
    },
  };
}

function happenTo<R extends Row>(
  history: History<R>,
  event: EventName,
  pick: Pick,
  { come, change, end, handOn }: Changes<R>,
): number | undefined {
  const now = Date.now();
  const put = (row: R | undefined): number | undefined => {
    if (row !== undefined) history.put(row, now);
    return row?.id;
  };
  /** The first row from the chosen one to which it can happen. */
  const changed = (by: ((row: R) => R | undefined) | undefined): number | undefined => {
    const able = history.rows().filter((row) => by?.(row) !== undefined);
    const row = pick(able);
    return row === undefined ? undefined : put(by?.(row));
  };
  switch (event) {
    case 'comes':
      return put(come(now));
    case 'comes late':
      return put(come(now - 600_000));
    case 'ends':
      return changed(end);
    case 'changes':
      return changed(change);
    case 'changes hands':
      return changed(handOn);
    case 'moves':
      return changed((row) => ({ ...row, activeAt: now }));
    case 'is deleted': {
      const row = pick(history.rows());
      if (row !== undefined) history.remove(row.id, now);
      return row?.id;
    }
    case 'returns': {
      const row = history.lastRemoved();
      // It may have gone in the same millisecond, and was not there then.
      if (row !== undefined) history.put(row, now + 0.5);
      return row?.id;
    }
  }
}
