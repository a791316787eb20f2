import { Pool, TypeOverrides } from 'pg';
import { DECISION_SCHEMA, SCHEMA } from './schemas.ts';
import { WatchedPool } from './watched-pool.ts';

const CONNECT_WITHIN_MILLIS = 5000;

/**
 * The settings of a session. Others wait no longer for a machine that falls asleep while it writes; and no statement of a
 * question takes longer than a minute, whatever is wrong with the server.
 */
const SESSION = [
  `search_path=${SCHEMA},${DECISION_SCHEMA}`,
  'lock_timeout=5s',
  'idle_in_transaction_session_timeout=60s',
  'statement_timeout=60s',
];

/** Whole numbers of 64 bits, which pg gives as text: ids and times are safe integers (model/ids.ts). */
const INT8 = 20;

/** Makes a pool of at most so many connections to the database at an address. Nothing is sent before the first is asked for. */
export function poolAt(address: string, most: number): WatchedPool {
  const types = new TypeOverrides();
  types.setTypeParser(INT8, Number);
  const connection = {
    connectionString: address,
    connectionTimeoutMillis: CONNECT_WITHIN_MILLIS,
    application_name: 'chat-operations-mcp',
  };
  const options = SESSION.map((one) => `-c ${one}`).join(' ');
  const pool = new Pool({ ...connection, max: most, keepAlive: true, options, types });
  // A connection may break while nobody uses it, and the next query gets another one. It may also break while somebody
  // has it and asks nothing: then what they ask next fails. Either would end the process if nobody listened.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new WatchedPool(pool, connection);
}
