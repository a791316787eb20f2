import { createRandom } from '../../../src/sandbox/world/random.ts';

// A desk that remembers all that it ever was: each state of each row, with the time in which it was true. Nothing of the
// code under test has a part in it.

const DAY = 86_400_000;

/** The part that the rows of all lists have. */
export interface Row {
  readonly id: number;
  /** The moment when it was requested, received, or first came. */
  readonly at: number;
  /** The moment when something last happened to it. No answer shows it, but a list may be in its order. */
  readonly activeAt: number;
}

export interface ChatRow extends Row {
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  readonly agentId?: number | undefined;
  /** The agents who had it before. */
  readonly pastAgents: readonly number[];
  readonly transferred: boolean;
  /** 0 for none. */
  readonly rating: number;
}

export interface VisitorRow extends Row {
  readonly name: string;
}

export interface MessageRow extends Row {
  readonly unread: boolean;
  readonly replies: number;
}

/** A state of a row, true from a moment until just before another. */
export interface State<Row> {
  readonly row: Row;
  readonly from: number;
  readonly to: number;
}

/** All states of the rows of one list. */
export class History<R extends Row> {
  readonly #states = new Map<number, State<R>[]>();

  /** The rows that there are now. */
  rows(): R[] {
    return [...this.#states.values()].flatMap((states) => {
      const last = states.at(-1);
      return last?.to === Infinity ? [last.row] : [];
    });
  }

  /** Every state that each row ever had, oldest first. */
  all(): ReadonlyMap<number, readonly State<R>[]> {
    return this.#states;
  }

  /** Adds a row, or changes the one with its id. */
  put(row: R, from: number): void {
    this.remove(row.id, from);
    this.#states.set(row.id, [...(this.#states.get(row.id) ?? []), { row, from, to: Infinity }]);
  }

  remove(id: number, at: number): void {
    const states = this.#states.get(id) ?? [];
    const last = states.at(-1);
    if (last?.to === Infinity) this.#states.set(id, [...states.slice(0, -1), { ...last, to: at }]);
  }

  /** The row that was removed last, and is not there again. */
  lastRemoved(): R | undefined {
    const last = [...this.#states.values()].flatMap((states) => states.at(-1) ?? []);
    return last.filter(({ to }) => to < Infinity).sort((one, other) => other.to - one.to)[0]?.row;
  }
}

export const ORDERS = ['newest', 'oldest', 'by id', 'by id, falling', 'last active', 'first active', 'none'] as const;
export type ListOrder = (typeof ORDERS)[number];

/** The value by which the rows of each order are sorted. */
const RANKS: Readonly<Record<ListOrder, (row: Row) => number>> = {
  newest: ({ at }) => -at,
  oldest: ({ at }) => at,
  'by id': ({ id }) => id,
  'by id, falling': ({ id }) => -id,
  'last active': ({ activeAt }) => -activeAt,
  'first active': ({ activeAt }) => activeAt,
  none: ({ id }) => Math.imul(id, 0x9e3779b1) >>> 0,
};

/** The beginning of a desk. */
export interface Beginning {
  readonly seed: number;
  /** The rows of each list. */
  readonly chats: number;
  readonly visitors: number;
  readonly messages: number;
  /** Whether the id of a row says nothing of when it came. */
  readonly hasScatteredIds: boolean;
}

export const AGENTS = [101, 102, 103] as const;

export class LivingWorld {
  readonly chats = new History<ChatRow>();
  readonly visitors = new History<VisitorRow>();
  readonly messages = new History<MessageRow>();
  readonly #scattersIds: boolean;
  #count = 0;

  constructor({ seed, chats, visitors, messages, hasScatteredIds }: Beginning, now: number) {
    this.#scattersIds = hasScatteredIds;
    const random = createRandom('living', seed);
    // The newest days are asked for most.
    const times = (count: number, days: number): number[] =>
      Array.from(
        { length: count },
        () => now - random.integer(120_000, random.chance(0.6) ? DAY / 2 : days * DAY),
      ).sort((one, other) => one - other);
    for (const at of times(chats, 4)) this.chats.put(this.#oldChat(at, now, random), -Infinity);
    for (const at of times(visitors, 30)) {
      const id = this.nextId();
      this.visitors.put({ id, at, activeAt: random.integer(at, now), name: `Visitor ${id}` }, -Infinity);
    }
    for (const at of times(messages, 10)) {
      const replies = random.integer(0, 2);
      const unread = replies === 0 && random.chance(0.5);
      this.messages.put({ id: this.nextId(), at, activeAt: random.integer(at, now), unread, replies }, -Infinity);
    }
  }

  nextId(): number {
    this.#count += 1;
    // A prime beside a prime: each is met once.
    return 1000 + (this.#scattersIds ? (this.#count * 7919) % 9973 : this.#count);
  }

  #oldChat(at: number, now: number, random: ReturnType<typeof createRandom>): ChatRow {
    const id = this.nextId();
    const row = { id, at, activeAt: at, pastAgents: [], transferred: false, rating: 0 };
    if (random.chance(0.2)) return row;
    const startedAt = at + random.integer(1000, 60_000);
    const agentId = random.pick(AGENTS);
    const endedAt = startedAt + random.integer(10_000, 1_200_000);
    if (endedAt > now) return { ...row, startedAt, agentId, activeAt: startedAt };
    const rating = random.chance(0.4) ? random.integer(1, 5) : 0;
    return { ...row, startedAt, endedAt, agentId, rating, activeAt: random.integer(endedAt, now) };
  }
}

/** Rows in the order in which a list shows them. Those of the same rank are in the order of their ids. */
export function inOrder<R extends Row>(rows: readonly R[], order: ListOrder): R[] {
  const rank = RANKS[order];
  return rows.toSorted((one, other) => rank(one) - rank(other) || one.id - other.id);
}
