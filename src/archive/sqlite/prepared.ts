import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * The statements that are kept: more than all questions use. Each takes some kilobytes, and holds the values of its last
 * run.
 */
const MAX_STATEMENTS = 128;

/** Longer ones are written for as many rows as there just are, and hardly come again. */
const MAX_LENGTH = 2000;

/** The statements on rows. Any other may change what a statement means. */
const IS_OF_ROWS = /^\s*(?:select|with|insert|replace|update|delete|begin|commit)\b/i;

/** A statement, and whether it answers rows. */
interface Prepared {
  readonly statement: StatementSync;
  readonly isReader: boolean;
}

/** The statements of a database: each is prepared once, while it is among those that were used last. */
export class PreparedStatements {
  readonly #database: DatabaseSync;
  /** The statements by their text, the one that was used last at the end. */
  readonly #kept = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** A statement to be run to its end at once: the next who asks for it gets the same one. */
  of(sql: string): Prepared {
    const known = this.#kept.get(sql);
    this.#kept.delete(sql);
    const prepared = known ?? this.#prepare(sql);
    // SQLite prepares anew by itself after a change of the tables, but Node.js 22 then expects the columns of before.
    if (!IS_OF_ROWS.test(sql)) this.#kept.clear();
    else if (sql.length <= MAX_LENGTH) this.#kept.set(sql, prepared);
    if (this.#kept.size > MAX_STATEMENTS) this.#forgetOldest();
    return prepared;
  }

  /** Lets go of all statements. */
  clear(): void {
    this.#kept.clear();
  }

  #forgetOldest(): void {
    const { value: oldest } = this.#kept.keys().next();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }

  #prepare(sql: string): Prepared {
    const statement = this.#database.prepare(sql);
    return { statement, isReader: statement.columns().length > 0 };
  }
}
