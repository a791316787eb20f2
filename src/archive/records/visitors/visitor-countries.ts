import { sql, type SqlBool } from 'kysely';
import { textOf, type Foreign } from '../../../model/foreign.ts';
import type { VisitorId } from '../../../model/ids.ts';
import type { VisitorContext } from '../../../model/records.ts';
import { eachInSlices, slices } from '../../../model/slices.ts';
import { contextFrom } from '../../schema/row-conversion.ts';
import { batchesOf } from '../../tables/batches.ts';
import { statement, type Given } from '../../tables/statement.ts';
import type { Tables } from '../../tables/tables.ts';
import { foldedPlace } from '../../words/indexed-words.ts';

/** The visitors at hand who come from a country. */
export interface VisitorsOfCountry {
  readonly count: number;
  /** The number of visitors of whom any country is known. */
  readonly countOfAny: number;
  /** Whether a visitor is one of them; undefined where no country is known of the visitor. */
  readonly has: (visitorId: VisitorId) => boolean | undefined;
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
export async function contextsOf(
  tables: Tables,
  visitorIds: readonly VisitorId[],
): Promise<Map<VisitorId, VisitorContext>> {
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
    const country = textOf(contexts.get(id)?.country);
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

/** The countries that most visitors at hand come from, as the service writes them. */
export async function commonCountriesOf(
  tables: Tables,
  limit: number,
): Promise<{ readonly country: Foreign; readonly visitors: number }[]> {
  const rows = await tables
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

/** Who of the visitors at hand comes from a country, without case and accents. Of several records the latest counts. */
export async function visitorsOf(tables: Tables, country: string): Promise<VisitorsOfCountry> {
  const wanted = foldedPlace(country);
  // Many small maps: one that grows with a large desk would hold everything else up each time.
  const parts = new Map<number, Map<number, boolean>>();
  const partOf = (id: number) => Math.floor(id / COUNTRY_BATCH_SIZE);
  let [count, countOfAny] = [0, 0];
  for await (const rows of foldedCountries(tables)) {
    for (const { visitor_id: id, country: folded } of rows) {
      const part = parts.get(partOf(id)) ?? new Map<number, boolean>();
      parts.set(partOf(id), part.set(id, folded === wanted));
      if (folded === wanted) count += 1;
      countOfAny += 1;
    }
  }
  return { count, countOfAny, has: (id) => parts.get(partOf(id))?.get(id) };
}
