import { joined, trusted, type ProgramText } from './text/trusted-text.ts';

/** The tables of what no service has: whatever else an archive holds is read again when it is lost. */
export const DECISION_TABLES = ['erased_visitors', 'account_keys', 'audit', 'triage'] as const;
export type DecisionTable = (typeof DECISION_TABLES)[number];

export type DecisionCounts = Readonly<Record<DecisionTable, number>>;

const NAMES: Readonly<Record<DecisionTable, ProgramText>> = {
  erased_visitors: trusted`erased visitors`,
  triage: trusted`decisions of triage`,
  audit: trusted`lines of the audit`,
  account_keys: trusted`keys of pseudonyms`,
};

/** How many there are of what was decided, in words. */
export function countWords(counts: DecisionCounts): ProgramText {
  return joined(
    DECISION_TABLES.map((table) => trusted`${counts[table]} ${NAMES[table]}`),
    ', ',
  );
}

/** Of what something may be missing, in words. */
export function doubtWords(doubtful: readonly DecisionTable[]): ProgramText {
  return joined(
    doubtful.map((table) => NAMES[table]),
    ', ',
  );
}
