import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { contextFrom } from '../tables/rows.ts';
import type { AccountKey, Schema, VisitorRow } from '../tables/schema.ts';
import { visitorWords } from '../records/visitor-search-columns.ts';

/** Visitors are searched in the database: by folded columns, and in the order of their first visits. */
export const visitorWordsMigration: Migration = {
  up: async (db: Kysely<Schema>) => {
    await sql`ALTER TABLE visitors ADD COLUMN words text NOT NULL DEFAULT ''`.execute(db);
    await sql`ALTER TABLE visitors ADD COLUMN country text`.execute(db);
    await fillVisitorWords(db);
    // An unknown first visit comes last; NULL would come first in one engine and last in the other.
    await sql`CREATE INDEX visitors_by_first_visit ON visitors (account, coalesce(first_visit_at, 0), visitor_id)
      WHERE gone_at IS NULL`.execute(db);
  },
};

const ROWS_AT_ONCE = 100;

/** Writes the folded columns of the visitors at hand, of all desks. */
export async function fillVisitorWords(db: Kysely<Schema>): Promise<void> {
  const accounts = await db.selectFrom('accounts').select('account').execute();
  for (const { account } of accounts) {
    for (let last = 0; ;) {
      const rows = await db
        .selectFrom('visitors')
        .where('account', '=', account)
        .where(sql<boolean>`visitor_id > ${last}`)
        .orderBy('visitor_id')
        .limit(ROWS_AT_ONCE)
        .select(['visitor_id', 'name', 'email', 'phone', 'context'])
        .execute();
      const end = rows.at(-1);
      if (end === undefined) break;
      await writeWords(db, account, rows, { after: last, to: end.visitor_id });
      last = end.visitor_id;
    }
  }
}

async function writeWords(
  db: Kysely<Schema>,
  account: AccountKey,
  rows: readonly Pick<VisitorRow, 'visitor_id' | 'name' | 'email' | 'phone' | 'context'>[],
  ids: { readonly after: number; readonly to: number },
): Promise<void> {
  const values = rows.map(({ visitor_id, name, email, phone, context }) => {
    const { words, country } = visitorWords({
      ...(name !== null && { name }),
      ...(email !== null && { email }),
      ...(phone !== null && { phone }),
      context: contextFrom(context),
    });
    return sql`(CAST(${visitor_id} AS bigint), ${words}, CAST(${country} AS text))`;
  });
  // Both engines call the columns of VALUES so. Without the bounds, SQLite goes through all visitors.
  await sql`UPDATE visitors SET words = folded.column2, country = folded.column3
    FROM (VALUES ${sql.join(values)}) AS folded
    WHERE account = ${account} AND visitor_id > ${ids.after} AND visitor_id <= ${ids.to}
      AND visitor_id = folded.column1`.execute(db);
}
