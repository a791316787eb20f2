import { z } from 'zod';
import { type DecisionCounts, type DecisionTable, TRIAGE_PRIORITIES } from '../../model/decided-here.ts';
import { TokenName } from '../../model/access-token.ts';
import { OfflineMessageId, VisitorId } from '../../model/ids.ts';
import { DeskText } from '../../model/text/trusted-text.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Schema } from '../schema/schema.ts';
import { KEYS, type Key } from '../schema/table-keys.ts';
import { AGREED_BY, ALL_MEANINGS, CODE_NAMES } from '../../model/codes.ts';

// Whatever else an archive holds is read again when it is lost. What was decided here is nowhere else.

type Row<Table extends DecisionTable> = Omit<Schema[Table], 'account'>;

const Moment = z.custom<EpochMillis>((value) => Number.isSafeInteger(value), 'a moment');
const text = z.string().nullable();
const number = z.number().nullable();

const ErasedVisitor = z.object({
  visitor_id: VisitorId,
  erased_at: Moment,
}) satisfies z.ZodType<Row<'erased_visitors'>>;

const AccountKeyRow = z.object({
  purpose: z.literal('pseudonyms'),
  hex: z.string().regex(/^[0-9a-f]{64}$/),
}) satisfies z.ZodType<Row<'account_keys'>>;

const AuditEntry = z.object({
  entry: z.number().int().positive(),
  at: Moment,
  action: z.enum(['webhook', 'erase', 'recover', 'code', 'token']),
  bot: text,
  endpoint: text,
  session_hmac: text,
  body_hmac: text,
  bytes: number,
  agreed_by: z.enum(['host', 'person', 'terminal']).nullable(),
  visitor_id: VisitorId.nullable(),
  removed: text,
  outcome: z.enum([
    'unknown',
    'accepted',
    'refused',
    'not_sent',
    'declined',
    'erased',
    'recovered',
    'lost',
    'recorded',
    'taken_back',
    'created',
    'revoked',
  ]),
  status: number,
  finished_at: Moment.nullable(),
  // Lines of earlier versions have none, and those versions leave it out.
  caller: text.default(null),
}) satisfies z.ZodType<Row<'audit'>>;

const Triaged = z.object({
  offline_message_id: OfflineMessageId,
  priority: z.enum(TRIAGE_PRIORITIES),
  category: text,
  note: text,
  draft_reply: text,
  decided_at: Moment,
  caller: text.default(null),
}) satisfies z.ZodType<Row<'triage'>>;

const CodeMeaningSaid = z.object({
  code: z.enum(CODE_NAMES),
  value: z.number(),
  meaning: z.enum(ALL_MEANINGS),
  agreed_by: z.enum(AGREED_BY),
  decided_at: Moment,
}) satisfies z.ZodType<Row<'code_meanings'>>;

/** When it was used last is no decision, and would be a line each time. */
const Token = z.object({
  name: TokenName,
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  scopes: z.string(),
  accounts: text,
  own_chats: DeskText.nullable(),
  created_at: Moment,
  expires_at: Moment.nullable(),
  revoked_at: Moment.nullable(),
}) satisfies z.ZodType<Omit<Row<'tokens'>, 'last_used_at'>>;

/** A row of one of those tables, without the account: the copy of a file belongs to one desk. */
export const Decision = z.discriminatedUnion('table', [
  z.object({ table: z.literal('erased_visitors'), row: ErasedVisitor }),
  z.object({ table: z.literal('account_keys'), row: AccountKeyRow }),
  z.object({ table: z.literal('audit'), row: AuditEntry }),
  z.object({ table: z.literal('triage'), row: Triaged }),
  z.object({ table: z.literal('code_meanings'), row: CodeMeaningSaid }),
  z.object({ table: z.literal('tokens'), row: Token }),
]);
export type Decision = z.infer<typeof Decision>;

/** Decisions by what tells them apart. */
export type Decisions = ReadonlyMap<string, Decision>;

/** Returns the key of a decision among all others. */
export function decisionKey(table: DecisionTable, key: Key): string {
  return `${table} ${key.join(' ')}`;
}

function keyOf({ table, row }: Decision): string {
  const values = new Map<string, unknown>(Object.entries(row));
  return `${table} ${KEYS[table].map((column) => String(values.get(column))).join(' ')}`;
}

/** Returns the last of each decision, by its key. */
export function latestOf(decisions: Iterable<Decision>): Map<string, Decision> {
  return new Map([...decisions].map((decision) => [keyOf(decision), decision]));
}

/**
 * Merges two copies. Where they differ, `second` is right, whose lines carry their own checks, unless the first was
 * decided later: by a version of this program that wrote no second copy.
 */
export function mergeDecisions(first: Decisions, second: Decisions): Map<string, Decision> {
  const all = new Map(first);
  for (const [key, decision] of second) {
    const other = first.get(key);
    if (other === undefined || momentOf(other) <= momentOf(decision)) all.set(key, decision);
  }
  return all;
}

function momentOf({ table, row }: Decision): number {
  switch (table) {
    case 'triage':
    case 'code_meanings':
      return row.decided_at;
    case 'audit':
      return Math.max(row.at, row.finished_at ?? 0);
    case 'tokens':
      return Math.max(row.created_at, row.revoked_at ?? 0);
    case 'erased_visitors':
    case 'account_keys':
      return 0;
  }
}

/** Whether a copy holds a decision as it is. */
export function holds(decisions: Decisions, key: string, decision: Decision): boolean {
  const other = decisions.get(key);
  return other !== undefined && lineOf(other) === lineOf(decision);
}

/** A decision in the one form that it is written in. */
export function lineOf(decision: Decision): string {
  return JSON.stringify(Decision.parse(decision));
}

/** Counts decisions of each kind. */
export function countsOf(decisions: Iterable<Decision>): DecisionCounts {
  const counts = { erased_visitors: 0, account_keys: 0, audit: 0, triage: 0, code_meanings: 0, tokens: 0 };
  for (const { table } of decisions) counts[table] += 1;
  return counts;
}

/** The content of the second copy of decisions, as far as it can be read. */
export interface KeptDecisions {
  /** `whole` when every line is as it was written, and none is missing. */
  readonly state: 'whole' | 'broken' | 'missing';
  readonly decisions: Decisions;
  /** The number of lines that cannot be read. That an end is cut off shows in the state alone. */
  readonly unreadable: number;
  /** Whether nothing in it is out of date, or was cut off while it was written. */
  readonly isTidy: boolean;
}

/** The second copy of what was decided at a desk. It is written while the archive is locked for a transaction. */
export interface DecisionCopy {
  /** Throws ArchiveUnusable when it cannot be read at all, or is of another desk. */
  read(): KeptDecisions;
  /** Adds some. Returns whether it did: only to a copy whose end is as it was written. Throws ArchiveUnusable. */
  append(decisions: readonly Decision[]): boolean;
  /** Takes the place of what was there: as a whole or not at all. Throws ArchiveUnusable. */
  rewrite(decisions: Iterable<Decision>): void;
}
