import { sql, type Kysely } from 'kysely';

const contact = 'visitor_id bigint, visitor_name text, visitor_email text, visitor_phone text';
const agent = 'agent_id bigint, agent_first_name text, agent_last_name text, agent_email text';

const STATEMENTS = [
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

/** The tables of records, of what is covered of them, and of walks under way. */
export async function initial(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
