import { sql, type RawBuilder } from 'kysely';
import { eachInSlices } from '../../model/slices.ts';
import { withSum } from '../decisions/row-sum.ts';
import type { Connection, Schema } from '../schema/schema.ts';
import { KEYS, type KeyedTable } from '../schema/table-keys.ts';
import { writableBatchesOf } from './batches.ts';

const IN_LIST = { seen: 'seen_at', known: sql`coalesce(stored.gone_at, stored.seen_at)` } as const;
const ALONE = { seen: 'fetched_at', known: sql`stored.fetched_at` } as const;

/** The tables of what was seen at a moment: that of a row, and the latest at which anything is known of a stored one. */
export const SEEN = {
  agents: IN_LIST,
  chats: IN_LIST,
  offline_messages: IN_LIST,
  visitors: IN_LIST,
  transcripts: ALONE,
  offline_threads: ALONE,
  visitor_profiles: ALONE,
} as const;

/** Writes rows, except those whose stored row does not meet the condition. Returns the number of rows written. */
export async function upsert<Table extends KeyedTable>(
  connection: Connection,
  table: Table,
  rows: readonly Schema[Table][],
  condition: RawBuilder<unknown> = sql``,
): Promise<number> {
  const summed = rows.map((row) => withSum(table, row));
  const [first] = summed;
  if (first === undefined) return 0;
  let written = 0;
  const columns = Object.keys(first);
  const keys: readonly string[] = ['account', ...KEYS[table]];
  const latest = latestOfEach(summed, keys);
  const names = (of: readonly string[]) => sql.join(of.map((column) => sql.ref(column)));
  const updates = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));
  await eachInSlices(writableBatchesOf(latest), async (some) => {
    const values = some.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    const result = await sql`INSERT INTO ${sql.table(table)} AS stored (${names(columns)}) VALUES ${sql.join(values)}
      ON CONFLICT (${names(keys)}) DO UPDATE SET ${updates} ${condition}`.execute(connection);
    written += Number(result.numAffectedRows ?? 0);
  });
  return written;
}

/** A page may show a row twice, which PostgreSQL does not write in one statement. */
function latestOfEach(rows: readonly object[], keys: readonly string[]): readonly Readonly<Record<string, unknown>>[] {
  const named = rows.map((row): Readonly<Record<string, unknown>> => ({ ...row }));
  return [...new Map(named.map((row) => [keys.map((key) => row[key]).join(' '), row])).values()];
}
