import { Client, DatabaseError, type QueryResult } from 'pg';
import { z } from 'zod';
import { ArchiveUnavailable } from '../../model/errors.ts';
import { seconds } from '../../model/time/units.ts';
import { cut } from './watched-pool.ts';

const CONNECT_WITHIN_MILLIS = 5000;
/** The connection is asked for so often, on which little else goes; it is lost without an answer within the second. */
const ASKED_EVERY_MILLIS = 5000;
const ANSWERS_WITHIN_MILLIS = 5000;
/** The server drops the locks of a machine that is gone after 15 s without a word, and 6 s without an answer. */
const KEEPALIVE = 'SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3';

const Free = z.object({ rows: z.tuple([z.object({ free: z.boolean() })]) });

/** An advisory lock of a connection. */
interface Lock {
  /** Aborted when the connection ends before the lock is given back. */
  readonly lost: AbortSignal;
  /** Gives it back. Does not throw. */
  release(): Promise<void>;
}

/** A connection that holds advisory locks, from the first to the last. With it all of them are lost, also where it breaks without a word. */
export class LockingConnection {
  readonly #client: Client;
  readonly #connected: Promise<unknown>;
  readonly #held = new Set<AbortController>();
  /** The locks that are held, or about to be. */
  #locks = 0;
  #isOver = false;
  /** Statements take turns. */
  #asked: Promise<unknown>;
  #asking: NodeJS.Timeout | undefined;

  /** Begins to connect. Throws nothing: the first lock does. */
  constructor(address: string) {
    this.#client = new Client({
      connectionString: address,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WITHIN_MILLIS,
      query_timeout: ANSWERS_WITHIN_MILLIS,
      application_name: 'chat-operations-mcp sync',
    });
    // Without a listener a broken connection would end the process.
    this.#client.on('error', () => undefined);
    this.#client.once('end', () => this.#lost());
    this.#connected = this.#connect();
    this.#asked = this.#connected.catch(() => undefined);
  }

  /** Whether it has ended, or is about to: it takes no lock any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Takes a lock that this connection has not got; undefined while another one has it. Throws what pg does. */
  async lock(first: number, second: number): Promise<Lock | undefined> {
    this.#locks += 1;
    try {
      await this.#connected;
      const locking = await this.#ask('SELECT pg_try_advisory_lock($1::integer, $2::integer) AS free', first, second);
      const [{ free }] = Free.parse(locking).rows;
      if (free) return this.#hold(first, second);
    } catch (error) {
      await this.#leave();
      throw error;
    }
    await this.#leave();
    return undefined;
  }

  #hold(first: number, second: number): Lock {
    const lost = new AbortController();
    if (this.#isOver) lost.abort(connectionLost());
    else this.#held.add(lost);
    return {
      lost: lost.signal,
      release: async () => {
        if (!this.#held.delete(lost)) return;
        // The last lock goes with the connection.
        if (!this.#isOver && this.#locks > 1) {
          await this.#ask('SELECT pg_advisory_unlock($1::integer, $2::integer)', first, second).catch(() =>
            // One that cannot be given back would be held for as long as the others.
            cut(this.#client),
          );
        }
        await this.#leave();
      },
    };
  }

  async #connect(): Promise<void> {
    try {
      await this.#client.connect();
      await this.#client.query(KEEPALIVE);
      this.#asking = setInterval(() => void this.#ask('SELECT 1').catch(() => undefined), ASKED_EVERY_MILLIS).unref();
    } catch (error) {
      this.#isOver = true;
      cut(this.#client);
      throw error;
    }
  }

  #ask(statement: string, ...values: readonly number[]): Promise<QueryResult> {
    const answer = this.#asked.then(() => this.#client.query(statement, [...values]));
    this.#asked = answer.catch((error: unknown) => {
      // What the server says of one statement breaks nothing else.
      if (!(error instanceof DatabaseError)) cut(this.#client);
    });
    return answer;
  }

  async #leave(): Promise<void> {
    this.#locks -= 1;
    if (this.#locks > 0 || this.#isOver) return;
    this.#isOver = true;
    // Where the server does not answer to this, the next asking cuts it.
    await this.#client.end();
  }

  #lost(): void {
    this.#isOver = true;
    clearInterval(this.#asking);
    for (const lost of this.#held) lost.abort(connectionLost());
    this.#held.clear();
  }
}

function connectionLost(): ArchiveUnavailable {
  return new ArchiveUnavailable(
    'The archive cannot be used: the connection to its server that keeps other syncs away has ended.',
    'Start the sync again; it goes on where it stopped.',
    { after: seconds(10) },
  );
}
