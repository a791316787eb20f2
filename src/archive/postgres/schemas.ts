import { sql } from 'kysely';
import { SUMMED_TABLES } from '../decisions/row-sum.ts';
import type { Connection } from '../schema/schema.ts';

/** The schemas of an archive, apart from what else the database may hold: of what can be read again, and of what cannot. */
export const SCHEMA = 'chat_operations';
export const DECISION_SCHEMA = 'chat_operations_decisions';

/** What a version of before the first release made is kept under this name. */
const SET_ASIDE = 'chat_operations_before';

/** Makes the schemas that are not there; one of before the first release gets another name. */
export async function makeSchemas(db: Connection): Promise<void> {
  if (await isThere(db, `${SCHEMA}.kysely_migration`)) {
    await sql`ALTER SCHEMA ${sql.ref(SCHEMA)} RENAME TO ${sql.ref(SET_ASIDE)}`.execute(db);
  }
  for (const schema of [SCHEMA, DECISION_SCHEMA]) {
    // To make one that is there needs a right, too.
    const { rows } = await sql`SELECT 1 FROM pg_namespace WHERE nspname = ${schema}`.execute(db);
    if (rows.length === 0) await sql`CREATE SCHEMA ${sql.ref(schema)}`.execute(db);
  }
}

/** Takes over what was decided in an archive of before the first release. What it held of the service is read again. */
export async function takeOver(db: Connection): Promise<void> {
  for (const table of SUMMED_TABLES) {
    const before = `${SET_ASIDE}.${table}`;
    if (!(await isThere(db, before))) continue;
    const { rows } = await sql<{ name: string }>`SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = ${SET_ASIDE} AND table_name = ${table}`.execute(db);
    const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
    await sql`INSERT INTO ${sql.table(table)} (${columns}) SELECT ${columns} FROM ${sql.table(before)}`.execute(db);
  }
  await sql`UPDATE erased_visitors SET finished_at = erased_at WHERE finished_at IS NULL`.execute(db);
}

async function isThere(db: Connection, table: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`SELECT to_regclass(${table}) IS NOT NULL AS there`.execute(db);
  return rows[0]?.there === true;
}
