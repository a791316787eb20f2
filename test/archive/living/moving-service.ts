import { Headers } from 'undici';
import type { Answer } from '../../../src/upstream/answers/answer-content.ts';
import type { Transport } from '../../../src/upstream/transport/transport.ts';
import { createRandom } from '../../../src/sandbox/world/random.ts';
import {
  AGENTS,
  inOrder,
  type ChatRow,
  type ListOrder,
  type LivingWorld,
  type MessageRow,
  type VisitorRow,
} from './moving-world.ts';

// The service of a living desk (the specification, section 4), as a transport: each request takes its time to get there
// and back, so that several under way are answered in any order, and some answers are held for long.

const DAY = 86_400_000;

export const PAST_ENDS = ['empty', '404', '400', 'last page'] as const;

/** The choices that the specification leaves open. */
export interface Ways {
  readonly order: ListOrder;
  readonly pastEnd: (typeof PAST_ENDS)[number];
  readonly pageSize: number;
  readonly isDateToInclusive: boolean;
  /** Whether an agent's chats are also those that they passed on. */
  readonly listsPastAgents: boolean;
  /** The percentage of answers that are held for seconds: of lists, and of single records. */
  readonly heldPercent: number;
  readonly heldRecordsPercent: number;
}

export const LISTS = ['chats', 'visitors', 'messages'] as const;
export type ListName = (typeof LISTS)[number];

/** A request as the service read it. */
export interface Asked {
  readonly server: number;
  readonly at: number;
  readonly path: string;
  readonly list: ListName;
  /** The list with its filters: a walk is requests of the same. */
  readonly walk?: string;
  /** Absent where a single record of the list is asked for. */
  readonly page?: number;
  /** The number of requests for pages of the same kind that are under way, this one included. */
  readonly together?: number;
  readonly from?: number;
  /** Exclusive. */
  readonly to?: number;
  readonly agentId?: number;
  /** The ids of the rows behind all pages of the list, in its order, as they were then. */
  readonly order?: readonly number[];
}

interface Listed {
  readonly list: ListName;
  readonly rows: readonly { readonly id: number; readonly wire: object }[];
  readonly filter?: ChatFilter;
}

interface ChatFilter {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly agentId?: number;
}

const LIST_PATHS: Readonly<Record<string, ListName>> = {
  '/api/chats/': 'chats',
  '/api/visitors/': 'visitors',
  '/api/offlinemessages/': 'messages',
};

/** Whoever is told of each request, before the world is read for it and after. */
interface Visits {
  readonly before: (asked: Asked) => void;
  readonly after: (asked: Asked) => void;
}

/** A service that answers for a world, for any number of servers. */
export class LivingService {
  readonly asked: Asked[] = [];
  readonly #world: LivingWorld;
  readonly #ways: Ways;
  readonly #random: ReturnType<typeof createRandom>;
  readonly #visits: Visits;
  /** The path of each request that was sent and not answered yet. */
  readonly #underWay: string[] = [];

  constructor(world: LivingWorld, ways: Ways, seed: number, visits: Visits) {
    this.#world = world;
    this.#ways = ways;
    this.#random = createRandom('service', seed);
    this.#visits = visits;
  }

  /** Whether the record of that id was asked for, and its answer is still to come. */
  isUnderWay(id: number): boolean {
    return this.#underWay.some((path) => recordIn(path) === id);
  }

  /** Makes the transport of one of the servers. */
  transportOf(server: number): Transport {
    return {
      get: (address, _headers, signal) =>
        new Promise((resolve, reject) => {
          const { pathname, searchParams } = address;
          const { heldPercent, heldRecordsPercent } = this.#ways;
          const percent = recordIn(pathname) === undefined ? heldPercent : heldRecordsPercent;
          const back = this.#random.chance(percent / 100)
            ? this.#random.integer(2000, 8000)
            : this.#random.integer(3, 60);
          const arrive = () => {
            const answer = this.#answer(server, pathname, new URLSearchParams(searchParams));
            setTimeout(() => {
              this.#arrived(pathname);
              resolve(answer);
            }, back);
          };
          this.#underWay.push(pathname);
          setTimeout(arrive, this.#random.integer(3, 60));
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is the caller's own
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        }),
      post: () => Promise.reject(new Error('read only')),
      close: () => Promise.resolve(),
    };
  }

  #arrived(path: string): void {
    this.#underWay.splice(this.#underWay.indexOf(path), 1);
  }

  #answer(server: number, pathname: string, query: URLSearchParams): Answer {
    const page = Number(query.get('page_no'));
    if (pathname === '/api/agents/') return this.#page(AGENTS.map(wireAgent), page);
    const list = LIST_PATHS[pathname.replace(/\d*$/, '')];
    if (list === undefined) throw new Error(`Nobody asks for ${pathname}`);
    const request = { server, at: Date.now(), path: `${pathname}?${query.toString()}`, list };
    if (recordIn(pathname) !== undefined) {
      this.#visits.before(request);
      const answer = this.#single(pathname);
      this.#note(request);
      return answer;
    }
    query.delete('page_no');
    const walk = `${server} ${list} ${query.toString()}`;
    const together = this.#underWay.filter((path) => path === pathname).length;
    const askedOf = ({ rows, filter }: Listed): Asked => {
      const order = rows.map(({ id }) => id);
      return { ...request, walk, page, together, order, ...filter };
    };
    this.#visits.before(askedOf(this.#list(list, query)));
    const listed = this.#list(list, query);
    this.#note(askedOf(listed));
    return this.#page(
      listed.rows.map(({ wire }) => wire),
      page,
    );
  }

  #note(asked: Asked): void {
    this.asked.push(asked);
    this.#visits.after(asked);
  }

  #page(rows: readonly object[], page: number): Answer {
    const { pageSize, pastEnd } = this.#ways;
    const last = Math.ceil(rows.length / pageSize);
    if (page > last && pastEnd === '404') return refusal(404, `No Record found for Page Number = ${page}.`);
    if (page > last && pastEnd === '400') return refusal(400, `Invalid Page Number: ${page}.`);
    const shown = pastEnd === 'last page' ? Math.min(page, Math.max(last, 1)) : page;
    return content(rows.slice((shown - 1) * pageSize, shown * pageSize));
  }

  #list(list: ListName, query: URLSearchParams): Listed {
    const { order } = this.#ways;
    const { chats, visitors, messages } = this.#world;
    switch (list) {
      case 'chats': {
        const filter = this.#filterOf(query);
        const rows = chats.rows().filter((chat) => this.#isAsked(chat, filter));
        return { list, filter, rows: inOrder(rows, order).map((row) => ({ id: row.id, wire: wireChat(row) })) };
      }
      case 'visitors':
        return { list, rows: inOrder(visitors.rows(), order).map((row) => ({ id: row.id, wire: wireVisitor(row) })) };
      case 'messages':
        return { list, rows: inOrder(messages.rows(), order).map((row) => ({ id: row.id, wire: wireMessage(row) })) };
    }
  }

  #filterOf(query: URLSearchParams): ChatFilter {
    const to = Date.parse(query.get('date_to') ?? new Date().toISOString().slice(0, 10));
    const agentId = query.get('agent_id');
    return {
      from: Date.parse(query.get('date_from') ?? '1970-01-01'),
      to: this.#ways.isDateToInclusive ? to + DAY : to,
      ...(agentId !== null && { agentId: Number(agentId) }),
    };
  }

  #isAsked(chat: ChatRow, { from, to, agentId }: ChatFilter): boolean {
    if (chat.at < from || chat.at >= to) return false;
    if (agentId === undefined || chat.agentId === agentId) return true;
    return this.#ways.listsPastAgents && chat.pastAgents.includes(agentId);
  }

  #single(pathname: string): Answer {
    const [, kind = '', digits] = /^\/api\/(\w+)\/(\d+)$/.exec(pathname) ?? [];
    const id = Number(digits);
    const { chats, visitors, messages } = this.#world;
    const chat = chats.rows().find((row) => row.id === id);
    if (kind === 'chats' && chat !== undefined) return content({ ...wireChat(chat), messages: [] });
    const message = messages.rows().find((row) => row.id === id);
    if (kind === 'offlinemessages' && message !== undefined) return content(wireThread(message));
    const visitor = visitors.rows().find((row) => row.id === id);
    if (kind === 'visitors' && visitor !== undefined) return content(wireProfile(visitor));
    return refusal(404, `No Record found for this Id = ${id}.`);
  }
}

/** The id of the single record that an address asks for. */
function recordIn(pathname: string): number | undefined {
  const digits = /\/(\d+)$/.exec(pathname)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function content(value: unknown): Answer {
  return { status: 200, headers: new Headers({ 'content-type': 'application/json' }), content: { value }, text: '' };
}

function refusal(status: number, message: string): Answer {
  return { status, headers: new Headers(), text: JSON.stringify({ error: [{ code: status, message }] }) };
}

function wireChat(chat: ChatRow): object {
  const isMissed = chat.startedAt === undefined;
  return {
    chat_id: chat.id,
    chat_request_time: chat.at,
    is_missed: isMissed ? 1 : 0,
    chat_started_by: 1,
    is_chat_transferred: chat.transferred ? 1 : 0,
    conversation_start_time: chat.startedAt ?? 0,
    conversation_end_time: chat.endedAt ?? 0,
    chat_ended_by: chat.endedAt === undefined ? 0 : 1,
    visitor_id: 5,
    visitor_email: 'v@example.com',
    visitor_name: 'V',
    agent_id: chat.agentId ?? 0,
    first_name: chat.agentId === undefined ? '' : `Agent${chat.agentId}`,
    last_name: '',
    email: chat.agentId === undefined ? '' : `a${chat.agentId}@example.com`,
    agent_email: chat.agentId === undefined ? '' : `a${chat.agentId}@example.com`,
    rating: chat.rating,
  };
}

function wireAgent(agentId: number): object {
  return {
    agent_id: agentId,
    first_name: `Agent${agentId}`,
    last_name: '',
    email: `a${agentId}@example.com`,
    enabled: 1,
  };
}

function wireVisitor({ id, at, name }: VisitorRow): object {
  return { visitor_id: id, name, email: '', phone: '', first_visit_time: at };
}

function wireProfile({ id, at, name }: VisitorRow): object {
  return { visitor_id: id, first_visit_time: at, visitor_records: [{ visitor_name: name }], total_chats: 1 };
}

function wireMessage({ id, at, unread, replies }: MessageRow): object {
  return { ...wireOfMessage({ id, at, unread }), reply_message_count: replies };
}

function wireThread({ id, at, unread, replies }: MessageRow): object {
  const reply = { reply_message: 'Here you are', message_reply_time: at + 1000, agent_id: 101, first_name: 'Agent101' };
  return { ...wireOfMessage({ id, at, unread }), reply_messages: Array.from({ length: replies }, () => reply) };
}

function wireOfMessage({ id, at, unread }: Pick<MessageRow, 'id' | 'at' | 'unread'>): object {
  const visitor = { visitor_id: 5, visitor_name: 'V', visitor_email: 'v@example.com' };
  return {
    offline_message_id: id,
    ...visitor,
    subject: 'S',
    message: `M${id}`,
    received_time: at,
    unread: unread ? 1 : 0,
  };
}
