import { CompiledQuery } from 'kysely';
import { Client } from 'pg';
import type { AccountKey, Connection } from '../schema/schema.ts';

/** Carries the keys of desks of which something has changed, and nothing else. */
const CHANNEL = 'chat_operations';

const CONNECT_WITHIN_MILLIS = 5000;
const QUIET_MILLIS = 60_000;

/** The wait before the connection is tried again, which doubles up to the longest. */
const FIRST_WAIT_MILLIS = 250;
const LONGEST_WAIT_MILLIS = 10_000;

/** Tells other processes that something of a desk has changed. Does not throw. */
export async function tell(db: Connection, account: AccountKey): Promise<void> {
  const notify = CompiledQuery.raw('SELECT pg_notify($1, $2)', [CHANNEL, String(account)]);
  await db.executeQuery(notify).catch(() => undefined);
}

/** Hears what is told of the desks in one database: all who listen share a connection, which is open while somebody does. */
export class Hearing {
  readonly #address: string;
  /** By what the channel carries. */
  readonly #listeners = new Map<string, Set<() => void>>();
  #stop: (() => void) | undefined;

  constructor(address: string) {
    this.#address = address;
  }

  /**
   * Calls `heard` when another process tells that something of a desk has changed; and each time the connection is there again,
   * since nobody could be heard meanwhile. Ends with the function that it returns.
   */
  hear(account: AccountKey, heard: () => void): () => void {
    const key = String(account);
    const listener = (): void => heard();
    const ofDesk = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, ofDesk.add(listener));
    this.#stop ??= listenAt(this.#address, {
      told: (payload) => this.#listeners.get(payload)?.forEach((one) => one()),
      connected: () => this.#listeners.forEach((ones) => ones.forEach((one) => one())),
    });
    return () => {
      ofDesk.delete(listener);
      if (ofDesk.size > 0 || this.#listeners.get(key) !== ofDesk) return;
      this.#listeners.delete(key);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }
}

interface Listener {
  readonly told: (payload: string) => void;
  readonly connected: () => void;
}

/** Listens over a connection that is made again whenever it ends, until the function that it returns is called. */
function listenAt(address: string, { told, connected }: Listener): () => void {
  let isEnded = false;
  let wait = FIRST_WAIT_MILLIS;
  let timer: NodeJS.Timeout | undefined;
  let current: Client | undefined;
  const tryAgain = (): void => {
    if (isEnded) return;
    timer = setTimeout(connect, wait).unref();
    wait = Math.min(wait * 2, LONGEST_WAIT_MILLIS);
  };
  const connect = (): void => {
    const client = new Client({
      connectionString: address,
      keepAlive: true,
      keepAliveInitialDelayMillis: QUIET_MILLIS,
      connectionTimeoutMillis: CONNECT_WITHIN_MILLIS,
      application_name: 'chat-operations-mcp changes',
    });
    current = client;
    let isOver = false;
    const over = (): void => {
      if (!isOver) tryAgain();
      isOver = true;
    };
    // Without a listener a broken connection would end the process.
    client.on('error', () => undefined);
    client.once('end', over);
    client.on('notification', ({ payload }) => {
      if (payload !== undefined && !isEnded) told(payload);
    });
    const begin = async (): Promise<void> => {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      wait = FIRST_WAIT_MILLIS;
      if (!isEnded) connected();
    };
    begin().catch(() => {
      over();
      void client.end().catch(() => undefined);
    });
  };
  connect();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    void current?.end().catch(() => undefined);
  };
}
