import { sql, type RawBuilder } from 'kysely';
import type { AgentId, ChatId } from '../../model/ids.ts';
import type { Chat, ChatMessage, VisitorContext } from '../../model/records.ts';
import { eachInSlices, slices } from '../../model/slices.ts';
import type { CallerText } from '../../model/text/trusted-text.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { portionsOf, type Portion } from '../figures/day-portions.ts';
import { chatFrom, contextFrom, messageFrom } from '../schema/row-conversion.ts';
import type { MessageRow } from '../schema/schema.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';
import { foldingOf } from './refolding.ts';
import { parseQuery, type WordQuery } from '../words/word-query.ts';
import { foldedPlace } from '../words/indexed-words.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';

/** The chats that are ranked. Nobody looks through more, and each costs memory. */
const MAX_RANKED = 1000;

/** The messages that are read together: they may be long. */
const MESSAGE_BATCH_SIZE = 200;

/** The chats to search in: requested from `start` until just before `end`, or ever. */
export interface SearchSelection {
  readonly start?: EpochMillis;
  readonly end?: EpochMillis;
  readonly agentId?: AgentId | undefined;
  readonly country?: string | undefined;
  readonly city?: string | undefined;
}

/** The same within a period. */
export type SearchedPeriod = SearchSelection & Required<Pick<SearchSelection, 'start' | 'end'>>;

/** The order of what is found: the best match first, of equal ones the newest; or the newest chat first. */
export type SearchOrder = 'best' | 'newest';

/** A chat that a query finds. Scores are of one query and one archive: they tell the order and no more. */
export interface RankedChat {
  readonly chatId: ChatId;
  readonly score: number;
  readonly requestedAt: EpochMillis;
  readonly agentId?: AgentId;
}

/** What is found of the chats of an agent, or of those whose rows name none. */
export interface AgentHits {
  readonly agentId?: AgentId;
  /** The chats that are found. */
  readonly hits: number;
  /** The chats that were searched, since their transcripts are at hand. */
  readonly searched: number;
  /** One of the chats that were searched: it names the agent. */
  readonly chatId: ChatId;
}

/** The chats that a query finds. */
export interface Ranking {
  /** The first ones, at most MAX_RANKED. */
  readonly first: readonly RankedChat[];
  /** The number of all that are found. */
  readonly count: number;
  /** All that are found, by agent, with those agents of whose chats none is. */
  readonly byAgent: readonly AgentHits[];
}

/** A chat with what was said in it. */
export interface Conversation {
  readonly chat: Chat;
  /** In time order. */
  readonly messages: readonly ChatMessage[];
}

/** A query with its selection, as statements take it. */
interface Wanted extends SearchSelection, Partial<Bounds> {
  readonly words: string;
}

interface Bounds {
  readonly least: ChatId;
  readonly most: ChatId;
}

interface OfSome {
  readonly chatIds: readonly ChatId[];
}

type Limited = Given<Wanted & { readonly limit: number }>;

const BEST = statement((tables, given: Limited) =>
  selectRanked(tables, given)
    .orderBy('found.score', 'desc')
    .orderBy('chats.requested_at', 'desc')
    .orderBy('chats.chat_id', 'desc'),
);

const NEWEST = statement((tables, given: Limited) =>
  selectRanked(tables, given)
    // The plus keeps SQLite from going through all chats by time, and asking its index for each.
    .orderBy(sql`+chats.requested_at`, 'desc')
    .orderBy('chats.chat_id', 'desc'),
);

const HITS = statement((tables, given: Given<Wanted>) =>
  selectFound(tables, given)
    .groupBy('chats.agent_id')
    .select(({ fn }) => ['chats.agent_id', fn.countAll<number>().as('hits')]),
);

const SEARCHED = statement((tables, given: Given<SearchedPeriod>) => {
  let searched = tables
    .chats()
    .innerJoin('transcripts', (join) =>
      join.onRef('transcripts.account', '=', 'chats.account').onRef('transcripts.chat_id', '=', 'chats.chat_id'),
    )
    .where('chats.requested_at', '>=', given.value('start'))
    .where('chats.requested_at', '<', given.value('end'));
  if (given.has('agentId')) searched = searched.where('chats.agent_id', '=', given.value('agentId'));
  if (given.has('country')) searched = searched.where('transcripts.country', '=', given.value('country'));
  if (given.has('city')) searched = searched.where('transcripts.city', '=', given.value('city'));
  return searched
    .groupBy('chats.agent_id')
    .select(({ fn }) => ['chats.agent_id', fn.countAll<number>().as('searched'), fn.max('chats.chat_id').as('latest')]);
});

const COUNTED = statement((tables, given: Given<Wanted>) =>
  selectFound(tables, given).select((row) => [
    row.fn.countAll<number>().as('count'),
    row.fn.max('chats.requested_at').as('newest'),
  ]),
);

const BOUNDS = statement((tables, given: Given<{ readonly start: EpochMillis; readonly end: EpochMillis }>) =>
  tables.kept
    .chats()
    .where('requested_at', '>=', given.value('start'))
    .where('requested_at', '<', given.value('end'))
    // The plus keeps PostgreSQL from looking for them among all ids there are.
    .select([sql<ChatId | null>`min(+chat_id)`.as('least'), sql<ChatId | null>`max(+chat_id)`.as('most')]),
);

const CHATS = statement((tables, given: Given<OfSome>) =>
  tables.kept
    .chats()
    .where(tables.isAmong('chat_id', given.value('chatIds')))
    .selectAll(),
);

const CONTEXTS = statement((tables, given: Given<OfSome>) =>
  tables
    .transcripts()
    .where(tables.isAmong('chat_id', given.value('chatIds')))
    .select(['chat_id', 'context']),
);

const MESSAGES = statement((tables, given: Given<OfSome & MessagesBehind & { readonly limit: number }>) => {
  const messages = tables
    .messages()
    .where(tables.isAmong('chat_id', given.value('chatIds')))
    .orderBy('chat_id')
    .orderBy('position')
    .limit(given.value('limit'))
    .selectAll();
  return given.has('behind')
    ? messages.where(sql<boolean>`(chat_id, position) > (${given.value('behindChat')}, ${given.value('behind')})`)
    : messages;
});

/** The message behind which to go on; the beginning where it is not given. */
interface MessagesBehind {
  readonly behindChat: ChatId | undefined;
  readonly behind: number | undefined;
}

/** Search in the transcripts at hand, of chats that their list still shows. Nothing is read for it. */
export class TranscriptSearch {
  readonly #tables: AccountTables;
  readonly #folded: () => Promise<void>;

  constructor(tables: AccountTables) {
    this.#tables = tables;
    this.#folded = foldingOf(tables, 'transcripts');
  }

  /** Reads a query, in any syntax. Throws InvalidArgument where it has no word to look for. */
  query(text: CallerText): WordQuery {
    return parseQuery(text);
  }

  /**
   * The chats of a period that a query finds, in an order, and how many there are by agent. Goes through the period in
   * portions, since nobody else has a turn while a statement goes on.
   */
  async rank(query: WordQuery, selection: SearchedPeriod, order: SearchOrder): Promise<Ranking> {
    const { words, country, city } = await this.#wanted(query, selection);
    let first: RankedChat[] = [];
    const byAgent = new Map<AgentId | null, AgentHits>();
    const portions = await portionsOf(this.#tables, selection);
    await eachInSlices(portions, async ({ start, end, transcripts }: Portion) => {
      if (transcripts === 0) return;
      const searched = { start, end, agentId: selection.agentId, country, city };
      for (const row of await SEARCHED(this.#tables, searched)) {
        const before = byAgent.get(row.agent_id) ?? { hits: 0, searched: 0, chatId: row.latest };
        const agentId = row.agent_id ?? undefined;
        byAgent.set(row.agent_id, omitUndefined({ ...before, agentId, searched: before.searched + row.searched }));
      }
      if (slices.isOver()) await slices.next();
      const wanted = { ...searched, words, ...(await this.#idsOf({ start, end })) };
      for (const { agent_id: agentId, hits } of await HITS(this.#tables, wanted)) {
        const before = byAgent.get(agentId);
        if (before !== undefined) byAgent.set(agentId, { ...before, hits: before.hits + hits });
      }
      if (slices.isOver()) await slices.next();
      first = await this.#firstOf(first, wanted, order);
    });
    const count = [...byAgent.values()].reduce((sum, { hits }) => sum + hits, 0);
    return { first: this.#told(first), count, byAgent: [...byAgent.values()] };
  }

  /** A score tells how common the words are in all transcripts: who is shown some of them only is told the place among these. */
  #told(ranked: readonly RankedChat[]): readonly RankedChat[] {
    if (this.#tables.own === undefined) return ranked;
    const byScore = new Map(
      ranked.toSorted((one, other) => other.score - one.score).map(({ chatId }, place) => [chatId, place] as const),
    );
    return ranked.map((chat) => ({ ...chat, score: ranked.length - (byScore.get(chat.chatId) ?? 0) }));
  }

  /** The first chats of a ranking and of an older portion together. */
  async #firstOf(ranked: RankedChat[], wanted: Wanted, order: SearchOrder): Promise<RankedChat[]> {
    const left = order === 'best' ? MAX_RANKED : MAX_RANKED - ranked.length;
    if (left === 0) return ranked;
    const rows = await (order === 'best' ? BEST : NEWEST)(this.#tables, { ...wanted, limit: left });
    const all = [
      ...ranked,
      ...rows.map((row) =>
        omitUndefined({
          chatId: row.chat_id,
          score: row.score,
          requestedAt: row.requested_at,
          agentId: row.agent_id ?? undefined,
        }),
      ),
    ];
    return order === 'newest' ? all : all.sort((one, other) => other.score - one.score).slice(0, MAX_RANKED);
  }

  /** Counts the chats that a query finds, and tells when the newest of them was requested. */
  async count(
    query: WordQuery,
    selection: SearchSelection,
  ): Promise<{ readonly count: number; readonly newest?: EpochMillis }> {
    const ids = await this.#idsOf(selection);
    const [found] = await COUNTED(this.#tables, { ...(await this.#wanted(query, selection)), ...ids });
    const { count, newest } = found ?? { count: 0, newest: null };
    return omitUndefined({ count, newest });
  }

  /** Reads some chats with their messages. */
  async conversations(chatIds: readonly ChatId[]): Promise<Map<ChatId, Conversation>> {
    if (chatIds.length === 0) return new Map();
    const chats = await CHATS(this.#tables, { chatIds });
    const messages = new Map<ChatId, ChatMessage[]>(chatIds.map((chatId) => [chatId, []]));
    for await (const row of this.#messagesOf(chatIds)) messages.get(row.chat_id)?.push(messageFrom(row));
    return new Map(
      chats.map((row) => [row.chat_id, { chat: chatFrom(row), messages: messages.get(row.chat_id) ?? [] }]),
    );
  }

  /** In their order, some at a time: nobody knows how many there are. */
  async *#messagesOf(chatIds: readonly ChatId[]): AsyncGenerator<MessageRow, void, undefined> {
    let last: MessageRow | undefined;
    do {
      if (slices.isOver()) await slices.next();
      const rows: MessageRow[] = await MESSAGES(this.#tables, {
        chatIds,
        limit: MESSAGE_BATCH_SIZE,
        behindChat: last?.chat_id,
        behind: last?.position,
      });
      yield* rows;
      last = rows.length < MESSAGE_BATCH_SIZE ? undefined : rows.at(-1);
    } while (last !== undefined);
  }

  /** Reads where the visitors of some chats were when they wrote. */
  async contexts(chatIds: readonly ChatId[]): Promise<Map<ChatId, VisitorContext>> {
    if (chatIds.length === 0) return new Map();
    const rows = await CONTEXTS(this.#tables, { chatIds });
    return new Map(rows.map((row) => [row.chat_id, contextFrom(row.context)]));
  }

  async #wanted(query: WordQuery, selection: SearchSelection): Promise<Wanted> {
    const { country, city, ...others } = selection;
    await this.#folded();
    return {
      ...others,
      words: this.#tables.wordsOf(query),
      country: mapKnown(country, foldedPlace),
      city: mapKnown(city, foldedPlace),
    };
  }

  /** The bounds of the ids of a period, within which the index has much less to look through. */
  async #idsOf({ start, end }: SearchSelection): Promise<Bounds | undefined> {
    if (start === undefined || end === undefined) return undefined;
    const [bounds] = await BOUNDS(this.#tables, { start, end });
    if (bounds === undefined) return undefined;
    const { least, most } = bounds;
    return least === null || most === null ? undefined : { least, most };
  }
}

function selectFound(tables: Tables, given: Given<Wanted>) {
  let found = tables.found(given.value('words'));
  if (given.has('least')) found = found.where('found.chat_id', '>=', given.value('least'));
  if (given.has('most')) found = found.where('found.chat_id', '<=', given.value('most'));
  if (given.has('start')) found = found.where(sql<boolean>`+chats.requested_at >= ${given.value('start')}`);
  if (given.has('end')) found = found.where(sql<boolean>`+chats.requested_at < ${given.value('end')}`);
  if (given.has('agentId')) found = found.where('chats.agent_id', '=', given.value('agentId'));
  if (given.has('country')) found = found.where(comesFrom('country', given.value('country')));
  return given.has('city') ? found.where(comesFrom('city', given.value('city'))) : found;
}

function selectRanked(tables: Tables, given: Limited) {
  return selectFound(tables, given)
    .limit(given.value('limit'))
    .select(['chats.chat_id', 'chats.requested_at', 'chats.agent_id', 'found.score']);
}

/** Looked up for each chat that is found: a place has far more chats than a query finds. */
function comesFrom(column: 'country' | 'city', place: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM transcripts WHERE transcripts.account = chats.account
    AND transcripts.chat_id = chats.chat_id AND ${sql.ref(`transcripts.${column}`)} = ${place})`;
}
