import type { EngineName } from './schema.ts';

// The tables of an archive, as they are made. What can be read again from the service lies in parts: when anything in a part is another
// than in the archive that is opened, the part is begun anew, and all others stay as they are (set-up.ts).

/** The number of the schema. It is raised with each change of a released one, so that an older program refuses the archive. */
export const SCHEMA_NUMBER = 1;

/** Tables that are read again together. */
export interface Part {
  /** The statements that make it. */
  readonly statements: readonly string[];
  /** Its tables, the one first whose rows are what was read. */
  readonly tables: readonly string[];
  /** The statements by which nothing else in the archive claims to have what is gone. */
  readonly afterwards?: readonly string[];
}

const CONTACT = 'visitor_id bigint, visitor_name text, visitor_email text, visitor_phone text';
const AGENT = 'agent_id bigint, agent_first_name text, agent_last_name text, agent_email text';

const unread = (list: string): string => `DELETE FROM covered_lists WHERE list = '${list}'`;

/** The parts of what can be read again, or is made anew by itself, by their names. */
export function archiveParts(engine: EngineName): Readonly<Record<string, Part>> {
  const bytes = engine === 'sqlite' ? 'blob' : 'bytea';
  return {
    agents: {
      tables: ['agents'],
      statements: [
        `CREATE TABLE agents (account integer NOT NULL, agent_id bigint NOT NULL, first_name text, last_name text,
          email text, phone text, role text, status text, last_login_at bigint, concurrent_chat_limit double precision,
          create_time text, designation text, additional_info text, enabled_code double precision,
          seen_at bigint NOT NULL, gone_at bigint, PRIMARY KEY (account, agent_id))`,
      ],
      afterwards: [unread('agents')],
    },
    chats: {
      tables: ['chats', 'day_sums', 'covered_days', 'packed_days', 'daily_totals'],
      statements: [
        `CREATE TABLE chats (account integer NOT NULL, chat_id bigint NOT NULL, requested_at bigint NOT NULL,
          started_at bigint, ended_at bigint, missed_code double precision, started_by_code double precision,
          transferred_code double precision, ended_by_code double precision, rating_code double precision,
          ${CONTACT}, ${AGENT}, seen_at bigint NOT NULL, gone_at bigint, PRIMARY KEY (account, chat_id))`,
        // With the id: the chats of a period are bounded by it.
        'CREATE INDEX chats_by_time ON chats (account, requested_at, chat_id)',
        'CREATE INDEX chats_by_visitor ON chats (account, visitor_id)',
        `CREATE TABLE day_sums (account integer NOT NULL, day text NOT NULL, chats bigint NOT NULL, sum bigint NOT NULL,
          PRIMARY KEY (account, day))`,
        `CREATE TABLE covered_days (account integer NOT NULL, day text NOT NULL, agent_id bigint NOT NULL,
          looked_at bigint NOT NULL, basis text NOT NULL, open_chats integer NOT NULL, vanished_chats integer NOT NULL,
          rejected integer NOT NULL, PRIMARY KEY (account, day, agent_id))`,
        `CREATE TABLE packed_days (account integer NOT NULL, day text NOT NULL, packed ${bytes} NOT NULL,
          PRIMARY KEY (account, day))`,
        `CREATE TABLE daily_totals (account integer NOT NULL, day text NOT NULL, chats integer, transcripts integer,
          PRIMARY KEY (account, day))`,
      ],
    },
    transcripts: {
      tables: ['transcripts', 'messages', 'transcript_words'],
      statements: [
        `CREATE TABLE transcripts (account integer NOT NULL, chat_id bigint NOT NULL, fetched_at bigint NOT NULL,
          first_visit_at bigint, context text NOT NULL, country text, city text, authored text,
          PRIMARY KEY (account, chat_id))`,
        `CREATE TABLE messages (account integer NOT NULL, chat_id bigint NOT NULL, position integer NOT NULL,
          author_name text, text text NOT NULL, at bigint, user_type_code double precision, message_type text,
          PRIMARY KEY (account, chat_id, position))`,
        ...wordIndex(engine),
      ],
      afterwards: ['UPDATE daily_totals SET chats = NULL, transcripts = NULL'],
    },
    offline_messages: {
      tables: ['offline_messages', 'offline_threads', 'offline_replies'],
      statements: [
        `CREATE TABLE offline_messages (account integer NOT NULL, offline_message_id bigint NOT NULL, ${CONTACT},
          subject text, text text, received_at bigint NOT NULL, unread_code double precision,
          reply_count double precision, seen_at bigint NOT NULL, gone_at bigint,
          PRIMARY KEY (account, offline_message_id))`,
        'CREATE INDEX offline_messages_by_visitor ON offline_messages (account, visitor_id)',
        'CREATE INDEX offline_messages_gone ON offline_messages (account) WHERE gone_at IS NOT NULL',
        `CREATE TABLE offline_threads (account integer NOT NULL, offline_message_id bigint NOT NULL,
          fetched_at bigint NOT NULL, PRIMARY KEY (account, offline_message_id))`,
        `CREATE TABLE offline_replies (account integer NOT NULL, offline_message_id bigint NOT NULL,
          position integer NOT NULL, text text NOT NULL, replied_at bigint, ${AGENT},
          PRIMARY KEY (account, offline_message_id, position))`,
      ],
      afterwards: [unread('offline_messages')],
    },
    visitors: {
      tables: ['visitors'],
      statements: [
        `CREATE TABLE visitors (account integer NOT NULL, visitor_id bigint NOT NULL, name text, email text, phone text,
          first_visit_at bigint, context text NOT NULL, words text NOT NULL, country text, seen_at bigint NOT NULL,
          gone_at bigint, PRIMARY KEY (account, visitor_id))`,
        // An unknown first visit comes last; NULL would come first in one engine and last in the other.
        `CREATE INDEX visitors_by_first_visit ON visitors (account, coalesce(first_visit_at, 0), visitor_id)
          WHERE gone_at IS NULL`,
        'CREATE INDEX visitors_gone ON visitors (account) WHERE gone_at IS NOT NULL',
      ],
      afterwards: [unread('visitors')],
    },
    visitor_profiles: {
      tables: ['visitor_profiles'],
      statements: [
        `CREATE TABLE visitor_profiles (account integer NOT NULL, visitor_id bigint NOT NULL, fetched_at bigint NOT NULL,
          profile text NOT NULL, PRIMARY KEY (account, visitor_id))`,
      ],
    },
    lists: {
      tables: ['covered_lists', 'page_sizes'],
      statements: [
        `CREATE TABLE covered_lists (account integer NOT NULL, list text NOT NULL, looked_at bigint NOT NULL,
          finished_at bigint NOT NULL, basis text NOT NULL, rejected integer NOT NULL, PRIMARY KEY (account, list))`,
        `CREATE TABLE page_sizes (account integer NOT NULL, list text NOT NULL, rows integer NOT NULL,
          PRIMARY KEY (account, list))`,
      ],
    },
    walks: {
      tables: ['unfinished_walks', 'walked_pages'],
      statements: [
        `CREATE TABLE unfinished_walks (account integer NOT NULL, walk text NOT NULL, from_day text, to_day text,
          agent_id bigint, margin integer, started_at bigint NOT NULL, next_page integer NOT NULL, page_size integer,
          pages integer, is_counted integer NOT NULL, PRIMARY KEY (account, walk))`,
        `CREATE TABLE walked_pages (account integer NOT NULL, walk text NOT NULL, step integer NOT NULL,
          reading integer NOT NULL, page integer NOT NULL, asked_at bigint NOT NULL, places text NOT NULL,
          rejected integer NOT NULL, ended text, PRIMARY KEY (account, walk, step))`,
      ],
    },
    calls: {
      tables: ['calls'],
      statements: [
        `CREATE TABLE calls (account integer NOT NULL, at bigint NOT NULL, node text NOT NULL, entry integer NOT NULL,
          caller text NOT NULL, kind text NOT NULL, name text NOT NULL, outcome text NOT NULL, error text,
          upstream_requests integer NOT NULL, millis integer NOT NULL, PRIMARY KEY (account, at, node, entry))`,
      ],
    },
    state: {
      tables: ['held_desks', 'revisions', 'notices', 'foldings', 'request_histories'],
      statements: [
        'CREATE TABLE held_desks (account integer PRIMARY KEY, desk text NOT NULL)',
        `CREATE TABLE revisions (account integer PRIMARY KEY, chats bigint NOT NULL, others bigint NOT NULL,
          looks bigint NOT NULL)`,
        `CREATE TABLE notices (account integer NOT NULL, notice bigint NOT NULL, kind text NOT NULL, ids text NOT NULL,
          PRIMARY KEY (account, notice))`,
        `CREATE TABLE foldings (account integer NOT NULL, made text NOT NULL, version integer NOT NULL, behind bigint,
          PRIMARY KEY (account, made))`,
        'CREATE TABLE request_histories (account integer PRIMARY KEY, history text NOT NULL)',
      ],
    },
  };
}

function wordIndex(engine: EngineName): readonly string[] {
  return engine === 'sqlite'
    ? [`CREATE VIRTUAL TABLE transcript_words USING fts5(words, content='', contentless_delete=1, tokenize='ascii')`]
    : [
        `CREATE TABLE transcript_words (account integer NOT NULL, chat_id bigint NOT NULL, words tsvector NOT NULL,
          PRIMARY KEY (account, chat_id))`,
        'CREATE INDEX transcript_words_by_word ON transcript_words USING gin (words)',
      ];
}

/**
 * The tables of what no service has. Each step brings them to the next number, from none to the first, and keeps every row: a released
 * step is never changed.
 */
const STEPS: readonly ((schema: string) => readonly string[])[] = [
  (schema) => [
    `CREATE TABLE IF NOT EXISTS ${schema}decision_steps (number integer PRIMARY KEY)`,
    `CREATE TABLE ${schema}accounts (account integer PRIMARY KEY, origin text NOT NULL, login text NOT NULL, crc bigint,
      UNIQUE (origin, login))`,
    `CREATE TABLE ${schema}account_keys (account integer NOT NULL, purpose text NOT NULL, hex text NOT NULL, crc bigint,
      PRIMARY KEY (account, purpose))`,
    `CREATE TABLE ${schema}erased_visitors (account integer NOT NULL, visitor_id bigint NOT NULL, erased_at bigint NOT NULL,
      finished_at bigint, crc bigint,
      PRIMARY KEY (account, visitor_id))`,
    `CREATE TABLE ${schema}audit (account integer NOT NULL, entry bigint NOT NULL, at bigint NOT NULL, action text NOT NULL,
      bot text, endpoint text, session_hmac text, bytes bigint, body_hmac text, agreed_by text, visitor_id bigint,
      removed text, outcome text NOT NULL, status integer, finished_at bigint, caller text, crc bigint,
      PRIMARY KEY (account, entry))`,
    `CREATE TABLE ${schema}triage (account integer NOT NULL, offline_message_id bigint NOT NULL, priority text NOT NULL,
      category text, note text, draft_reply text, decided_at bigint NOT NULL, caller text, crc bigint,
      PRIMARY KEY (account, offline_message_id))`,
    `CREATE TABLE ${schema}code_meanings (account integer NOT NULL, code text NOT NULL, value double precision NOT NULL,
      meaning text NOT NULL, agreed_by text NOT NULL, decided_at bigint NOT NULL, crc bigint, PRIMARY KEY (account, code, value))`,
    `CREATE TABLE ${schema}tokens (account integer NOT NULL, name text NOT NULL, hash text, scopes text NOT NULL, accounts text,
      own_chats text, created_at bigint NOT NULL, expires_at bigint, revoked_at bigint, last_used_at bigint, crc bigint,
      PRIMARY KEY (account, name))`,
    `CREATE TABLE ${schema}confirmations (account integer NOT NULL, confirmation text NOT NULL, waits_until bigint NOT NULL,
      reply text NOT NULL, replied_at bigint NOT NULL, acted_at bigint NOT NULL, is_withdrawn integer NOT NULL,
      has_left integer NOT NULL, has_ended integer NOT NULL, answer text, PRIMARY KEY (account, confirmation),
      UNIQUE (account, waits_until, confirmation))`,
    `CREATE TABLE ${schema}confirmation_seals (account integer PRIMARY KEY, salt text NOT NULL, forgotten_until bigint NOT NULL)`,
  ],
];

/** The number of steps that bring the decisions to this version. */
export const DECISIONS_NUMBER = STEPS.length;

/** The statements of the steps behind a number, up to another, for tables in a schema whose name ends in a dot, or in none. */
export function decisionSteps(schema: string, number = 0, upTo = STEPS.length): readonly string[] {
  return STEPS.slice(number, upTo).flatMap((step, index) => [
    ...step(schema),
    `INSERT INTO ${schema}decision_steps (number) VALUES (${number + index + 1})`,
  ]);
}
