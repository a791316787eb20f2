import { decisionsIn } from '../decisions/decision-changes.ts';
import { type DecisionCounts } from '../../model/decided-here.ts';
import {
  countsOf,
  holds,
  mergeDecisions,
  type Decision,
  type DecisionCopy,
  type Decisions,
  type KeptDecisions,
} from '../decisions/decisions.ts';
import { forgetEverythingOf } from './erasure.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';

/** The result of comparing an archive with its second copy. */
export interface Comparison {
  /** The state of the second copy before. */
  readonly copy: Pick<KeptDecisions, 'state' | 'unreadable'>;
  /** The numbers of decisions that the archive had lost. */
  readonly counts: DecisionCounts;
  /** Whether records of erased visitors had come back, and were removed again. */
  readonly isErasedAnew: boolean;
}

/**
 * Makes an archive and its second copy hold the same: what either has and the other has not. What an archive holds of a
 * visitor whose erasure it had lost is removed again. Throws ArchiveUnusable.
 */
export async function compareDecisions(account: AccountTables, copy: DecisionCopy): Promise<Comparison> {
  const kept = copy.read();
  const same: Comparison = { copy: kept, counts: countsOf([]), isErasedAnew: false };
  // Nearly always they are the same, and nobody has to wait for a writer.
  if (kept.isTidy && isSame(await decisionsIn(account), kept.decisions)) return same;
  return account.transaction(async (tables) => {
    const held = await decisionsIn(tables);
    const { decisions } = copy.read();
    const returned = [...mergeDecisions(held, decisions)].flatMap(([key, decision]) =>
      holds(held, key, decision) ? [] : [decision],
    );
    let isErasedAnew = false;
    for (const decision of returned) {
      await write(tables, decision);
      if (decision.table !== 'erased_visitors') continue;
      const { chats, offlineMessages, records } = await forgetEverythingOf(tables, decision.row.visitor_id);
      isErasedAnew ||= chats + offlineMessages + records > 0;
    }
    tables.writeAllDecisions();
    return { copy: kept, counts: countsOf(returned), isErasedAnew };
  });
}

function isSame(one: Decisions, other: Decisions): boolean {
  return one.size === other.size && [...one].every(([key, decision]) => holds(other, key, decision));
}

async function write(tables: Tables, decision: Decision): Promise<void> {
  const { account } = tables;
  switch (decision.table) {
    case 'erased_visitors':
      return tables.upsert('erased_visitors', [{ account, ...decision.row }]);
    case 'account_keys':
      return tables.upsert('account_keys', [{ account, ...decision.row }]);
    case 'audit':
      return tables.upsert('audit', [{ account, ...decision.row }]);
    case 'triage':
      return tables.upsert('triage', [{ account, ...decision.row }]);
    case 'code_meanings':
      return tables.upsert('code_meanings', [{ account, ...decision.row }]);
    case 'tokens':
      return tables.upsert('tokens', [{ account, ...decision.row, last_used_at: null }]);
  }
}
