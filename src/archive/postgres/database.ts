import { CompiledQuery, PostgresDialect, sql } from 'kysely';
import { Pool, TypeOverrides } from 'pg';
import type { Engine } from '../engine.ts';
import { leaseAt } from './lease.ts';
import { NamingDialect } from './naming-dialect.ts';
import { bytesOf, flawsOf, wipe } from './upkeep.ts';
import { postgresWordIndex } from './word-index.ts';

/** Its own, apart from what else the database may hold. */
const SCHEMA = 'chat_operations';

/** A server asks a few things at once, and a team has many servers. */
const MOST_CONNECTIONS = 4;
const CONNECT_WITHIN_MILLIS = 5000;

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
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_WITHIN_MILLIS,
    keepAlive: true,
    application_name: 'chat-operations-mcp',
    types: parsers,
  });
  // A connection may break while nobody uses it. The next query gets another one.
  pool.on('error', () => undefined);
  return {
    dialect: new NamingDialect(
      new PostgresDialect({
        pool,
        onCreateConnection: async (connection) => {
          await connection.executeQuery(CompiledQuery.raw(`SET search_path TO ${SCHEMA}`));
        },
      }),
    ),
    bytes: 'bytea',
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
    words: postgresWordIndex,
    leaseSync: (account) => leaseAt(address, account),
    wipe,
    flaws: flawsOf,
    bytesHeld: bytesOf,
  };
}
