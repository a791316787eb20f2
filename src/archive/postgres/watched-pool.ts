import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Client, DatabaseError, type ClientConfig, type Pool, type PoolClient } from 'pg';

/** After so long without an answer to a statement it asks, on another connection, whether the server is there. */
const SILENT_MILLIS = 5000;

/** The server ends a statement after a minute (database.ts): a connection on which nothing comes then either is cut. */
const MOST_MILLIS = 70_000;

/** The statements that wait for a connection at once: as many as there are requests that http answers at once. Further ones are told so without waiting. */
const MAX_WAITING = 1000;

/** Lift the limits of time for statements that go through all there is: for a transaction, and until PUNCTUAL. */
export const PATIENT = 'SET LOCAL statement_timeout = 0';
export const PATIENT_ALWAYS = 'SET statement_timeout = 0';
export const PUNCTUAL = 'RESET statement_timeout';

/** All connections of this process are in use, and for too long. */
export class NoConnectionFree extends Error {
  readonly code = 'NO_CONNECTION_FREE';
}

/**
 * A pool that a server cannot keep waiting: where that is gone without a word, as with a machine that is cut off, or frozen,
 * every connection to it is cut, which ends what waits for them.
 */
export class WatchedPool implements PostgresPool {
  readonly #pool: Pool;
  readonly #config: ClientConfig;
  readonly #clients = new WeakMap<PoolClient, WatchedClient>();
  readonly #connected = new Set<PoolClient>();
  #looking: Promise<boolean> | undefined;

  constructor(pool: Pool, config: ClientConfig) {
    this.#pool = pool;
    this.#config = config;
    pool.on('connect', (client) => this.#connected.add(client));
    pool.on('remove', (client) => this.#connected.delete(client));
  }

  get options(): object {
    return this.#pool.options;
  }

  /** Throws NoConnectionFree where too many wait, or one waited too long. */
  async connect(): Promise<PostgresPoolClient> {
    if (this.#pool.waitingCount >= MAX_WAITING) throw new NoConnectionFree();
    const isFull = this.#pool.idleCount === 0 && this.#pool.totalCount >= this.#pool.options.max;
    try {
      const client = await this.#pool.connect();
      // The same each time: those who keep facts about a connection know it by this.
      const known = this.#clients.get(client) ?? new WatchedClient(client, () => this.#cutIfGone());
      this.#clients.set(client, known);
      return known;
    } catch (error) {
      const isLate = error instanceof Error && error.message.startsWith('timeout exceeded');
      if (isFull && isLate && (await this.#isThere())) throw new NoConnectionFree();
      throw error;
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  async #cutIfGone(): Promise<void> {
    if (await this.#isThere()) return;
    for (const client of this.#connected) cut(client);
  }

  /** Asked once by all who wonder at the same time. */
  #isThere(): Promise<boolean> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<boolean> {
    const client = new Client(this.#config);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      // One that refuses is there.
      return error instanceof DatabaseError;
    }
  }
}

/** A connection whose statements do not wait for ever. */
class WatchedClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #wondered: () => Promise<void>;
  #isPatient = false;

  constructor(client: PoolClient, wondered: () => Promise<void>) {
    this.#client = client;
    this.#wondered = wondered;
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(what: string | PostgresCursor<R>, parameters: readonly unknown[] = []) {
    const client: PostgresPoolClient = this.#client;
    if (typeof what !== 'string') return client.query(what);
    if (what === PATIENT || what === PATIENT_ALWAYS) this.#isPatient = true;
    return this.#watched(() => client.query<R>(what, parameters));
  }

  release(): void {
    this.#isPatient = false;
    this.#client.release();
  }

  async #watched<Result>(ask: () => Promise<Result>): Promise<Result> {
    const silent = setInterval(() => void this.#wondered(), SILENT_MILLIS).unref();
    const over = setTimeout(() => {
      if (!this.#isPatient) cut(this.#client);
    }, MOST_MILLIS).unref();
    try {
      return await ask();
    } finally {
      clearInterval(silent);
      clearTimeout(over);
    }
  }
}

/** Ends a connection without a word to the server, which may not listen. */
export function cut(client: Client): void {
  client.connection.stream.destroy();
}
