import { PostgresDialect, sql, type PostgresPool } from 'kysely';
import { Pool, TypeOverrides } from 'pg';
import type { Engine } from '../tables/engine.ts';
import { Hearing, tell } from './hearing.ts';
import { SyncLeases } from './sync-leases.ts';
import { PostgresPools } from './pools.ts';
import { NamingDialect } from './naming-dialect.ts';
import { bytesOf, flawsOf, wipe } from './upkeep.ts';
import { PATIENT, WatchedPool } from './watched-pool.ts';
import { postgresWordIndex } from './word-index.ts';

/** Its own, apart from what else the database may hold. */
const SCHEMA = 'chat_operations';

const CONNECT_WITHIN_MILLIS = 5000;

/**
 * The settings of a session. Others wait no longer for a machine that falls asleep while it writes; and no statement of a
 * question takes longer than a minute, whatever is wrong with the server.
 */
const SESSION = [
  `search_path=${SCHEMA}`,
  'lock_timeout=5s',
  'idle_in_transaction_session_timeout=60s',
  'statement_timeout=60s',
];

/** Whole numbers of 64 bits, which pg gives as text: ids and times are safe integers (model/ids.ts). */
const INT8 = 20;

/** The first key of our advisory locks, among those of other programs on the same database. */
const WRITING = 0x43_4f_41_52;

/**
 * Opens the database of an archive at a `postgres://` address. What the address leaves out, a password above all, comes
 * from PostgreSQL's own environment variables. Nothing is sent before the first query, which throws ArchiveUnusable
 * when the server cannot be used. Its connections are those of `pools`, which other desks share.
 */
export function openPostgres(address: string, pools: PostgresPools = new PostgresPools(1)): Engine {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(INT8, Number);
  const connection = {
    connectionString: address,
    connectionTimeoutMillis: CONNECT_WITHIN_MILLIS,
    application_name: 'chat-operations-mcp',
  };
  const poolOf = (max: number): WatchedPool => {
    const pool = new Pool({
      ...connection,
      max,
      keepAlive: true,
      options: SESSION.map((one) => `-c ${one}`).join(' '),
      types: parsers,
    });
    // A connection may break while nobody uses it, and the next query gets another one. It may also break while somebody
    // has it and asks nothing: then what they ask next fails. Either would end the process if nobody listened.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return new WatchedPool(pool, connection);
  };
  const { hearing, leases } = pools.links(address, () => ({
    hearing: new Hearing(address),
    leases: new SyncLeases(address),
  }));
  let taken: PostgresPool | undefined;
  const pool = (): PostgresPool => (taken ??= pools.take(address, poolOf));
  return {
    name: 'postgres',
    dialect: new NamingDialect(new PostgresDialect({ pool: () => Promise.resolve(pool()) })),
    warnings: [],
    schema: SCHEMA,
    holdsOneDesk: false,
    excludeWriters: async (transaction, account) => {
      // A migration goes through all there is.
      if (account === 0) await sql.raw(PATIENT).execute(transaction);
      await sql`SELECT pg_advisory_xact_lock(${sql.lit(WRITING)}, ${account}::integer)`.execute(transaction);
    },
    now: async (connection) => {
      const { rows } = await sql<{ now: number }>`SELECT
        (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`.execute(connection);
      return rows[0]?.now ?? 0;
    },
    isAmong: (column, ids) => sql<boolean>`${column} = ANY(${ids}::bigint[])`,
    words: postgresWordIndex,
    neighbours: (db, account) => ({
      tell: () => tell(db, account),
      hear: (heard) => hearing.hear(account, heard),
    }),
    leaseSync: (account) => leases.take(pool(), account),
    wipe,
    flaws: flawsOf,
    bytesHeld: bytesOf,
  };
}
