import { DECISION_TABLES, type DecisionTable } from '../../model/decided-here.ts';
import { Decision, decisionKey, latestOf, mergeDecisions, type DecisionCopy, type Decisions } from './decisions.ts';
import type { Schema } from '../schema/schema.ts';
import type { Key } from '../schema/table-keys.ts';

/** A reader of the rows of those tables. */
interface DecisionReader {
  rowsInOrder<Table extends DecisionTable>(table: Table, range: object): Promise<Schema[Table][]>;
}

/** The decisions that a transaction makes and takes back, until their second copy is written. */
export class DecisionChanges {
  readonly #written: Decision[] = [];
  readonly #removed = new Set<string>();
  #isAll = false;

  write(table: string, rows: readonly object[]): void {
    if (!isDecisionTable(table)) return;
    for (const row of rows) this.#written.push(Decision.parse({ table, row }));
  }

  remove(table: string, keys: readonly Key[]): void {
    if (!isDecisionTable(table)) return;
    for (const key of keys) this.#removed.add(decisionKey(table, key));
  }

  /** Has all of the copy written anew. */
  writeAll(): void {
    this.#isAll = true;
  }

  /**
   * Writes the second copy, before the transaction is committed. What a process that is killed between the two leaves there is
   * kept when the archive is opened again: somebody did decide it. What it leaves removed there is added again.
   */
  async keep(copy: DecisionCopy, tables: DecisionReader): Promise<void> {
    if (!this.#isAll && this.#written.length === 0 && this.#removed.size === 0) return;
    if (!this.#isAll && this.#removed.size === 0 && copy.append(this.#written)) return;
    const kept = copy.read();
    const isTouched = [...this.#removed].some((key) => kept.decisions.has(key));
    if (!this.#isAll && !isTouched && (this.#written.length === 0 || copy.append(this.#written))) return;
    const left = [...kept.decisions].filter(([key]) => !this.#removed.has(key));
    copy.rewrite(mergeDecisions(new Map(left), await decisionsIn(tables)).values());
  }
}

function isDecisionTable(table: string): table is DecisionTable {
  return DECISION_TABLES.some((one) => one === table);
}

/** Every decision in an archive that is in the form in which it was written. */
export async function decisionsIn(tables: DecisionReader): Promise<Decisions> {
  const decisions: Decision[] = [];
  for (const table of DECISION_TABLES) {
    for (const row of await tables.rowsInOrder(table, {})) {
      const decision = Decision.safeParse({ table, row });
      if (decision.success) decisions.push(decision.data);
    }
  }
  return latestOf(decisions);
}
