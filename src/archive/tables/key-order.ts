import { sql } from 'kysely';
import { batchesOf } from './batches.ts';
import type { AccountKey, Connection, Schema } from '../schema/schema.ts';
import { KEYS, type Key, type KeyedTable } from '../schema/table-keys.ts';

/** A run of rows in the order of their keys: behind one, up to another one or as many as that. */
export interface KeyRange {
  readonly after?: Key | undefined;
  readonly upTo?: Key | undefined;
  readonly limit?: number;
}

/** Makes the functions that read whole tables part by part. */
export function makeOrderedReads(connection: Connection, account: AccountKey) {
  return {
    /** Rows with all their columns, those that no list shows any more included. */
    rowsInOrder: async <Table extends KeyedTable>(table: Table, range: KeyRange): Promise<Schema[Table][]> => {
      const { rows } = await sql<Schema[Table]>`SELECT * ${within(table, account, range)}`.execute(connection);
      return rows;
    },
    /** Rows that have one of some numbers in a column, those that no list shows any more included. */
    rowsWith: async <Table extends KeyedTable>(
      table: Table,
      column: string,
      values: readonly number[],
    ): Promise<Schema[Table][]> => {
      const found: Schema[Table][] = [];
      for (const some of batchesOf(values)) {
        const { rows } = await sql<Schema[Table]>`SELECT * FROM ${sql.table(table)} WHERE account = ${account}
          AND ${sql.ref(column)} IN (${sql.join(some)})`.execute(connection);
        found.push(...rows);
      }
      return found;
    },
    /** Removes rows by their keys. */
    removeByKey: async (table: KeyedTable, keys: readonly Key[]): Promise<void> => {
      for (const key of keys) {
        await sql`DELETE FROM ${sql.table(table)} WHERE account = ${account}
          AND ${columnsOf(table)} = ${valuesOf(key)}`.execute(connection);
      }
    },
    countOf: async (table: KeyedTable): Promise<number> => {
      const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)}
        WHERE account = ${account}`.execute(connection);
      return rows[0]?.count ?? 0;
    },
    /** Returns the number of rows of a table, and the latest of a column of times; undefined when it is empty. */
    extentOf: async (
      table: KeyedTable,
      time: 'at' | 'created_at' | 'decided_at' | 'erased_at' | 'fetched_at' | 'looked_at' | 'seen_at',
    ): Promise<{ readonly count: number; readonly latest: number | undefined }> => {
      const { rows } = await sql<{ count: number; latest: number | null }>`SELECT count(*) AS count,
        max(${sql.ref(time)}) AS latest FROM ${sql.table(table)} WHERE account = ${account}`.execute(connection);
      return { count: rows[0]?.count ?? 0, latest: rows[0]?.latest ?? undefined };
    },
  };
}

function within(table: KeyedTable, account: AccountKey, { after, upTo, limit }: KeyRange) {
  const columns = columnsOf(table);
  return sql`FROM ${sql.table(table)} WHERE account = ${account}
    ${after === undefined ? sql`` : sql`AND ${columns} > ${valuesOf(after)}`}
    ${upTo === undefined ? sql`` : sql`AND ${columns} <= ${valuesOf(upTo)}`}
    ORDER BY ${sql.join(KEYS[table].map((column) => sql.ref(column)))}
    ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`;
}

function columnsOf(table: KeyedTable) {
  return sql`(${sql.join(KEYS[table].map((column) => sql.ref(column)))})`;
}

function valuesOf(key: Key) {
  return sql`(${sql.join([...key])})`;
}
