import { sql, type RawBuilder } from 'kysely';
import type { EpochMillis } from '../../model/time/units.ts';
import type { AccountKey, Connection } from '../schema/schema.ts';
import { KEYS } from '../schema/table-keys.ts';
import type { ListTable } from './changed-rows.ts';
import { batchesOf } from './batches.ts';

/** Writes a moment to some rows of a list, where the condition holds. */
export async function mark(
  connection: Connection,
  account: AccountKey,
  table: ListTable,
  ids: readonly number[],
  {
    column,
    at,
    condition,
  }: { readonly column: string; readonly at: EpochMillis; readonly condition: RawBuilder<unknown> },
): Promise<void> {
  const [key] = KEYS[table];
  for (const some of batchesOf(ids)) {
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${at}
      WHERE account = ${account} AND ${sql.ref(key)} IN (${sql.join(some)}) ${condition}`.execute(connection);
  }
}

/** Counts the records that a list shows, as far as it is at hand. */
export async function countListed(connection: Connection, account: AccountKey, table: ListTable): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)}
    WHERE account = ${account} AND gone_at IS NULL`.execute(connection);
  return rows[0]?.count ?? 0;
}

/** Returns the ids of records that a list shows and that were not seen since a moment. */
export async function unseenIn(
  connection: Connection,
  account: AccountKey,
  table: ListTable,
  moment: EpochMillis,
): Promise<number[]> {
  const [key] = KEYS[table];
  const { rows } = await sql<{ id: number }>`SELECT ${sql.ref(key)} AS id FROM ${sql.table(table)}
    WHERE account = ${account} AND gone_at IS NULL AND seen_at < ${moment}`.execute(connection);
  return rows.map(({ id }) => id);
}
