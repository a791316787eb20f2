import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type PostgresDialect,
  type TransactionSettings,
} from 'kysely';
import { ArchiveUnavailable } from '../../model/errors.ts';
import { isAftermath, translateServerErrors } from './failures.ts';

/**
 * PostgreSQL as Kysely speaks it, with failures named in our own words, and text that it takes. No statement is prepared
 * under a name: as measured, the server would have less than a tenth less to do, and a named one fails once another process
 * has changed the columns that it answers, and behind some poolers.
 */
export class NamingDialect implements Dialect {
  readonly #dialect: PostgresDialect;
  readonly createQueryCompiler: Dialect['createQueryCompiler'];
  readonly createAdapter: Dialect['createAdapter'];
  readonly createIntrospector: Dialect['createIntrospector'];

  constructor(dialect: PostgresDialect) {
    this.#dialect = dialect;
    this.createQueryCompiler = () => dialect.createQueryCompiler();
    this.createAdapter = () => dialect.createAdapter();
    this.createIntrospector = (db) => dialect.createIntrospector(db);
  }

  createDriver(): Driver {
    return new NamingDriver(this.#dialect.createDriver());
  }
}

class NamingDriver implements Driver {
  readonly #driver: Driver;
  /** The driver knows its own connections only. */
  readonly #inner = new WeakMap<DatabaseConnection, DatabaseConnection>();
  readonly #failed = new WeakSet<DatabaseConnection>();
  /**
   * The failures to use the server so far; and below, for each connection, the failures before it was last known to be
   * good.
   */
  #failures = 0;
  readonly #goodAfter = new WeakMap<DatabaseConnection, number>();

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const inner = await this.#goodConnection();
    let failure: unknown;
    const connection: DatabaseConnection = {
      executeQuery: async (query) => {
        try {
          return await this.#using(connection, () => inner.executeQuery(storable(query)));
        } catch (error) {
          // After a failure the server only says so of all that follows in the transaction.
          failure = isAftermath(error) ? (failure ?? error) : error;
          throw failure;
        }
      },
      streamQuery: (query, chunkSize) => inner.streamQuery(storable(query), chunkSize),
    };
    this.#inner.set(connection, inner);
    return connection;
  }

  /**
   * Returns a connection that works. What ends one connection mostly ends them all: after a failure each is asked first.
   */
  async #goodConnection(): Promise<DatabaseConnection> {
    for (;;) {
      const inner = await translateServerErrors(() => this.#driver.acquireConnection());
      const goodAfter = this.#goodAfter.get(inner);
      if (goodAfter === undefined || goodAfter === this.#failures || (await this.#answers(inner))) {
        this.#goodAfter.set(inner, this.#failures);
        return inner;
      }
      await this.#driver.releaseConnection(inner);
    }
  }

  /** Asked twice: the first failure may be the news, and the second one is what the pool goes by. */
  async #answers(inner: DatabaseConnection): Promise<boolean> {
    const ask = () => inner.executeQuery(CompiledQuery.raw('SELECT 1'));
    try {
      await ask();
      return true;
    } catch {
      await ask().catch(() => undefined);
      return false;
    }
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return this.#using(connection, () => this.#driver.beginTransaction(this.#innerOf(connection), settings));
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#using(connection, () => this.#driver.commitTransaction(this.#innerOf(connection)));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A connection that broke has been rolled back by the server, and what broke it is worth more than this.
    await this.#driver.rollbackTransaction(this.#innerOf(connection)).catch(() => undefined);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    // The news that a connection has ended may come after the failure. Asked once more, it is kept for nobody if it has.
    if (this.#failed.has(connection)) await this.rollbackTransaction(connection);
    await this.#driver.releaseConnection(this.#innerOf(connection));
  }

  destroy(): Promise<void> {
    return this.#driver.destroy();
  }

  async #using<Result>(connection: DatabaseConnection, work: () => Promise<Result>): Promise<Result> {
    try {
      return await translateServerErrors(work);
    } catch (error) {
      if (error instanceof ArchiveUnavailable) {
        this.#failures += 1;
        this.#failed.add(connection);
      }
      throw error;
    }
  }

  #innerOf(connection: DatabaseConnection): DatabaseConnection {
    return this.#inner.get(connection) ?? connection;
  }
}

/** PostgreSQL takes every character but one, and strangers may send that one, too. */
function storable(query: CompiledQuery): CompiledQuery {
  if (!query.parameters.some(hasNul)) return query;
  const parameters = query.parameters.map((value) => (hasNul(value) ? value.replaceAll('\0', '\uFFFD') : value));
  return { ...query, parameters };
}

function hasNul(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\0');
}
