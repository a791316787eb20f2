import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Coverage } from '../../model/coverage.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { VisitorId } from '../../model/ids.ts';
import { phoneDigits } from '../../model/person.ts';
import type { Question } from '../../model/progress.ts';
import type { Visitor, VisitorContext, VisitorProfile } from '../../model/records.ts';
import { known } from '../../model/known.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Upstream } from '../../upstream/client.ts';
import { contactsMatching, newestContacts, type KnownContact } from './contacts.ts';
import type { Lists, WholeList } from '../walking/whole-lists.ts';
import { contextFrom, profileFrom, visitorFrom, visitorRow } from '../schema/row-conversion.ts';
import { foldingOf } from '../search/refolding.ts';
import { foldedPlace } from '../words/indexed-words.ts';
import type { Looked, RecordSources, SingleRecords } from './single-records.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';
import { Unkept } from './unkept.ts';
import { partsIn } from '../words/visitor-search-columns.ts';
import { eachInSlices, slices } from '../../model/slices.ts';
import { batchesOf } from '../tables/batches.ts';

/** The visitors that a question is about, by whatever is given. */
export interface VisitorSelection {
  /** Words that all have to be in the name, email or phone, or an id; without case and accents. */
  readonly query?: string | undefined;
  /** Without case and accents. */
  readonly country?: string | undefined;
  /** The time of their first visit: from `start` until just before `end`. */
  readonly firstVisit?: { readonly start: EpochMillis; readonly end: EpochMillis } | 'unknown' | undefined;
}

/** The visitors at hand who come from a country. */
export interface VisitorsOfCountry {
  readonly count: number;
  /** Whether a visitor is one of them; undefined where no country is known of the visitor. */
  readonly has: (visitorId: VisitorId) => boolean | undefined;
}

/** The last visitor of a page: when they first came (0 where that is not known), and their id. */
export type LastVisitor = readonly [firstVisitAt: number, visitorId: number];

/** As in the index of migration 0008: with a bound value SQLite would not use it. */
const FIRST_VISIT = sql<number>`coalesce(first_visit_at, 0)`;

/** The offline messages of a visitor that wait for a reply. */
export interface WaitingMessages {
  readonly messages: number;
  readonly oldestAt: EpochMillis;
  readonly newestAt: EpochMillis;
}

/** The newest chat of a visitor among those of one code, or the newest offline message, which has none. */
export interface LastContact {
  readonly visitorId: VisitorId;
  readonly at: EpochMillis;
  /** The request of the newest chat of them that has a conversation. */
  readonly servedAt?: EpochMillis;
  readonly missedCode?: number;
}

interface OfVisitors {
  readonly visitorIds: readonly VisitorId[];
}

const WAITING = statement((tables) =>
  tables
    .offlineMessages()
    .where('visitor_id', 'is not', null)
    .where((is) => is.or([is('reply_count', 'is', null), is('reply_count', '<=', 0)]))
    .groupBy('visitor_id')
    .select(({ fn }) => [
      'visitor_id',
      fn.countAll<number>().as('messages'),
      fn.min('received_at').as('oldestAt'),
      fn.max('received_at').as('newestAt'),
    ]),
);

const LAST_CHATS = statement((tables, given: Given<OfVisitors>) =>
  tables
    .chats()
    .where(tables.isAmong('visitor_id', given.value('visitorIds')))
    .groupBy(['visitor_id', 'missed_code'])
    .select(({ fn }) => [
      'visitor_id',
      'missed_code',
      fn.max('requested_at').as('at'),
      sql<EpochMillis | null>`max(CASE WHEN started_at IS NOT NULL THEN requested_at END)`.as('servedAt'),
    ]),
);

const LAST_MESSAGES = statement((tables, given: Given<OfVisitors>) =>
  tables
    .offlineMessages()
    .where(tables.isAmong('visitor_id', given.value('visitorIds')))
    .groupBy('visitor_id')
    .select(({ fn }) => ['visitor_id', fn.max('received_at').as('at')]),
);

const PROFILE = statement((tables, given: Given<{ visitorId: VisitorId }>) =>
  tables.visitorProfiles().where('visitor_id', '=', given.value('visitorId')).select(['profile', 'fetched_at']),
);

/** The people who wrote. */
export class Visitors {
  readonly #tables: AccountTables;
  readonly #lists: Lists;
  readonly #singles: SingleRecords;
  readonly #upstream: Upstream;
  readonly #list: WholeList<Visitor, 'visitors'>;
  readonly #unkept = new Unkept<VisitorProfile>();
  /** Before anything that is found by folded columns. */
  readonly #folded: () => Promise<void>;

  constructor(sources: RecordSources) {
    const { tables, upstream, clock, maximumAges } = sources;
    ({ tables: this.#tables, lists: this.#lists, singles: this.#singles, upstream: this.#upstream } = sources);
    this.#folded = foldingOf(tables, 'visitors');
    this.#list = {
      list: 'visitors',
      what: 'pages of visitors',
      maximumAge: maximumAges.visitors,
      fetch: (page, context) => upstream.listVisitors(page, context),
      idOf: ({ visitorId }) => visitorId,
      arrivalOf: ({ firstVisitAt }) => firstVisitAt,
      rowOf: visitorRow,
      readOne: async (id, ask) => {
        const visitorId = VisitorId.parse(id);
        const { answer, at } = await ask((context) => upstream.getVisitor(visitorId, context));
        await this.#keep(answer, at, clock());
        await tables.markSeen('visitors', [visitorId], at);
      },
    };
  }

  /** Reads the list when it is too old, until the question's deadline. Throws what upstream throws when it is unknown. */
  cover(question: Question): Promise<Coverage> {
    return this.#lists.cover(this.#list, question);
  }

  /** The coverage of the list. Nothing is read for it. */
  coverageOf(): Promise<Coverage> {
    return this.#lists.coverageOf('visitors');
  }

  /**
   * The visitors of a selection that are at hand, newest first by first visit, behind one of them. Throws InvalidArgument
   * for a query without any character that can be searched for.
   */
  async find(selection: VisitorSelection, limit: number, behind?: LastVisitor): Promise<Visitor[]> {
    await this.#folded();
    let query = this.#selected(selection);
    if (behind !== undefined) query = query.where(isBehind(behind));
    const rows = await query
      .orderBy(FIRST_VISIT, 'desc')
      .orderBy('visitor_id', 'desc')
      .limit(limit)
      .select(['visitor_id', 'name', 'email', 'phone', 'first_visit_at', 'context'])
      .execute();
    return rows.map(visitorFrom);
  }

  /** Counts the visitors of a selection that are at hand: all, and those behind one of them. Throws as `find` does. */
  async count(
    selection: VisitorSelection,
    behind?: LastVisitor,
  ): Promise<{ readonly total: number; readonly rest: number }> {
    await this.#folded();
    const { total, rest } = await this.#selected(selection)
      .select(({ fn }) => {
        const rest = fn.countAll<number>();
        return [
          fn.countAll<number>().as('total'),
          (behind === undefined ? rest : rest.filterWhere(isBehind(behind))).as('rest'),
        ];
      })
      .executeTakeFirstOrThrow();
    return { total, rest };
  }

  /** The countries that most visitors at hand come from, as the service writes them. */
  async commonCountries(limit: number): Promise<{ readonly country: string; readonly visitors: number }[]> {
    await this.#folded();
    const rows = await this.#tables
      .visitors()
      .where('country', 'is not', null)
      .groupBy('country')
      .select(({ fn }) => [fn.min('context').as('context'), fn.countAll<number>().as('visitors')])
      .orderBy('visitors', 'desc')
      .orderBy('country')
      .limit(limit)
      .execute();
    return rows.flatMap(({ context, visitors }) => {
      const { country } = contextFrom(context);
      return country === undefined ? [] : [{ country, visitors }];
    });
  }

  /** The places of some visitors, as far as the list is at hand. */
  contexts(visitorIds: readonly VisitorId[]): Promise<Map<VisitorId, VisitorContext>> {
    return contextsOf(this.#tables, visitorIds);
  }

  /**
   * The country of each visitor at hand, as the service writes it; absent for who has none. Countries that differ in case,
   * accents and spaces only are one, in one of its spellings. It was written by whoever made the record.
   */
  async countries(): Promise<ReadonlyMap<VisitorId, string>> {
    await this.#folded();
    return countriesOf(this.#tables);
  }

  /** Who of the visitors at hand comes from a country, without case and accents. Of several records the latest counts. */
  async fromCountry(country: string): Promise<VisitorsOfCountry> {
    await this.#folded();
    const wanted = foldedPlace(country);
    // Many small maps: one that grows with a large desk would hold everything else up each time.
    const parts = new Map<number, Map<number, boolean>>();
    const partOf = (id: number) => Math.floor(id / COUNTRY_BATCH_SIZE);
    let count = 0;
    for await (const rows of foldedCountries(this.#tables)) {
      for (const { visitor_id: id, country: folded } of rows) {
        const part = parts.get(partOf(id)) ?? new Map<number, boolean>();
        parts.set(partOf(id), part.set(id, folded === wanted));
        if (folded === wanted) count += 1;
      }
    }
    return { count, has: (id) => parts.get(partOf(id))?.get(id) };
  }

  /**
   * The names, emails and phones of some visitors, each by the newest record at hand that has it. A visitor of whom no
   * record says anything is absent.
   */
  contacts(visitorIds: readonly VisitorId[]): Promise<ReadonlyMap<VisitorId, KnownContact>> {
    return newestContacts(this.#tables, visitorIds);
  }

  /** Returns whom a person may mean by an id, an email, a phone or a name, and some others. */
  contactsMatching(wanted: string): Promise<KnownContact[]> {
    return contactsMatching(this.#tables, wanted);
  }

  /** The visitors with offline messages at hand that nobody answered, as far as is known, and when these came. */
  async waiting(): Promise<Map<VisitorId, WaitingMessages>> {
    const waiting = new Map<VisitorId, WaitingMessages>();
    await eachInSlices(await WAITING(this.#tables, {}), ({ visitor_id: id, messages, oldestAt, newestAt }) => {
      if (id !== null) waiting.set(id, { messages, oldestAt, newestAt });
    });
    return waiting;
  }

  /** The newest contacts of some visitors: their chats at hand by code, and their offline messages. */
  async lastContacts(visitorIds: readonly VisitorId[]): Promise<LastContact[]> {
    const contacts: LastContact[] = [];
    for (const some of batchesOf(visitorIds)) {
      for (const row of await LAST_CHATS(this.#tables, { visitorIds: some })) {
        if (row.visitor_id === null) continue;
        const { visitor_id: visitorId, at, servedAt, missed_code: missedCode } = row;
        contacts.push(known({ visitorId, at, servedAt, missedCode }));
      }
      for (const { visitor_id: visitorId, at } of await LAST_MESSAGES(this.#tables, { visitorIds: some })) {
        if (visitorId !== null) contacts.push({ visitorId, at });
      }
    }
    return contacts;
  }

  /** The visitors of a selection that are at hand. Throws as `find` does. */
  async ids(selection: VisitorSelection): Promise<Set<VisitorId>> {
    await this.#folded();
    const ids = new Set<VisitorId>();
    const rows = await this.#selected(selection).select('visitor_id').execute();
    await eachInSlices(rows, ({ visitor_id: id }) => void ids.add(id));
    return ids;
  }

  /** Reads one visitor's totals and records. Throws RecordNotFound and what else upstream throws. */
  read(visitorId: VisitorId, question: Question): Promise<Looked<VisitorProfile>> {
    return this.#singles.read(
      {
        key: `visitor ${visitorId}`,
        what: 'visitors',
        stored: async () => {
          await this.#tables.refuseErased('visitor', visitorId, visitorId);
          const [row] = await PROFILE(this.#tables, { visitorId });
          return row && { record: profileFrom(row.profile), fetchedAt: row.fetched_at };
        },
        isFinal: () => false,
        fetch: (context) => this.#upstream.getVisitor(visitorId, context),
        refuseErased: () => this.#tables.refuseErased('visitor', visitorId, visitorId),
        unkept: this.#unkept,
        keep: (profile, fetchedAt, now) => this.#keep(profile, fetchedAt, now),
      },
      this.#list.maximumAge,
      question,
    );
  }

  async #keep(profile: VisitorProfile, fetchedAt: EpochMillis, now: EpochMillis): Promise<void> {
    const { account } = this.#tables;
    const row = { account, visitor_id: profile.visitorId, fetched_at: fetchedAt, profile: JSON.stringify(profile) };
    await this.#tables.keepSeen('visitor_profiles', [row], now);
  }

  #selected({ query, country, firstVisit }: VisitorSelection) {
    let selected = this.#tables.visitors();
    if (query !== undefined) selected = selected.where(isMeant(query));
    if (country !== undefined) selected = selected.where('country', '=', foldedPlace(country));
    if (firstVisit === 'unknown') return selected.where('first_visit_at', 'is', null);
    if (firstVisit === undefined) return selected;
    return selected
      .where('first_visit_at', 'is not', null)
      .where(FIRST_VISIT, '>=', firstVisit.start)
      .where(FIRST_VISIT, '<', firstVisit.end);
  }
}

function isBehind([firstVisitAt, visitorId]: LastVisitor): RawBuilder<SqlBool> {
  // The first condition alone is one that an index is searched by.
  return sql`(${FIRST_VISIT} <= ${firstVisitAt}
    AND (${FIRST_VISIT} < ${firstVisitAt} OR visitor_id < CAST(${visitorId} AS bigint)))`;
}

/** Whether a visitor's words have every part of a query, or, where it is a number, it is their id or in their phone. */
function isMeant(query: string): RawBuilder<SqlBool> {
  const parts = partsIn(query);
  if (parts.length === 0) {
    throw new InvalidArgument(
      'The query has nothing to search for.',
      'Give a part of a name, email or phone, or an id; or leave query out.',
    );
  }
  const text = parts.join(' ');
  const digits = /^[\d ()+./-]+$/.test(text) ? phoneDigits(text) : undefined;
  // The column has every digit of a phone, a trunk prefix in brackets included.
  const phones = digits === undefined ? [] : new Set([digits, text.replaceAll(/\D/g, '').replace(/^0+/, '')]);
  const { data: visitorId } = VisitorId.safeParse(/^\d+$/.test(text) ? Number(text) : undefined);
  const ways = [
    sql`(${sql.join(parts.map(isThere), sql` AND `)})`,
    ...[...phones].map(isThere),
    ...(visitorId === undefined ? [] : [sql`visitor_id = ${visitorId}`]),
  ];
  return sql`(${sql.join(ways, sql` OR `)})`;
}

function isThere(part: string): RawBuilder<SqlBool> {
  const pattern = `%${part.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
  return sql`words LIKE ${pattern} ESCAPE ${sql.lit('\\')}`;
}

const CONTEXTS = statement((tables, given: Given<{ visitorIds: readonly VisitorId[] }>) =>
  tables
    .visitors()
    .where(tables.isAmong('visitor_id', given.value('visitorIds')))
    .select(['visitor_id', 'context']),
);

const FOLDED_COUNTRIES = statement((tables, given: Given<{ behind: number; limit: number }>) =>
  tables
    .visitors()
    .where('country', '!=', '')
    .where(sql<SqlBool>`visitor_id > CAST(${given.value('behind')} AS bigint)`)
    .orderBy('visitor_id')
    .limit(given.value('limit'))
    .select(['visitor_id', 'country']),
);

/** The visitors that are read at once: reading all of a large desk would hold everything else up. */
const COUNTRY_BATCH_SIZE = 5000;

/** The visitors of whom a country is known, by id, some thousands at a time. */
async function* foldedCountries(
  tables: Tables,
): AsyncGenerator<readonly { readonly visitor_id: VisitorId; readonly country: string | null }[]> {
  for (let behind = 0; ;) {
    if (slices.isOver()) await slices.next();
    const rows = await FOLDED_COUNTRIES(tables, { behind, limit: COUNTRY_BATCH_SIZE });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < COUNTRY_BATCH_SIZE) return;
    behind = last.visitor_id;
  }
}

/** Reads the places of some visitors, as far as the list is at hand. */
async function contextsOf(tables: Tables, visitorIds: readonly VisitorId[]): Promise<Map<VisitorId, VisitorContext>> {
  const contexts = new Map<VisitorId, VisitorContext>();
  for (const some of batchesOf(visitorIds)) {
    for (const row of await CONTEXTS(tables, { visitorIds: some })) {
      contexts.set(row.visitor_id, contextFrom(row.context));
    }
  }
  return contexts;
}

/**
 * The country of each visitor at hand. Those that are the same to whoever searches for them are one, written as the record
 * with the lowest id has it: so one record of each country is opened, and not one of each visitor.
 */
export async function countriesOf(tables: Tables): Promise<Map<VisitorId, string>> {
  const lowest = new Map<string, VisitorId>();
  const folded = new Map<VisitorId, string>();
  for await (const rows of foldedCountries(tables)) {
    for (const { visitor_id: id, country } of rows) {
      if (country === null) continue;
      folded.set(id, country);
      // In the order of their ids.
      if (!lowest.has(country)) lowest.set(country, id);
    }
  }
  const contexts = await contextsOf(tables, [...lowest.values()]);
  const written = new Map<string, string>();
  await eachInSlices(lowest, ([folded, id]) => {
    const country = contexts.get(id)?.country;
    // Where the record has changed meanwhile, it names another one.
    written.set(folded, country !== undefined && foldedPlace(country) === folded ? country : folded);
  });
  const countries = new Map<VisitorId, string>();
  await eachInSlices(folded, ([id, country]) => {
    const name = written.get(country);
    if (name !== undefined) countries.set(id, name);
  });
  return countries;
}
