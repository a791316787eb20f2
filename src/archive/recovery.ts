import { z } from 'zod';
import { DECISION_TABLES, type DecisionCounts, type DecisionTable } from './decisions.ts';

/** What a new archive got of what was decided in a damaged one. */
export interface Recovery {
  readonly carried: DecisionCounts;
  /** Of which something may be missing. */
  readonly doubtful: readonly DecisionTable[];
  /** How many lines of the second copy could not be read. */
  readonly unreadable: number;
}

const count = z.number().int().nonnegative();

/** As it is written into the audit. */
export const Recovery = z.object({
  carried: z.object({ erased_visitors: count, account_keys: count, audit: count, triage: count }),
  doubtful: z.array(z.enum(DECISION_TABLES)),
  unreadable: count,
}) satisfies z.ZodType<Recovery>;
