import { z } from 'zod';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { DECISION_TABLES, type DecisionCounts, type DecisionTable } from '../../model/decided-here.ts';
import { statement } from '../tables/statement.ts';
import type { Tables } from '../tables/tables.ts';

/** The decisions with which an archive went on after damage. */
export interface Recovery {
  readonly carried: DecisionCounts;
  /** The tables of which something may be missing. */
  readonly doubtful: readonly DecisionTable[];
}

/** Such a carrying over, and when it happened. */
export interface DatedRecovery extends Recovery {
  readonly at: EpochMillis;
}

/** The `deskHash` of an archive that is to begin anew, and whether a person agreed to that whatever is lost. */
export interface Wanted {
  readonly desk: string | undefined;
  readonly agreed: boolean;
  readonly now: EpochMillis;
}

/** The outcome for a file that could not be used. */
export interface SetAside {
  /** The damaged archive, one that an older version made, or the decisions. */
  readonly what: 'archive' | 'older' | 'decisions';
  /** The path of what was set aside; absent where nothing was left of it. */
  readonly path?: string;
  readonly recovery: Recovery;
}

const count = z.number().int().nonnegative();

/** As it is written into the audit. */
export const Recovery = z.object({
  carried: z.object({
    erased_visitors: count,
    account_keys: count,
    audit: count,
    triage: count,
    code_meanings: count.default(0),
    tokens: count.default(0),
  }),
  doubtful: z.array(z.enum(DECISION_TABLES)),
}) satisfies z.ZodType<Recovery>;

const RECOVERIES = statement((tables) =>
  tables.audit().where('action', '=', 'recover').orderBy('entry').select(['at', 'removed']),
);

/** Every one that the audit still tells of, oldest first. Throws ArchiveUnusable. */
export async function recoveriesIn(tables: Tables): Promise<DatedRecovery[]> {
  const rows = await RECOVERIES(tables, {});
  return rows.flatMap(({ at, removed }) => {
    const recovery = Recovery.safeParse(JSON.parse(removed ?? 'null')).data;
    return recovery === undefined ? [] : [{ ...recovery, at: epochMillis(at) }];
  });
}
