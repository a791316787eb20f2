import { PostgresDialect, sql, type PostgresPool } from 'kysely';
import type { Engine } from '../tables/engine.ts';
import { poolAt } from './connection-pool.ts';
import { Hearing, tell } from './hearing.ts';
import { NamingDialect } from './naming-dialect.ts';
import { DECISION_SCHEMA, makeSchemas, takeOver } from './schemas.ts';
import { SharedConnections } from './shared-connections.ts';
import { SyncLeases } from './sync-leases.ts';
import { bytesOf, flawsOf, wipe } from './upkeep.ts';
import { PATIENT } from './watched-pool.ts';
import { postgresWordIndex } from './word-index.ts';

/** The first key of our advisory locks, among those of other programs on the same database. */
const WRITING = 0x43_4f_41_52;

/**
 * Opens the database of an archive at a `postgres://` address. What the address leaves out, a password above all, comes
 * from PostgreSQL's own environment variables. Nothing is sent before the first query, which throws ArchiveUnusable
 * when the server cannot be used. Other desks may share its `connections`.
 */
export function openPostgres(address: string, connections = new SharedConnections(1)): Engine {
  const { hearing, leases } = connections.links(address, () => ({
    hearing: new Hearing(address),
    leases: new SyncLeases(address),
  }));
  let taken: PostgresPool | undefined;
  const pool = (): PostgresPool => (taken ??= connections.pool(address, (most) => poolAt(address, most)));
  return {
    name: 'postgres',
    dialect: new NamingDialect(new PostgresDialect({ pool: () => Promise.resolve(pool()) })),
    warnings: [],
    holdsOneDesk: false,
    decisionSchema: DECISION_SCHEMA,
    makeSchemas,
    takeOver,
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
