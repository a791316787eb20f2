import { sql, type RawBuilder } from 'kysely';
import { FirstInOrder } from '../../model/first-in-order.ts';
import type { AgentId, ChatId, VisitorId } from '../../model/ids.ts';
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
  readonly visitorId?: VisitorId | undefined;
  readonly country?: string | undefined;
  readonly city?: string | undefined;
}

/** The same within a period. */
export type SearchedPeriod = SearchSelection & Required<Pick<SearchSelection, 'start' | 'end'>>;

/** The order of what is found: the best match first, of equal ones the newest; or by the time of the chat. */
export type SearchOrder = 'best' | 'newest' | 'oldest';

/** A chat that a query finds. Scores are of one query and one archive: they tell the order and no more. */
export interface RankedChat {
  readonly chatId: ChatId;
  readonly score: number;
  readonly requestedAt: EpochMillis;
  readonly agentId?: AgentId;
  readonly visitorId?: VisitorId;
  /** As it is folded; known where chats are counted by country. */
  readonly country?: string;
}

/** The chats that a query finds. */
export interface Ranking {
  /** The first ones, at most MAX_RANKED. */
  readonly first: readonly RankedChat[];
  /** The number of all that are found. */
  readonly count: number;
  /** The number of chats that were searched, since their transcripts are loaded. */
  readonly searched: number;
}

/** What chats are counted by. */
export type SearchGrouping = 'agent' | 'country' | 'day';

/** Some of the chats that were searched. */
export interface SearchedPart {
  /** An agent's id, a country as it is folded, or when a quarter of an hour begins: days are made of these. Null for none. */
  readonly key: number | string | null;
  readonly chats: number;
  /** One of them: it names the agent and the country. */
  readonly chatId: ChatId;
}

/** Zones differ by whole quarters of an hour. */
const QUARTER = 900_000;

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

/** By what chats are counted. */
interface By {
  readonly byAgent?: true | undefined;
  readonly byCountry?: true | undefined;
  readonly byQuarter?: true | undefined;
}

const FOUND = statement((tables, given: Given<Wanted & By>) =>
  selectFound(tables, given).select([
    'chats.chat_id',
    'chats.requested_at',
    'chats.agent_id',
    'chats.visitor_id',
    'found.score',
    (given.has('byCountry') ? countryOfChat() : sql<null>`NULL`).as('country'),
  ]),
);

const SEARCHED = statement((tables, given: Given<SearchedPeriod & By>) => {
  let searched = tables
    .chats()
    .innerJoin('transcripts', (join) =>
      join.onRef('transcripts.account', '=', 'chats.account').onRef('transcripts.chat_id', '=', 'chats.chat_id'),
    )
    .where('chats.requested_at', '>=', given.value('start'))
    .where('chats.requested_at', '<', given.value('end'));
  if (given.has('agentId')) searched = searched.where('chats.agent_id', '=', given.value('agentId'));
  if (given.has('visitorId')) searched = searched.where('chats.visitor_id', '=', given.value('visitorId'));
  if (given.has('country')) searched = searched.where('transcripts.country', '=', given.value('country'));
  if (given.has('city')) searched = searched.where('transcripts.city', '=', given.value('city'));
  const key = keyOfPart(given);
  const counted = searched.select(({ fn }) => [
    (key ?? sql<null>`NULL`).as('key'),
    fn.countAll<number>().as('chats'),
    fn.max('chats.chat_id').as('latest'),
  ]);
  return key === undefined ? counted : counted.groupBy(key);
});

function keyOfPart(given: Given<By>): RawBuilder<number | string | null> | undefined {
  if (given.has('byAgent')) return sql`chats.agent_id`;
  if (given.has('byCountry')) return sql`transcripts.country`;
  return given.has('byQuarter') ? sql`chats.requested_at / ${sql.lit(QUARTER)} * ${sql.lit(QUARTER)}` : undefined;
}

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
   * The chats of a period that a query finds, in an order; `add` is given each of them, in any order. Goes through the period in
   * portions, since nobody else has a turn while a statement goes on.
   */
  async rank(
    query: WordQuery,
    selection: SearchedPeriod,
    order: SearchOrder,
    {
      add,
      by,
    }: { readonly add?: ((chat: RankedChat) => void) | undefined; readonly by?: SearchGrouping | undefined } = {},
  ): Promise<Ranking> {
    const chosen = await this.#chosen(selection);
    const words = this.#tables.wordsOf(query);
    const first = new FirstInOrder(COMPARISONS[order], MAX_RANKED);
    let [count, searched] = [0, 0];
    await eachInSlices(await portionsOf(this.#tables, selection), async ({ start, end, transcripts }: Portion) => {
      if (transcripts === 0) return;
      const [held] = await SEARCHED(this.#tables, { ...chosen, start, end });
      searched += held?.chats ?? 0;
      if (held === undefined || held.chats === 0) return;
      if (slices.isOver()) await slices.next();
      const bounds = await this.#idsOf({ start, end });
      const rows = await FOUND(this.#tables, { ...chosen, ...bounds, ...flagsOf(by), words, start, end });
      await eachInSlices(rows, (row) => {
        const chat = omitUndefined({
          chatId: row.chat_id,
          score: row.score,
          requestedAt: row.requested_at,
          agentId: row.agent_id ?? undefined,
          visitorId: row.visitor_id ?? undefined,
          country: row.country ?? undefined,
        });
        count += 1;
        first.add(chat);
        add?.(chat);
      });
    });
    return { first: this.#told(first.values()), count, searched };
  }

  /** The numbers of chats of a selection that a search looks through, by agent, country or time. */
  async searchedBy(by: SearchGrouping, selection: SearchedPeriod): Promise<SearchedPart[]> {
    const chosen = await this.#chosen(selection);
    const parts = new Map<SearchedPart['key'], SearchedPart>();
    await eachInSlices(await portionsOf(this.#tables, selection), async ({ start, end, transcripts }: Portion) => {
      if (transcripts === 0) return;
      for (const { key, chats, latest } of await SEARCHED(this.#tables, { ...chosen, ...flagsOf(by), start, end })) {
        const before = parts.get(key) ?? { key, chats: 0, chatId: latest };
        parts.set(key, { ...before, chats: before.chats + chats });
      }
    });
    return [...parts.values()];
  }

  /** A score tells how common the words are in all transcripts: who is shown some of them only is told the place among these. */
  #told(ranked: readonly RankedChat[]): readonly RankedChat[] {
    if (this.#tables.own === undefined) return ranked;
    const byScore = new Map(
      ranked.toSorted((one, other) => other.score - one.score).map(({ chatId }, place) => [chatId, place] as const),
    );
    return ranked.map((chat) => ({ ...chat, score: ranked.length - (byScore.get(chat.chatId) ?? 0) }));
  }

  /** Counts the chats that a query finds, and tells when the newest of them was requested. */
  async count(
    query: WordQuery,
    selection: SearchSelection,
  ): Promise<{ readonly count: number; readonly newest?: EpochMillis }> {
    const ids = await this.#idsOf(selection);
    const words = this.#tables.wordsOf(query);
    const [found] = await COUNTED(this.#tables, { ...(await this.#chosen(selection)), ...ids, words });
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

  /** A selection as statements take it. */
  async #chosen<Selection extends SearchSelection>(selection: Selection): Promise<Selection> {
    await this.#folded();
    const { country, city } = selection;
    return { ...selection, country: mapKnown(country, foldedPlace), city: mapKnown(city, foldedPlace) };
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
  if (given.has('visitorId')) found = found.where('chats.visitor_id', '=', given.value('visitorId'));
  if (given.has('country')) found = found.where(comesFrom('country', given.value('country')));
  return given.has('city') ? found.where(comesFrom('city', given.value('city'))) : found;
}

/** What comes first in an order. */
const COMPARISONS: Readonly<Record<SearchOrder, (one: RankedChat, other: RankedChat) => number>> = {
  best: (one, other) => other.score - one.score || byTime(other, one),
  newest: (one, other) => byTime(other, one),
  oldest: byTime,
};

function byTime(one: RankedChat, other: RankedChat): number {
  return one.requestedAt - other.requestedAt || one.chatId - other.chatId;
}

function flagsOf(by: SearchGrouping | undefined): By {
  return {
    byAgent: by === 'agent' || undefined,
    byCountry: by === 'country' || undefined,
    byQuarter: by === 'day' || undefined,
  };
}

function countryOfChat(): RawBuilder<string | null> {
  return sql`(SELECT transcripts.country FROM transcripts WHERE transcripts.account = chats.account
    AND transcripts.chat_id = chats.chat_id)`;
}

/** Looked up for each chat that is found: a place has far more chats than a query finds. */
function comesFrom(column: 'country' | 'city', place: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM transcripts WHERE transcripts.account = chats.account
    AND transcripts.chat_id = chats.chat_id AND ${sql.ref(`transcripts.${column}`)} = ${place})`;
}
