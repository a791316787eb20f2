import { sql, type Kysely } from 'kysely';

/**
 * Visitors are searched in the database: by folded columns, and in the order of their first visits. The columns are empty for
 * the visitors that are there: 0016 has them made anew.
 */
export async function visitorWords(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE visitors ADD COLUMN words text NOT NULL DEFAULT ''`.execute(db);
  await sql`ALTER TABLE visitors ADD COLUMN country text`.execute(db);
  // An unknown first visit comes last; NULL would come first in one engine and last in the other.
  await sql`CREATE INDEX visitors_by_first_visit ON visitors (account, coalesce(first_visit_at, 0), visitor_id)
      WHERE gone_at IS NULL`.execute(db);
}
