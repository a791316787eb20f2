import { joined, trusted, type ProgramText } from './text/trusted-text.ts';
import type { Foreign } from './foreign.ts';
import type { OfflineMessageId } from './ids.ts';
import type { EpochMillis } from './time/units.ts';

/** The priorities of offline messages, most urgent first. */
export const TRIAGE_PRIORITIES = ['urgent', 'soon', 'can_wait'] as const;
export type TriagePriority = (typeof TRIAGE_PRIORITIES)[number];

/** A person's reply, as the host reports it: yes, no, or nothing, by closing the question. */
export type Reply = 'accepted' | 'declined' | 'dismissed';

/** A decision of somebody about an offline message. It is kept here alone: nothing of it reaches the service. */
export interface TriageDecision {
  readonly offlineMessageId: OfflineMessageId;
  readonly priority: TriagePriority;
  readonly category?: Foreign | undefined;
  readonly note?: Foreign | undefined;
  readonly draftReply?: Foreign | undefined;
}

/** A decision that was recorded. */
export interface RecordedDecision extends TriageDecision {
  readonly decidedAt: EpochMillis;
}

/** The tables of what no service has: whatever else an archive holds is read again when it is lost. */
export const DECISION_TABLES = [
  'erased_visitors',
  'account_keys',
  'audit',
  'triage',
  'code_meanings',
  'tokens',
] as const;
export type DecisionTable = (typeof DECISION_TABLES)[number];

export type DecisionCounts = Readonly<Record<DecisionTable, number>>;

const NAMES: Readonly<Record<DecisionTable, ProgramText>> = {
  erased_visitors: trusted`erased visitors`,
  triage: trusted`decisions of triage`,
  audit: trusted`lines of the audit`,
  account_keys: trusted`keys of pseudonyms`,
  code_meanings: trusted`meanings of codes`,
  tokens: trusted`tokens of callers`,
};

/** Returns in words how much was decided of each kind. */
export function countWords(counts: DecisionCounts): ProgramText {
  return joined(
    DECISION_TABLES.map((table) => trusted`${counts[table]} ${NAMES[table]}`),
    ', ',
  );
}

/** Returns in words what may miss something. */
export function doubtWords(doubtful: readonly DecisionTable[]): ProgramText {
  return joined(
    doubtful.map((table) => NAMES[table]),
    ', ',
  );
}

/**
 * The outcome of something that cannot be undone. `unknown` from before a request leaves until its answer is here, and for good
 * where none came; `not_sent` when the request provably did not leave, `declined` when it did not because the host said no, or
 * took its yes back. `recovered` when all that was decided was carried over from a damaged archive, `lost` when some may be
 * missing. `recorded` and `taken_back` are of what a code means, `created` and `revoked` of a token.
 */
export type AuditOutcome =
  | 'unknown'
  | 'accepted'
  | 'refused'
  | 'not_sent'
  | 'declined'
  | 'erased'
  | 'recovered'
  | 'lost'
  | 'recorded'
  | 'taken_back'
  | 'created'
  | 'revoked';
