import { sql } from 'kysely';
import type { AccountKey, Connection, NoticeKind } from '../schema/schema.ts';

/** Whoever has not heard of more than these is told that more has changed. */
const NOTICES_KEPT = 1000;
const TIDIED_EVERY = 100;

/** The ids of a notice: what has more of them is several. */
const MAX_IDS = 500;

/** What a transaction changes that clients may want to be told of, until it is written with the rest. */
export class ChangeNotes {
  readonly #ids = new Map<NoticeKind, Set<number | string>>();
  #isAny = false;
  #isBackupDue = false;

  /** Whether anything changed at all that answers rest on, or that was noted. */
  get isAny(): boolean {
    return this.#isAny || this.#ids.size > 0;
  }

  /** Notes that some records changed, or others came or went. */
  note(kind: NoticeKind, ids: Iterable<number | string>): void {
    for (const id of ids) this.#ids.set(kind, (this.#ids.get(kind) ?? new Set()).add(id));
  }

  /** Notes that something changed that is told as a whole. */
  noteAny(): void {
    this.#isAny = true;
  }

  /** Whether an older backup of the decisions would bring back what must not be. */
  get isBackupDue(): boolean {
    return this.#isBackupDue;
  }

  /** Notes that. */
  noteBackup(): void {
    this.#isBackupDue = true;
  }

  /** Writes what was noted, before the transaction is committed: numbered in the order of commits, since writers take turns. */
  async keep(connection: Connection, account: AccountKey): Promise<void> {
    if (this.#ids.size === 0) return;
    const latest = connection.selectFrom('notices').where('account', '=', account);
    const { number } = await latest.select(({ fn }) => fn.max('notice').as('number')).executeTakeFirstOrThrow();
    const parts = [...this.#ids].flatMap(([kind, ids]) => partsOf([...ids]).map((some) => ({ kind, ids: some })));
    const rows = parts.map(({ kind, ids }, index) => ({
      account,
      notice: (number ?? 0) + index + 1,
      kind,
      ids: JSON.stringify(ids),
    }));
    for (const row of rows) {
      await connection.insertInto('notices').values(row).execute();
      if (row.notice % TIDIED_EVERY === 0) {
        await sql`DELETE FROM notices WHERE account = ${account} AND notice <= ${row.notice - NOTICES_KEPT}`.execute(
          connection,
        );
      }
    }
  }
}

function partsOf<Id>(ids: readonly Id[]): Id[][] {
  const count = Math.ceil(ids.length / MAX_IDS);
  return Array.from({ length: count }, (_, index) => ids.slice(index * MAX_IDS, (index + 1) * MAX_IDS));
}
