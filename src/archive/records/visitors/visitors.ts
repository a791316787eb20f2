import type { Foreign } from '../../../model/foreign.ts';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { NOT_SHOWN, type Coverage } from '../../../model/coverage.ts';
import { InvalidArgument } from '../../../model/errors.ts';
import { VisitorId } from '../../../model/ids.ts';
import { phoneDigits } from '../../../model/person.ts';
import type { Question } from '../../../model/progress.ts';
import type { Visitor, VisitorContext, VisitorProfile } from '../../../model/records.ts';
import type { EpochMillis } from '../../../model/time/units.ts';
import type { Upstream } from '../../../upstream/client.ts';
import { contactsMatching, newestContacts, type KnownContact } from './contacts.ts';
import type { Lists, WholeList } from '../../walking/whole-lists.ts';
import { jsonOf, profileFrom, visitorFrom, visitorRow } from '../../schema/row-conversion.ts';
import { foldingOf } from '../../search/refolding.ts';
import { foldedPlace } from '../../words/indexed-words.ts';
import type { Looked, RecordSources, SingleRecords } from '../single-records.ts';
import { statement, type Given } from '../../tables/statement.ts';
import type { AccountTables } from '../../tables/tables.ts';
import { Unkept } from '../unkept.ts';
import { partsIn } from '../../words/visitor-search-columns.ts';
import { eachInSlices } from '../../../model/slices.ts';
import { commonCountriesOf, contextsOf, countriesOf, visitorsOf, type VisitorsOfCountry } from './visitor-countries.ts';
import { lastContactsOf, waitingVisitors, type LastContact, type WaitingMessages } from './waiting-visitors.ts';

/** The visitors that a question is about, by whatever is given. */
export interface VisitorSelection {
  /** Words that all have to be in the name, email or phone, or an id; without case and accents. */
  readonly query?: string | undefined;
  /** Without case and accents; `null` for those of whom no country is known. */
  readonly country?: string | null | undefined;
  /** The time of their first visit: from `start` until just before `end`. */
  readonly firstVisit?: { readonly start: EpochMillis; readonly end: EpochMillis } | 'unknown' | undefined;
}

/** The last visitor of a page: when they first came (0 where that is not known), and their id. */
export type LastVisitor = readonly [firstVisitAt: number, visitorId: number];

/** As in the index of migration 0008: with a bound value SQLite would not use it. */
const FIRST_VISIT = sql<number>`coalesce(first_visit_at, 0)`;

const PROFILE = statement((tables, given: Given<{ visitorId: VisitorId }>) =>
  tables.visitorProfiles().where('visitor_id', '=', given.value('visitorId')).select(['profile', 'fetched_at']),
);

/** The people who wrote. */
export class Visitors {
  readonly #tables: AccountTables;
  /** Those of all visitors. */
  readonly #whole: AccountTables;
  readonly #lists: Lists;
  readonly #singles: SingleRecords;
  readonly #upstream: Upstream;
  readonly #list: WholeList<Visitor, 'visitors'>;
  readonly #unkept = new Unkept<VisitorProfile>();
  /** Before anything that is found by folded columns. */
  readonly #folded: () => Promise<void>;

  constructor(sources: RecordSources, shown: AccountTables = sources.tables) {
    const { tables, upstream, clock, maximumAges } = sources;
    this.#tables = shown;
    this.#whole = tables;
    ({ lists: this.#lists, singles: this.#singles, upstream: this.#upstream } = sources);
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
  async cover(question: Question): Promise<Coverage> {
    if (!this.#tables.shown.visitors) return NOT_SHOWN;
    return this.#lists.cover(this.#list, question);
  }

  /** The coverage of the list. Nothing is read for it. */
  async coverageOf(): Promise<Coverage> {
    if (!this.#tables.shown.visitors) return NOT_SHOWN;
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
  async commonCountries(limit: number): Promise<{ readonly country: Foreign; readonly visitors: number }[]> {
    await this.#folded();
    return commonCountriesOf(this.#tables, limit);
  }

  /** The places of some visitors, as far as the list is at hand; also where no visitor is shown, since redaction goes by the country. */
  contexts(visitorIds: readonly VisitorId[]): Promise<Map<VisitorId, VisitorContext>> {
    return contextsOf(this.#whole, visitorIds);
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
    return visitorsOf(this.#tables, country);
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
  waiting(): Promise<Map<VisitorId, WaitingMessages>> {
    return waitingVisitors(this.#tables);
  }

  /** The newest contacts of some visitors: their chats at hand by code, and their offline messages. */
  lastContacts(visitorIds: readonly VisitorId[]): Promise<LastContact[]> {
    return lastContactsOf(this.#tables, visitorIds);
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
    const row = { account, visitor_id: profile.visitorId, fetched_at: fetchedAt, profile: jsonOf(profile) };
    await this.#tables.keepSeen('visitor_profiles', [row], now);
  }

  #selected({ query, country, firstVisit }: VisitorSelection) {
    let selected = this.#tables.visitors();
    if (query !== undefined) selected = selected.where(isMeant(query));
    if (country === null) {
      selected = selected.where((eb) => eb.or([eb('country', 'is', null), eb('country', '=', '')]));
    } else if (country !== undefined) selected = selected.where('country', '=', foldedPlace(country));
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
      'query has nothing to search for.',
      'Use part of a name, email or phone, or an id; or leave it out.',
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
