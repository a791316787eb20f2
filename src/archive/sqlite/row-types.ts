import { sql } from 'kysely';
import { z } from 'zod';
import { BASES } from '../../model/coverage.ts';
import { KEYS } from '../schema/table-keys.ts';
import type { Connection } from '../schema/schema.ts';

// SQLite takes any value in any column: a row that its own checks find sound may hold what this program never wrote.

const Columns = z.array(z.object({ name: z.string(), type: z.string(), notnull: z.number() }));
const Counts = z.tuple([z.object({ count: z.number() })]);

/** Texts that are parsed when they are read. */
const JSON_COLUMNS = new Set([
  'accounts',
  'answer',
  'authored',
  'context',
  'history',
  'ids',
  'message',
  'opening',
  'page_one',
  'profile',
  'removed',
  'scopes',
  'subscribed',
]);
const DAY_COLUMNS = new Set(['day', 'from_day', 'to_day']);

/** Returns a line for each table that holds values which this program does not write. */
export async function mistypedRows(db: Connection): Promise<string[]> {
  const lines: string[] = [];
  for (const table of Object.keys(KEYS)) {
    const { rows } = await sql`PRAGMA table_info(${sql.lit(table)})`.execute(db);
    const columns = Columns.parse(rows).filter(({ name }) => name !== 'account');
    const isWrong = sql.join(columns.map(wrongIn), sql` OR `);
    const found = await sql`SELECT count(*) AS count FROM ${sql.table(table)} WHERE ${isWrong}`.execute(db);
    const [{ count }] = Counts.parse(found.rows);
    if (count > 0) lines.push(`${count} rows of ${table} hold what was not written there`);
  }
  return lines;
}

function wrongIn({ name, type, notnull }: z.infer<typeof Columns>[number]) {
  const column = sql.ref(name);
  const usual = TYPES[type.toLowerCase()] ?? ['integer', 'real', 'text', 'blob'];
  const types = sql.join([...usual, ...(notnull === 0 ? ['null'] : [])].map((one) => sql.lit(one)));
  const wrong = sql`typeof(${column}) NOT IN (${types})`;
  if (JSON_COLUMNS.has(name)) return sql`${wrong} OR NOT coalesce(json_valid(${column}), 1)`;
  if (DAY_COLUMNS.has(name)) return sql`${wrong} OR ${column} IS NOT date(${column})`;
  if (name === 'basis') return sql`${wrong} OR ${column} NOT IN (${sql.join(BASES.map((basis) => sql.lit(basis)))})`;
  return wrong;
}

const TYPES: Readonly<Record<string, readonly string[]>> = {
  integer: ['integer'],
  bigint: ['integer'],
  'double precision': ['integer', 'real'],
  text: ['text'],
  blob: ['blob'],
};
