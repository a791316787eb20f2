import type { Kysely } from 'kysely';
import type { UtcDay } from '../../model/time/day.ts';
import type { Basis } from '../../model/coverage.ts';
import type { AgentId, ChatId, OfflineMessageId, VisitorId } from '../../model/ids.ts';
import type { CallerId } from '../../model/caller.ts';
import type { AuditOutcome, Reply, TriagePriority } from '../../model/decided-here.ts';
import type { AgreedBy, CodeMeaning, CodeName } from '../../model/codes.ts';
import type { TokenName } from '../../model/access-token.ts';
import type { DeskText } from '../../model/text/trusted-text.ts';
import type { EpochMillis } from '../../model/time/units.ts';

/** The databases that an archive may lie in. */
export type EngineName = 'sqlite' | 'postgres';

declare const account: unique symbol;

/** The key of one desk (origin and login) in every table. */
export type AccountKey = number & { readonly [account]: true };

/** A database or a transaction on one. */
export type Connection = Kysely<Schema>;

/**
 * Every table has the account in front of its key. Codes are stored as upstream gave them; absent values are null. A
 * row that its list does not show any more has a `gone_at`: the record is kept, and only lists leave it out.
 */
export interface Schema {
  accounts: { account: AccountKey; origin: string; login: string };
  /** Whose records these are, by the `deskHash`: they may lie beside other decisions than their own. */
  held_desks: { account: AccountKey; desk: string };
  agents: AgentRow;
  chats: ChatRow;
  transcripts: TranscriptRow;
  messages: MessageRow;
  offline_messages: OfflineMessageRow;
  offline_threads: { account: AccountKey; offline_message_id: OfflineMessageId; fetched_at: EpochMillis };
  offline_replies: OfflineReplyRow;
  triage: TriageRow;
  visitors: VisitorRow;
  visitor_profiles: { account: AccountKey; visitor_id: VisitorId; fetched_at: EpochMillis; profile: string };
  /** The number of chats of a UTC day, and the sum of the CRC-32 of their rows (day-sums.ts). */
  day_sums: { account: AccountKey; day: UtcDay; chats: number; sum: number };
  covered_days: CoveredDayRow;
  covered_lists: CoveredListRow;
  unfinished_walks: UnfinishedWalkRow;
  walked_pages: WalkedPageRow;
  /** The column cache of a UTC day: its chats as columns in bytes (column-encoding.ts); none before they are stored. */
  packed_days: { account: AccountKey; day: UtcDay; packed: Uint8Array };
  /**
   * The numbers of listed chats that were requested on a UTC day, and of those whose transcript is at hand
   * (daily-totals.ts); null while they have yet to be counted. No day that has a chat is left out.
   */
  daily_totals: { account: AccountKey; day: UtcDay; chats: number | null; transcripts: number | null };
  /** The numbers of changes of what answers rest on (revision.ts); no row before the first change. */
  revisions: { account: AccountKey; chats: number; others: number; looks: number };
  /** The visitors whom nobody may bring back; `finished_at` once nothing of them is left, null before. */
  erased_visitors: {
    account: AccountKey;
    visitor_id: VisitorId;
    erased_at: EpochMillis;
    finished_at: EpochMillis | null;
  };
  /** The number of rows of a full page of a list. */
  page_sizes: { account: AccountKey; list: 'chats' | CoveredListRow['list']; rows: number };
  /** The lines of what was done that cannot be undone. */
  audit: AuditRow;
  /** The calls that were served over HTTP. */
  calls: CallRow;
  code_meanings: CodeMeaningRow;
  /** Random bytes of a desk's own; `hex` is a secret of the archive. */
  account_keys: { account: AccountKey; purpose: 'pseudonyms'; hex: string };
  /**
   * The version of the folding by which searched words were made (refolding.ts). While they are made anew, `behind` is
   * the last id that is done; null when all are.
   */
  foldings: { account: AccountKey; made: 'transcripts' | 'visitors'; version: number; behind: number | null };
  tokens: TokenRow;
  confirmations: ConfirmationRow;
  /** What the seals of open questions are made of, besides the account's key; and until when closed ones are forgotten. */
  confirmation_seals: { account: AccountKey; salt: string; forgotten_until: EpochMillis };
  /** The latest changes that clients may want to be told of, numbered from 1: the ids of what changed, as JSON. */
  notices: { account: AccountKey; notice: number; kind: NoticeKind; ids: string };
  /** RequestHistory as JSON: what the account was asked lately, and how much of it the service took. */
  request_histories: { account: AccountKey; history: string };
}

/** The kinds of records whose changes clients are told of one by one. */
export type NoticeKind = 'offline_messages';

/** The first reply to a question that was put to a person, and what came of it. */
export interface ConfirmationRow {
  account: AccountKey;
  confirmation: string;
  waits_until: EpochMillis;
  reply: Reply;
  replied_at: EpochMillis;
  /** The latest moment, in milliseconds that all processes count alike, at which the call that brought it was under way. */
  acted_at: number;
  /** Whether a no has followed: 1 or 0. */
  is_withdrawn: number;
  /** Whether what it allowed has left, or is about to: 1 or 0. */
  has_left: number;
  /** Whether the call that brought it has ended: 1 or 0. */
  has_ended: number;
  /** The result of that call as JSON; null before it has ended, and where it was given up. */
  answer: string | null;
}

/** A line of the audit: a call of a chatbot's webhook, one erasure, one archive that was begun anew after damage, what a code means, or a token that was made or revoked (audit.ts). */
export interface AuditRow {
  account: AccountKey;
  /** Counted from 1; no number is given twice. */
  entry: number;
  at: EpochMillis;
  action: 'webhook' | 'erase' | 'recover' | 'code' | 'token';
  bot: string | null;
  endpoint: string | null;
  /** HMAC-SHA256 of the session's id, and of the body that was sent, with the key of the account. */
  session_hmac: string | null;
  body_hmac: string | null;
  /** The length of the body that was sent. */
  bytes: number | null;
  /** Whether the host was to ask its person, and accepted (earlier versions: `person`), or somebody typed it; null where nobody was asked. */
  agreed_by: 'host' | 'person' | 'terminal' | null;
  visitor_id: VisitorId | null;
  /** JSON: the Traces that an erasure removed, the Recovery after damage, the meanings of values of a code, or what a token opens. */
  removed: string | null;
  outcome: AuditOutcome;
  /** HTTP status. */
  status: number | null;
  /** The moment when the outcome was known; null while it is under way, and for good when that was cut off. */
  finished_at: EpochMillis | null;
  /** Who asked for it; null where a person did at the terminal, and before anybody was told apart. */
  caller: string | null;
}

/** A call that was served over HTTP (calls.ts). */
export interface CallRow {
  account: AccountKey;
  at: EpochMillis;
  /** Names a process for as long as it runs; with `entry`, counted from 1, a call of it. */
  node: string;
  entry: number;
  caller: CallerId;
  kind: 'tool' | 'resource' | 'prompt';
  name: string;
  outcome: 'ok' | 'error' | 'refused' | 'cancelled' | 'asked';
  /** The class of what went wrong. */
  error: string | null;
  upstream_requests: number;
  millis: number;
}

/** A static token of a caller over HTTP (tokens.ts). */
export interface TokenRow {
  account: AccountKey;
  name: TokenName;
  /** SHA-256 of the token, in hexadecimal digits; null once it is revoked. */
  hash: string | null;
  /** The names of its scopes as JSON. */
  scopes: string;
  /** The names of the accounts that it opens, as JSON; null for all. */
  accounts: string | null;
  own_chats: DeskText | null;
  created_at: EpochMillis;
  /** Null where it never expires. */
  expires_at: EpochMillis | null;
  /** Null while it counts. A revoked one stays, so that no older copy of it counts again. */
  revoked_at: EpochMillis | null;
  last_used_at: EpochMillis | null;
}

export interface AgentRow {
  account: AccountKey;
  agent_id: AgentId;
  first_name: DeskText | null;
  last_name: DeskText | null;
  email: DeskText | null;
  phone: DeskText | null;
  role: DeskText | null;
  status: DeskText | null;
  last_login_at: EpochMillis | null;
  concurrent_chat_limit: number | null;
  create_time: DeskText | null;
  designation: DeskText | null;
  additional_info: DeskText | null;
  enabled_code: number | null;
  seen_at: EpochMillis;
  gone_at: EpochMillis | null;
}

export interface ChatRow {
  account: AccountKey;
  chat_id: ChatId;
  requested_at: EpochMillis;
  started_at: EpochMillis | null;
  ended_at: EpochMillis | null;
  missed_code: number | null;
  started_by_code: number | null;
  transferred_code: number | null;
  ended_by_code: number | null;
  rating_code: number | null;
  visitor_id: VisitorId | null;
  visitor_name: string | null;
  visitor_email: string | null;
  visitor_phone: string | null;
  agent_id: AgentId | null;
  agent_first_name: DeskText | null;
  agent_last_name: DeskText | null;
  agent_email: DeskText | null;
  seen_at: EpochMillis;
  gone_at: EpochMillis | null;
}

interface TranscriptRow {
  account: AccountKey;
  chat_id: ChatId;
  fetched_at: EpochMillis;
  first_visit_at: EpochMillis | null;
  /** VisitorContext as JSON. */
  context: string;
  /** The places of the context, folded. */
  country: string | null;
  city: string | null;
  /** The authors and times of the messages (authored.ts); null before they are derived. */
  authored: string | null;
}

export interface MessageRow {
  account: AccountKey;
  chat_id: ChatId;
  position: number;
  author_name: string | null;
  text: string;
  at: EpochMillis | null;
  user_type_code: number | null;
  message_type: string | null;
}

export interface OfflineMessageRow {
  account: AccountKey;
  offline_message_id: OfflineMessageId;
  visitor_id: VisitorId | null;
  visitor_name: string | null;
  visitor_email: string | null;
  visitor_phone: string | null;
  subject: string | null;
  text: string | null;
  received_at: EpochMillis;
  unread_code: number | null;
  reply_count: number | null;
  seen_at: EpochMillis;
  gone_at: EpochMillis | null;
}

export interface OfflineReplyRow {
  account: AccountKey;
  offline_message_id: OfflineMessageId;
  position: number;
  text: string;
  replied_at: EpochMillis | null;
  agent_id: AgentId | null;
  agent_first_name: DeskText | null;
  agent_last_name: DeskText | null;
  agent_email: DeskText | null;
}

/** A decision about an offline message. The service knows nothing of it. */
export interface TriageRow {
  account: AccountKey;
  offline_message_id: OfflineMessageId;
  priority: TriagePriority;
  category: string | null;
  note: string | null;
  draft_reply: string | null;
  decided_at: EpochMillis;
  /** Who decided; null where nobody was told apart. */
  caller: string | null;
}

/** The meaning of a value of a code, as a person said. The service tells it nowhere. */
interface CodeMeaningRow {
  account: AccountKey;
  code: CodeName;
  value: number;
  /** One of those that the code can have. */
  meaning: CodeMeaning<CodeName>;
  agreed_by: AgreedBy;
  decided_at: EpochMillis;
}

export interface VisitorRow {
  account: AccountKey;
  visitor_id: VisitorId;
  name: string | null;
  email: string | null;
  phone: string | null;
  first_visit_at: EpochMillis | null;
  /** VisitorContext as JSON. */
  context: string;
  /** The words by which the visitor is searched (visitor-search-columns.ts). */
  words: string;
  /** The country of the context, folded. */
  country: string | null;
  seen_at: EpochMillis;
  gone_at: EpochMillis | null;
}

/** A UTC day of chats that was walked to an end: of all agents (`agent_id` 0), or of one. */
export interface CoveredDayRow {
  account: AccountKey;
  day: UtcDay;
  agent_id: AgentId | 0;
  looked_at: EpochMillis;
  basis: Basis;
  /** Chats of the day that had not ended when it was looked at. */
  open_chats: number;
  /** Chats of the day that were listed before, and were not any more. */
  vanished_chats: number;
  rejected: number;
}

/** A list without a date filter that was walked to an end. */
export interface CoveredListRow {
  account: AccountKey;
  list: 'agents' | 'offline_messages' | 'visitors';
  looked_at: EpochMillis;
  /** The end of the walk that began at `looked_at`. */
  finished_at: EpochMillis;
  basis: Basis;
  rejected: number;
}

/** The state of a walk that has not ended: written with each page, so that it goes on there after any interruption. */
interface UnfinishedWalkRow {
  account: AccountKey;
  walk: string;
  /** The days, the agent (0 for all) and the margin in days of a walk of chats. */
  from_day: UtcDay | null;
  to_day: UtcDay | null;
  agent_id: AgentId | 0 | null;
  margin: number | null;
  started_at: EpochMillis;
  /** The number of pages that it has looked at, plus one. */
  next_page: number;
  /** The numbers of rows of a page and of pages that were assumed when it began. */
  page_size: number | null;
  pages: number | null;
  /** Whether those pages had been counted: 1 or 0. */
  is_counted: number;
}

/** A page that an unfinished walk looked at, in the order of its looks. */
interface WalkedPageRow {
  account: AccountKey;
  walk: string;
  step: number;
  /** The reading of the list that it belongs to, from 0. */
  reading: number;
  page: number;
  asked_at: EpochMillis;
  /** For each row its id and, where that is known, when it came into the list: pairs as JSON. */
  places: string;
  rejected: number;
  /** Why the list ended there, where it did. */
  ended: string | null;
}
