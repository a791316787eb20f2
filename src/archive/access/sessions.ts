import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { KeptSession } from '../../model/kept-session.ts';
import { epochMillis, type Clock } from '../../model/time/units.ts';
import type { ChangeFeed } from '../sharing/change-feed.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';

/** A session that no process has used for this long has ended. */
const IDLE_MILLIS = 35 * 60_000;

/** A use is kept once in this time: more often is of no use to anybody, and each time is a write. */
const MILLIS_BETWEEN_USES = 5 * 60_000;

/** The longest time for which a call waits for a client's message, a person's reply, with some to spare. */
const MESSAGE_KEPT_MILLIS = 15 * 60_000;

/** A client answers and cancels a few things at once. What goes beyond these is of no use to anybody. */
const MAX_LEFT = 100;
const MAX_LENGTH = 16 * 1024;

/** A message of a client, numbered within its session. */
export interface LeftMessage {
  readonly number: number;
  readonly message: unknown;
}

interface OfSession {
  readonly session: string;
}

const SESSION = statement((tables, given: Given<OfSession>) =>
  tables.clientSessions().where('session', '=', given.value('session')).selectAll(),
);

const MESSAGES = statement((tables, given: Given<OfSession & { readonly after: number }>) =>
  tables
    .sessionMessages()
    .where('session', '=', given.value('session'))
    .where('number', '>', given.value('after'))
    .orderBy('number')
    .select(['number', 'message']),
);

const Addresses = z.array(z.string());

/**
 * The sessions of clients over HTTP that any process on the archive may go on with, in the archive of a deployment's first account.
 * Their ids are nowhere: only the hashes are. All throw ArchiveUnusable.
 */
export class ClientSessions {
  readonly #tables: AccountTables;
  readonly #changes: Pick<ChangeFeed, 'listen'>;
  readonly #clock: Clock;

  constructor(tables: AccountTables, changes: Pick<ChangeFeed, 'listen'>, clock: Clock) {
    this.#tables = tables;
    this.#changes = changes;
    this.#clock = clock;
  }

  /** Keeps a session that begins. Of a caller who has more than `most`, those that were used longest ago end. */
  async begin(id: string, { caller, opening, subscribed }: KeptSession, most: number): Promise<void> {
    await this.#tables.transaction(async (tables) => {
      const now = this.#clock();
      const own = tables.clientSessions().where('caller', '=', hashOf(caller)).orderBy('used_at', 'desc');
      const tooMany = (await own.select('session').execute()).slice(most - 1);
      const idle = tables.clientSessions().where('used_at', '<', epochMillis(now - IDLE_MILLIS));
      for (const { session } of [...tooMany, ...(await idle.select('session').execute())]) await endIn(tables, session);
      await tables.upsert('client_sessions', [
        {
          account: tables.account,
          session: hashOf(id),
          caller: hashOf(caller),
          opening: JSON.stringify(opening),
          subscribed: JSON.stringify([...subscribed]),
          used_at: now,
        },
      ]);
    });
  }

  /** Returns a caller's session by its id, if it has not ended. */
  async find(id: string, caller: string): Promise<KeptSession | undefined> {
    const [row] = await SESSION(this.#tables, { session: hashOf(id) });
    if (row?.caller !== hashOf(caller) || row.used_at < this.#clock() - IDLE_MILLIS) return undefined;
    const subscribed = new Set(Addresses.parse(JSON.parse(row.subscribed)));
    const opening: unknown = JSON.parse(row.opening);
    return { caller, opening, subscribed };
  }

  /** Notes that a session is used. Answers whether it has not ended. */
  async use(id: string): Promise<boolean> {
    const session = hashOf(id);
    const now = this.#clock();
    const [row] = await SESSION(this.#tables, { session });
    if (row === undefined || row.used_at < now - IDLE_MILLIS) return false;
    if (row.used_at > now - MILLIS_BETWEEN_USES) return true;
    return this.#change(id, () => ({}));
  }

  /** Keeps of whose changes a session wants to be told. */
  async subscribe(id: string, changed: (subscribed: ReadonlySet<string>) => ReadonlySet<string>): Promise<void> {
    await this.#change(id, (subscribed) => ({ subscribed: JSON.stringify([...changed(subscribed)]) }));
  }

  /** Ends a session in every process. */
  async end(id: string): Promise<void> {
    await this.#tables.transaction(async (tables) => {
      await endIn(tables, hashOf(id));
      tables.note('sessions', [hashOf(id)]);
    });
  }

  /** Leaves a client's message for the process that waits for it. One that is too long, and one too many, is left out. */
  async leave(id: string, message: unknown): Promise<void> {
    await this.#tables.transaction(async (tables) => {
      const now = this.#clock();
      const session = hashOf(id);
      const json = JSON.stringify(message);
      if (json.length > MAX_LENGTH) return;
      const old = tables.sessionMessages().where('at', '<', epochMillis(now - MESSAGE_KEPT_MILLIS));
      const forgotten = await old.select(['session', 'number']).execute();
      await tables.removeByKey(
        'session_messages',
        forgotten.map((one) => [one.session, one.number]),
      );
      const latest = tables.sessionMessages().where('session', '=', session);
      const { number, count } = await latest
        .select(({ fn }) => [fn.max('number').as('number'), fn.countAll<number>().as('count')])
        .executeTakeFirstOrThrow();
      if (count >= MAX_LEFT) return;
      const { account } = tables;
      const row = { account, session, number: (number ?? 0) + 1, message: json, at: now };
      await tables.upsert('session_messages', [row]);
      tables.note('sessions', [session]);
    });
  }

  /** Returns the messages that were left for a session, behind one. */
  async left(id: string, after: number): Promise<LeftMessage[]> {
    const rows = await MESSAGES(this.#tables, { session: hashOf(id), after });
    return rows.map(({ number, message }) => ({ number, message: parsed(message) }));
  }

  /**
   * Calls `heard` when something may have changed of some sessions, with a function that tells whether one is among them, until the
   * function that it returns is called.
   */
  listen(heard: (concerns: (id: string) => boolean) => void): () => void {
    return this.#changes.listen(({ sessions, isMore }) => {
      const changed = new Set(sessions);
      if (isMore || changed.size > 0) heard((id) => isMore || changed.has(hashOf(id)));
    });
  }

  #change(id: string, changed: (subscribed: ReadonlySet<string>) => { subscribed?: string }): Promise<boolean> {
    return this.#tables.transaction(async (tables) => {
      const [row] = await SESSION(tables, { session: hashOf(id) });
      if (row === undefined) return false;
      const subscribed = new Set(Addresses.parse(JSON.parse(row.subscribed)));
      const change = changed(subscribed);
      await tables.upsert('client_sessions', [{ ...row, ...change, used_at: this.#clock() }]);
      if (change.subscribed !== undefined) tables.note('sessions', [row.session]);
      return true;
    });
  }
}

async function endIn(tables: Tables, session: string): Promise<void> {
  await tables.removeByKey('client_sessions', [[session]]);
  const left = await tables.sessionMessages().where('session', '=', session).select('number').execute();
  await tables.removeByKey(
    'session_messages',
    left.map(({ number }) => [session, number]),
  );
}

function parsed(json: string): unknown {
  return JSON.parse(json);
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
