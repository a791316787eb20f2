import { DECISION_TABLES, type DecisionTable } from '../../model/decided-here.ts';
import type { Schema } from '../schema/schema.ts';

/** The records that something may be decided about. */
export const ABOUT = ['chats', 'offline_messages'] as const;
export type AboutKind = (typeof ABOUT)[number];

/** A kind of decision. */
interface Kind<Table extends DecisionTable> {
  /** The column with the moment at which it was decided. */
  readonly at?: keyof Schema[Table] & string;
  /** The records that it is about, whose id it has: it goes with them. */
  readonly about?: AboutKind;
  /** Whether an older backup would bring back what must not be: it is written anew with each of these. */
  readonly isBackedUpAtOnce?: true;
}

/**
 * What copying, erasing, retention and backups need to know of each kind. A new one is a name with its words in `model/decided-here.ts`,
 * a step in `schema/definition.ts`, its row and key in `schema/`, and a line here: the compiler asks for each.
 */
export const KINDS = {
  erased_visitors: { at: 'erased_at', isBackedUpAtOnce: true },
  account_keys: { isBackedUpAtOnce: true },
  audit: { at: 'at' },
  triage: { at: 'decided_at', about: 'offline_messages' },
  code_meanings: { at: 'decided_at' },
  tokens: { at: 'created_at', isBackedUpAtOnce: true },
} as const satisfies { readonly [Table in DecisionTable]: Kind<Table> };

/** Returns the tables that tell when something was decided, with the column that does. */
export function timedDecisions() {
  return DECISION_TABLES.flatMap((table) => {
    const kind = KINDS[table];
    return 'at' in kind ? [[table, kind.at] as const] : [];
  });
}

const BACKED_UP_AT_ONCE: ReadonlySet<string> = new Set(
  Object.entries(KINDS).flatMap(([table, kind]) => ('isBackedUpAtOnce' in kind ? table : [])),
);

/** Whether a change of a table has to be in the backup at once. */
export function isBackedUpAtOnce(table: string): boolean {
  return BACKED_UP_AT_ONCE.has(table);
}

/** A table of decisions about records: its columns with their ids, and with when it was decided. */
interface DecisionsAbout {
  readonly table: DecisionTable;
  readonly column: 'chat_id' | 'offline_message_id';
  readonly at: string;
}

/** Returns the tables of what is decided about a kind of records. */
export function decisionsAbout(records: AboutKind): readonly DecisionsAbout[] {
  const column = records === 'chats' ? 'chat_id' : 'offline_message_id';
  return DECISION_TABLES.flatMap((table) => {
    const kind = KINDS[table];
    return 'about' in kind && kind.about === records ? [{ table, column, at: kind.at }] : [];
  });
}
