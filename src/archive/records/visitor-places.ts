import type { VisitorId } from '../../model/ids.ts';
import type { VisitorContext } from '../../model/records.ts';
import { eachInSlices } from '../../model/slices.ts';
import { inParts } from '../tables/in-parts.ts';
import { contextFrom } from '../schema/rows.ts';
import { foldedPlace } from '../words/indexed-words.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { Tables } from '../tables/tables.ts';

const CONTEXTS = statement((tables, given: Given<{ visitorIds: readonly VisitorId[] }>) =>
  tables
    .visitors()
    .where(tables.isAmong('visitor_id', given.value('visitorIds')))
    .select(['visitor_id', 'context']),
);

const FOLDED_COUNTRIES = statement((tables, _given) =>
  tables.visitors().where('country', '!=', '').select(['visitor_id', 'country']),
);

/** Where some visitors are, as far as the list is at hand. */
export async function contextsOf(
  tables: Tables,
  visitorIds: readonly VisitorId[],
): Promise<Map<VisitorId, VisitorContext>> {
  const contexts = new Map<VisitorId, VisitorContext>();
  for (const some of inParts(visitorIds)) {
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
  const rows = await FOLDED_COUNTRIES(tables, {});
  const lowest = new Map<string, VisitorId>();
  await eachInSlices(rows, ({ visitor_id: id, country }) => {
    if (country !== null && id < (lowest.get(country) ?? Infinity)) lowest.set(country, id);
  });
  const contexts = await contextsOf(tables, [...lowest.values()]);
  const written = new Map<string | null, string>();
  await eachInSlices(lowest, ([folded, id]) => {
    const country = contexts.get(id)?.country;
    // Where the record has changed meanwhile, it names another one.
    written.set(folded, country !== undefined && foldedPlace(country) === folded ? country : folded);
  });
  const countries = new Map<VisitorId, string>();
  await eachInSlices(rows, ({ visitor_id: id, country }) => {
    const name = written.get(country);
    if (name !== undefined) countries.set(id, name);
  });
  return countries;
}
