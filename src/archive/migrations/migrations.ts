import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { ArchiveUnusable } from '../../model/errors.ts';
import { markAllDays } from '../figures/daily-totals.ts';
import type { Engine } from '../tables/engine.ts';
import type { Schema } from '../tables/schema.ts';
import { transcriptWordsMigration } from './transcript-words-migration.ts';
import { trustMigration } from './trust-migration.ts';
import { visitorWordsMigration } from './visitor-words-migration.ts';

/** What differs between engines when tables are made. */
type MigratingEngine = Pick<Engine, 'bytes' | 'words'>;

const initial: Migration = {
  up: async (db) => {
    for (const statement of INITIAL) await sql.raw(statement).execute(db);
  },
};

const requestHistories: Migration = {
  up: async (db) => {
    await sql`CREATE TABLE request_histories (account integer PRIMARY KEY, history text NOT NULL)`.execute(db);
  },
};

const pageSizes: Migration = {
  up: async (db) => {
    await sql`CREATE TABLE page_sizes (account integer NOT NULL, list text NOT NULL, rows integer NOT NULL,
      PRIMARY KEY (account, list))`.execute(db);
  },
};

const finishedAt: Migration = {
  up: async (db) => {
    await sql`ALTER TABLE covered_lists ADD COLUMN finished_at bigint NOT NULL DEFAULT 0`.execute(db);
  },
};

const packedDays = (engine: MigratingEngine): Migration => ({
  up: async (db) => {
    await sql`CREATE TABLE packed_days (account integer NOT NULL, day text NOT NULL, packed ${sql.raw(engine.bytes)} NOT NULL,
      PRIMARY KEY (account, day))`.execute(db);
  },
});

const erasedVisitors: Migration = {
  up: async (db) => {
    await sql`CREATE TABLE erased_visitors (account integer NOT NULL, visitor_id bigint NOT NULL, erased_at bigint NOT NULL,
      PRIMARY KEY (account, visitor_id))`.execute(db);
  },
};

const triage: Migration = {
  up: async (db) => {
    await sql`CREATE TABLE triage (account integer NOT NULL, offline_message_id bigint NOT NULL, priority text NOT NULL,
      category text, note text, draft_reply text, decided_at bigint NOT NULL, PRIMARY KEY (account, offline_message_id))`.execute(
      db,
    );
  },
};

const agreements: Migration = {
  up: async (db) => {
    await sql`ALTER TABLE audit ADD COLUMN agreed_by text`.execute(db);
  },
};

/** What an unfinished walk has looked at is kept page by page. Those under way begin anew. */
const walkedPages: Migration = {
  up: async (db) => {
    await sql`DROP TABLE unfinished_walks`.execute(db);
    await sql`CREATE TABLE unfinished_walks (account integer NOT NULL, walk text NOT NULL, from_day text, to_day text,
      agent_id bigint, margin integer, started_at bigint NOT NULL, next_page integer NOT NULL, page_size integer, pages integer,
      is_counted integer NOT NULL, PRIMARY KEY (account, walk))`.execute(db);
    await sql`CREATE TABLE walked_pages (account integer NOT NULL, walk text NOT NULL, step integer NOT NULL,
      reading integer NOT NULL, page integer NOT NULL, asked_at bigint NOT NULL, places text NOT NULL, rejected integer NOT NULL,
      ended text, PRIMARY KEY (account, walk, step))`.execute(db);
  },
};

const revisions: Migration = {
  up: async (db) => {
    await sql`CREATE TABLE revisions (account integer PRIMARY KEY, chats bigint NOT NULL,
      others bigint NOT NULL, looks bigint NOT NULL)`.execute(db);
  },
};

/** Transcripts get theirs by being read, or by the first question that needs it. */
const authored: Migration = {
  up: async (db) => {
    await sql`ALTER TABLE transcripts ADD COLUMN authored text`.execute(db);
  },
};

/** What a status counts by: each day that has a chat is yet to be counted, and what a long list has lost is found. */
const dailyTotals: Migration = {
  up: async (db: Kysely<Schema>) => {
    await sql`CREATE TABLE daily_totals (account integer NOT NULL, day text NOT NULL, chats integer, transcripts integer,
      PRIMARY KEY (account, day))`.execute(db);
    await markAllDays(db);
    for (const table of ['offline_messages', 'visitors']) {
      await sql`CREATE INDEX ${sql.ref(`${table}_gone`)} ON ${sql.table(table)} (account)
        WHERE gone_at IS NOT NULL`.execute(db);
    }
  },
};

/** In order of their names; a released one is never changed. */
export const migrationsFor = (engine: MigratingEngine): Readonly<Record<string, Migration>> => ({
  '0001_initial': initial,
  '0002_request_histories': requestHistories,
  '0003_page_sizes': pageSizes,
  '0004_finished_at': finishedAt,
  '0005_packed_days': packedDays(engine),
  '0006_erased_visitors': erasedVisitors,
  '0007_transcript_words': transcriptWordsMigration(engine),
  '0008_visitor_words': visitorWordsMigration,
  '0009_triage': triage,
  '0010_trust': trustMigration,
  '0011_agreements': agreements,
  '0012_walked_pages': walkedPages,
  '0013_revisions': revisions,
  '0014_authored': authored,
  '0015_daily_totals': dailyTotals,
});

/**
 * Brings an archive to the newest schema, in one transaction: as a whole or not at all, and one process after the
 * other. A file of an older version is copied before. Answers the copy's path, where one was made. Throws
 * ArchiveUnusable for an archive that a newer version of this program made.
 */
export async function migrate(db: Kysely<Schema>, engine: Engine): Promise<string | undefined> {
  const migrations = migrationsFor(engine);
  await engine.schemaSeal?.check(db);
  const applied = await namesOfApplied(db);
  if (applied.some((name) => migrations[name] === undefined)) {
    throw new ArchiveUnusable(
      'The archive was made by a newer version of this program.',
      'Update this program, or name another file with --archive or CHAT_OPERATIONS_ARCHIVE. Nothing was changed.',
    );
  }
  const [next] = Object.keys(migrations).filter((name) => !applied.includes(name));
  if (next === undefined) return undefined;
  const backup = applied.length === 0 ? undefined : await engine.file?.backUp(db, next);
  await db.transaction().execute(async (transaction) => {
    await engine.excludeWriters(transaction, 0);
    const migrator = new Migrator({
      db: transaction,
      provider: { getMigrations: () => Promise.resolve(migrations) },
      ...(engine.schema !== undefined && { migrationTableSchema: engine.schema }),
    });
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) {
      await engine.schemaSeal?.set(transaction);
      return;
    }
    if (error instanceof ArchiveUnusable) throw error;
    throw new ArchiveUnusable(
      'The archive could not be brought to the format of this version.',
      'Name another file with --archive or CHAT_OPERATIONS_ARCHIVE, or go back to the version that made it. Nothing was lost.',
    );
  });
  return backup;
}

/** The migrations that made an archive what it is; none for a new one. */
export async function namesOfApplied(db: Kysely<Schema>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (error instanceof ArchiveUnusable) throw error;
    // There is no such table yet. Anything else shows when it is made.
    return [];
  }
}

const contact = 'visitor_id bigint, visitor_name text, visitor_email text, visitor_phone text';
const agent = 'agent_id bigint, agent_first_name text, agent_last_name text, agent_email text';

const INITIAL = [
  `CREATE TABLE accounts (account integer PRIMARY KEY, origin text NOT NULL, login text NOT NULL, UNIQUE (origin, login))`,
  `CREATE TABLE agents (account integer NOT NULL, agent_id bigint NOT NULL, first_name text, last_name text, email text,
    phone text, role text, status text, last_login_at bigint, concurrent_chat_limit double precision, create_time text,
    designation text, additional_info text, enabled_code double precision, seen_at bigint NOT NULL, gone_at bigint, PRIMARY KEY (account, agent_id))`,
  `CREATE TABLE chats (account integer NOT NULL, chat_id bigint NOT NULL, requested_at bigint NOT NULL, started_at bigint,
    ended_at bigint, missed_code double precision, started_by_code double precision, transferred_code double precision, ended_by_code double precision,
    rating_code double precision, ${contact}, ${agent}, seen_at bigint NOT NULL, gone_at bigint, PRIMARY KEY (account, chat_id))`,
  `CREATE INDEX chats_by_time ON chats (account, requested_at)`,
  `CREATE INDEX chats_by_visitor ON chats (account, visitor_id)`,
  `CREATE TABLE transcripts (account integer NOT NULL, chat_id bigint NOT NULL, fetched_at bigint NOT NULL,
    first_visit_at bigint, context text NOT NULL, PRIMARY KEY (account, chat_id))`,
  `CREATE TABLE messages (account integer NOT NULL, chat_id bigint NOT NULL, position integer NOT NULL, author_name text,
    text text NOT NULL, at bigint, user_type_code double precision, message_type text, PRIMARY KEY (account, chat_id, position))`,
  `CREATE TABLE offline_messages (account integer NOT NULL, offline_message_id bigint NOT NULL, ${contact}, subject text,
    text text, received_at bigint NOT NULL, unread_code double precision, reply_count double precision, seen_at bigint NOT NULL, gone_at bigint,
    PRIMARY KEY (account, offline_message_id))`,
  `CREATE INDEX offline_messages_by_visitor ON offline_messages (account, visitor_id)`,
  `CREATE TABLE offline_threads (account integer NOT NULL, offline_message_id bigint NOT NULL, fetched_at bigint NOT NULL,
    PRIMARY KEY (account, offline_message_id))`,
  `CREATE TABLE offline_replies (account integer NOT NULL, offline_message_id bigint NOT NULL, position integer NOT NULL,
    text text NOT NULL, replied_at bigint, ${agent}, PRIMARY KEY (account, offline_message_id, position))`,
  `CREATE TABLE visitors (account integer NOT NULL, visitor_id bigint NOT NULL, name text, email text, phone text,
    first_visit_at bigint, context text NOT NULL, seen_at bigint NOT NULL, gone_at bigint, PRIMARY KEY (account, visitor_id))`,
  `CREATE TABLE visitor_profiles (account integer NOT NULL, visitor_id bigint NOT NULL, fetched_at bigint NOT NULL,
    profile text NOT NULL, PRIMARY KEY (account, visitor_id))`,
  `CREATE TABLE covered_days (account integer NOT NULL, day text NOT NULL, agent_id bigint NOT NULL,
    looked_at bigint NOT NULL, basis text NOT NULL, open_chats integer NOT NULL,
    vanished_chats integer NOT NULL, rejected integer NOT NULL,
    PRIMARY KEY (account, day, agent_id))`,
  `CREATE TABLE covered_lists (account integer NOT NULL, list text NOT NULL, looked_at bigint NOT NULL,
    basis text NOT NULL, rejected integer NOT NULL, PRIMARY KEY (account, list))`,
  `CREATE TABLE unfinished_walks (account integer NOT NULL, walk text NOT NULL, from_day text, to_day text,
    agent_id bigint, margin integer, started_at bigint NOT NULL, next_page integer NOT NULL, page_one text NOT NULL, rejected integer NOT NULL, PRIMARY KEY (account, walk))`,
];
