import { sql } from 'kysely';
import { z } from 'zod';
import type { Connection } from '../../schema/schema.ts';

/** A table or an index as a file describes it: a row of `sqlite_schema`, whose text SQLite reads at each opening. */
const Described = z.object({ type: z.string(), name: z.string(), tbl_name: z.string(), sql: z.string().nullable() });
export type Described = z.infer<typeof Described>;

/** Reads how a file describes its tables, in the order of their names. What cannot be a description is left out. */
export async function descriptionOf(db: Connection): Promise<readonly Described[]> {
  const { rows } = await sql`SELECT type, name, tbl_name, sql FROM sqlite_schema
    WHERE name NOT LIKE 'sqlite_stat%' ORDER BY name`.execute(db);
  return rows.flatMap((row) => Described.safeParse(row).data ?? []);
}
