import { sql, type Kysely } from 'kysely';

/** The pages that an unfinished walk has looked at. Walks under way begin anew. */
export async function walkedPages(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE unfinished_walks`.execute(db);
  await sql`CREATE TABLE unfinished_walks (account integer NOT NULL, walk text NOT NULL, from_day text, to_day text,
      agent_id bigint, margin integer, started_at bigint NOT NULL, next_page integer NOT NULL, page_size integer, pages integer,
      is_counted integer NOT NULL, PRIMARY KEY (account, walk))`.execute(db);
  await sql`CREATE TABLE walked_pages (account integer NOT NULL, walk text NOT NULL, step integer NOT NULL,
      reading integer NOT NULL, page integer NOT NULL, asked_at bigint NOT NULL, places text NOT NULL, rejected integer NOT NULL,
      ended text, PRIMARY KEY (account, walk, step))`.execute(db);
}
