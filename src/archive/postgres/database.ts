import { PostgresDialect, sql } from 'kysely';
import { Pool, TypeOverrides } from 'pg';
import type { Engine } from '../tables/engine.ts';
import { leaseAt } from './lease.ts';
import { NamingDialect } from './naming-dialect.ts';
import { bytesOf, flawsOf, wipe } from './upkeep.ts';
import { postgresWordIndex } from './word-index.ts';

/** Its own, apart from what else the database may hold. */
const SCHEMA = 'chat_operations';

/** A server asks a few things at once, and a team has many servers. */
const MAX_CONNECTIONS = 4;
const CONNECT_WITHIN_MILLIS = 5000;

/** The settings of a session. The timeouts are for a machine that falls asleep while it writes: others wait no longer. */
const SESSION = [`search_path=${SCHEMA}`, 'lock_timeout=5s', 'idle_in_transaction_session_timeout=60s'];

/** Whole numbers of 64 bits, which pg gives as text: ids and times are safe integers (model/ids.ts). */
const INT8 = 20;

/** The first key of our advisory locks, among those of other programs on the same database. */
const WRITING = 0x43_4f_41_52;

/**
 * Opens the database of an archive at a `postgres://` address. What the address leaves out, a password above all, comes
 * from PostgreSQL's own environment variables. Nothing is sent before the first query, which throws ArchiveUnusable
 * when the server cannot be used.
 */
export function openPostgres(address: string): Engine {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(INT8, Number);
  const pool = new Pool({
    connectionString: address,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_WITHIN_MILLIS,
    keepAlive: true,
    application_name: 'chat-operations-mcp',
    options: SESSION.map((one) => `-c ${one}`).join(' '),
    types: parsers,
  });
  // A connection may break while nobody uses it, and the next query gets another one. It may also break while somebody
  // has it and asks nothing: then what they ask next fails. Either would end the process if nobody listened.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    name: 'postgres',
    dialect: new NamingDialect(new PostgresDialect({ pool })),
    warnings: [],
    schema: SCHEMA,
    holdsOneDesk: false,
    excludeWriters: async (transaction, account) => {
      await sql`SELECT pg_advisory_xact_lock(${sql.lit(WRITING)}, ${account}::integer)`.execute(transaction);
    },
    now: async (connection) => {
      const { rows } = await sql<{ now: number }>`SELECT
        (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`.execute(connection);
      return rows[0]?.now ?? 0;
    },
    isAmong: (column, ids) => sql<boolean>`${column} = ANY(${ids}::bigint[])`,
    words: postgresWordIndex,
    leaseSync: (account) => leaseAt(address, account),
    wipe,
    flaws: flawsOf,
    bytesHeld: bytesOf,
  };
}
