import { Client } from 'pg';
import { z } from 'zod';
import { ArchiveUnusable } from '../../model/errors.ts';
import type { SyncLease } from '../tables/engine.ts';
import type { AccountKey } from '../schema/schema.ts';
import { translateServerErrors } from './failures.ts';

/** The first key of this advisory lock, among those of other programs on the same database. */
const SYNCING = 0x43_4f_53_59;

const CONNECT_WITHIN_MILLIS = 5000;
/** The time without a word after which both ends ask whether the other one is still there. */
const QUIET_SECONDS = 60;

const Answer = z.object({ rows: z.tuple([z.object({ free: z.boolean() })]) });

/**
 * The right to be the only sync of a desk: a lock of a connection of its own, which the server drops with the
 * connection. Undefined while another connection has it. Throws ArchiveUnusable.
 */
export function leaseAt(address: string, account: AccountKey): Promise<SyncLease | undefined> {
  return translateServerErrors(async () => {
    const lost = new AbortController();
    const client = new Client({
      connectionString: address,
      keepAlive: true,
      keepAliveInitialDelayMillis: QUIET_SECONDS * 1000,
      connectionTimeoutMillis: CONNECT_WITHIN_MILLIS,
      application_name: 'chat-operations-mcp sync',
    });
    // Without a listener a broken connection would end the process.
    client.on('error', () => undefined);
    client.once('end', () => lost.abort(connectionLost()));
    await client.connect();
    await client.query(
      `SET tcp_keepalives_idle = ${QUIET_SECONDS}; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3`,
    );
    const locking = await client.query('SELECT pg_try_advisory_lock($1::integer, $2::integer) AS free', [
      SYNCING,
      account,
    ]);
    const [{ free }] = Answer.parse(locking).rows;
    if (!free) {
      await client.end();
      return undefined;
    }
    return { lost: lost.signal, release: () => client.end() };
  });
}

function connectionLost(): ArchiveUnusable {
  return new ArchiveUnusable(
    'The archive cannot be used: the connection to its server that keeps other syncs away has ended.',
    'Start the sync again: what it has read is kept, and it goes on from there.',
  );
}
