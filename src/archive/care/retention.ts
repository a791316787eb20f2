import { sql } from 'kysely';
import { addDays, MILLIS_PER_DAY, startOfDay, utcDayOf, type UtcDay } from '../../model/time/day.ts';
import { epochMillis, type Clock, type EpochMillis } from '../../model/time/units.ts';
import { ABOUT } from '../decisions/kinds.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';

/** The records that are removed together: others may write in between. */
const BATCH_SIZE = 500;

/**
 * The time for which records are left that a question has read anew, so that nobody loses them in the middle of an
 * answer.
 */
const SPARED_MILLIS = MILLIS_PER_DAY;

/** The number of days before today that are kept; all where it is not given. */
interface RetentionDays {
  readonly retentionDays?: number | undefined;
  /** The same for lines of the audit, but for the last one, and for those of calls. */
  readonly auditRetentionDays?: number | undefined;
}

/**
 * Removes what is older than a number of days: chats by their request with all that was said in them, offline messages
 * by when they came in, and visitors of whom nothing is kept and whose first visit is as old. A day that is removed is
 * no longer covered: who asks about it makes it be read again, and it is removed again a day later.
 */
export class Retention {
  readonly #tables: AccountTables;
  readonly #days: RetentionDays;
  readonly #clock: Clock;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(tables: AccountTables, days: RetentionDays, clock: Clock) {
    this.#tables = tables;
    this.#days = days;
    this.#clock = clock;
  }

  /** Removes what is due; cheap when nothing is. Throws ArchiveUnusable. */
  apply(): Promise<void> {
    this.#running ??= this.#applyNow().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Resolves when nothing is removed any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running?.catch(() => undefined);
  }

  async #applyNow(): Promise<void> {
    const { retentionDays, auditRetentionDays } = this.#days;
    const today = utcDayOf(this.#clock());
    if (auditRetentionDays !== undefined) {
      const start = startOfDay(addDays(today, -auditRetentionDays));
      await this.#forgetAudit(start);
      await this.#forgetCalls(start);
    }
    if (retentionDays !== undefined) await this.#forgetBefore(addDays(today, -retentionDays));
  }

  /** Calls are removed by their time, all of one moment together. */
  #forgetCalls(start: EpochMillis): Promise<void> {
    const due = this.#tables.calls().where('at', '<', start).orderBy('at').limit(BATCH_SIZE).select('at');
    return this.#forget(
      async () => (await due.execute()).slice(-1).map(({ at }) => at),
      async (tables, [until]) => (until === undefined ? undefined : tables.forgetCalls(until)),
    );
  }

  /** The last line stays, whatever its age: the next one is numbered after it. */
  #forgetAudit(start: EpochMillis): Promise<void> {
    const last = this.#tables.audit().select(({ fn }) => fn.max('entry').as('entry'));
    const due = this.#tables
      .audit()
      .where('at', '<', start)
      .where('entry', '<', last)
      .limit(BATCH_SIZE)
      .select('entry');
    return this.#forget(
      async () => (await due.execute()).map(({ entry }) => entry),
      (tables, entries) => tables.forgetAudit(entries),
    );
  }

  async #forgetBefore(day: UtcDay): Promise<void> {
    const start = startOfDay(day);
    const readBefore = epochMillis(this.#clock() - SPARED_MILLIS);
    // First of all, so that no day is ever taken for read whose chats are gone.
    await this.#tables.transaction((tables) => tables.uncoverDays(day, readBefore));
    await this.#forgetChats(start, readBefore);
    await this.#forgetOfflineMessages(start);
    await this.#forgetDecisions(start);
    await this.#forgetVisitors(start, readBefore);
  }

  #forgetChats(start: EpochMillis, readBefore: EpochMillis): Promise<void> {
    const due = this.#tables.kept.chats().where('requested_at', '<', start).where('seen_at', '<', readBefore);
    return this.#forget(
      async () => (await due.limit(BATCH_SIZE).select('chat_id').execute()).map(({ chat_id: id }) => id),
      async (tables, ids) => {
        await tables.forgetTranscripts(ids);
        await tables.forgetChats(ids);
      },
    );
  }

  async #forgetOfflineMessages(start: EpochMillis): Promise<void> {
    // Their list is read as a whole, with all that are as old: when they were read last tells nothing.
    const due = this.#tables.kept
      .offlineMessages()
      .where('received_at', '<', start)
      .limit(BATCH_SIZE)
      .select('offline_message_id');
    await this.#forget(
      async () => (await due.execute()).map(({ offline_message_id: id }) => id),
      (tables, some) => tables.forgetOfflineMessages(some),
    );
  }

  /** What was decided lies in a file of its own, and may have outlived what it is about, which then may never come again. */
  async #forgetDecisions(start: EpochMillis): Promise<void> {
    for (const kind of ABOUT) {
      await this.#forget(
        () => this.#tables.decidedAboutNothing(kind, start, BATCH_SIZE),
        (tables, ids) => tables.forgetDecisionsAbout(kind, ids),
      );
    }
  }

  async #forgetVisitors(start: EpochMillis, readBefore: EpochMillis): Promise<void> {
    const listed = this.#tables.kept
      .visitors()
      .where(sql`coalesce(first_visit_at, 0)`, '<', start)
      .where(hasNone('chats', 'visitors'))
      .where(hasNone('offline_messages', 'visitors'))
      .limit(BATCH_SIZE)
      .select('visitor_id');
    const unlisted = this.#tables
      .visitorProfiles()
      .where('fetched_at', '<', readBefore)
      .where(hasNone('visitors', 'visitor_profiles'))
      .where(hasNone('chats', 'visitor_profiles'))
      .where(hasNone('offline_messages', 'visitor_profiles'))
      .limit(BATCH_SIZE)
      .select('visitor_id');
    for (const someDue of [() => listed.execute(), () => unlisted.execute()]) {
      await this.#forget(
        async () => (await someDue()).map(({ visitor_id: id }) => id),
        (tables, ids) => tables.forgetVisitors(ids),
      );
    }
  }

  /** Forgets what is due, a part after the other. */
  async #forget<Id>(
    someDue: () => Promise<readonly Id[]>,
    forget: (tables: Tables, ids: readonly Id[]) => Promise<void>,
  ): Promise<void> {
    for (let ids = await someDue(); ids.length > 0 && !this.#isStopped; ids = await someDue()) {
      const some = ids;
      await this.#tables.transaction((tables) => forget(tables, some));
      // A file is written without a pause. Who asks something goes first.
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  }
}

/** Whether no row of a table is of the visitor of a row. */
function hasNone(table: 'chats' | 'offline_messages' | 'visitors', of: 'visitors' | 'visitor_profiles') {
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM ${sql.table(table)} AS one
    WHERE one.account = ${sql.ref(`${of}.account`)} AND one.visitor_id = ${sql.ref(`${of}.visitor_id`)})`;
}
