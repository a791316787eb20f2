import { sql } from 'kysely';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import type { Engine } from './engine.ts';
import { batchesOf } from './batches.ts';
import type { AccountKey, Connection } from '../schema/schema.ts';
import { KEYS } from '../schema/table-keys.ts';

/** The tables of what the service lists: most rows of a list are only seen again, as they were. */
export type ListTable = 'agents' | 'chats' | 'offline_messages' | 'visitors';

/** A row that will not be as it was, which is absent where there was none. */
export interface ChangedRow<Row> {
  readonly row: Row;
  readonly old: Row | undefined;
}

/**
 * The times within which a row has to be seen to tell the meaning of codes (observed-codes.ts). There alone it matters
 * that a row is seen again.
 */
export const RECENCY = {
  agents: { since: 'last_login_at', within: MILLIS_PER_DAY },
  chats: { since: 'requested_at', within: MILLIS_PER_DAY / 12 },
  offline_messages: { since: 'received_at', within: MILLIS_PER_DAY / 2 },
  visitors: undefined,
} as const;

/** Returns those of some rows that say more than what is stored, or something else. Called before they are written. */
export async function changedRows<Row extends object>(
  connection: Connection,
  engine: Engine,
  account: AccountKey,
  table: ListTable,
  rows: readonly Row[],
): Promise<ChangedRow<Row>[]> {
  const [key] = KEYS[table];
  const idOf = (row: Row): unknown => columnsOf(row).get(key);
  const changed: ChangedRow<Row>[] = [];
  for (const some of batchesOf(rows)) {
    const ids = some.map(idOf).filter((id) => typeof id === 'number');
    const { rows: before } = await sql<Row>`SELECT * FROM ${sql.table(table)}
      WHERE account = ${account} AND ${engine.isAmong(sql.ref(key), sql`${ids}`)}`.execute(connection);
    const known = new Map(before.map((row) => [idOf(row), row]));
    for (const row of some) {
      const old = known.get(idOf(row));
      if (old === undefined || !tellsTheSame(table, columnsOf(old), columnsOf(row))) changed.push({ row, old });
    }
  }
  return changed;
}

type Columns = ReadonlyMap<string, unknown>;

function columnsOf(row: object): Columns {
  return new Map(Object.entries(row));
}

function tellsTheSame(table: ListTable, old: Columns, row: Columns): boolean {
  const isSame = [...row].every(([column, value]) => column === 'seen_at' || old.get(column) === value);
  return isSame && isRecent(table, old) === isRecent(table, row);
}

function isRecent(table: ListTable, row: Columns): boolean {
  const recency = RECENCY[table];
  const [seenAt, since] = [row.get('seen_at'), recency && row.get(recency.since)];
  return recency !== undefined && Number(seenAt) - Number(since ?? 0) < recency.within;
}
