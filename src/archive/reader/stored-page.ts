import type { Basis } from '../../model/coverage.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';
import { keepPageSize } from './page-sizes.ts';
import type { WalkResult } from './walk/walk.ts';
import { beginWalk, logLook } from './walk-log.ts';
import type { Turn, WalkRun } from './walk-run.ts';

/** The records of listed rows that have to say that these are gone, before an empty list is believed. */
const RECORDS_OF_EMPTIED = 3;

/** The end of a walk: what it says, and which rows its list does not show any more. */
interface End {
  readonly lookedAt: EpochMillis;
  readonly basis: Basis;
  readonly rejected: number;
  readonly gone: readonly number[];
  /** Some of these, where the list shows nothing at all of what it had. */
  readonly doubted: readonly number[];
}

/** Stores a page of a walk that goes on, together with its look. */
export async function storeLook(tables: Tables, run: WalkRun, { entry, look, page }: Turn): Promise<void> {
  const { key } = run.list;
  await page.store(tables, epochMillis(look.at));
  if (entry === 0) await beginWalk(tables, { key, startedAt: run.startedAt, hints: run.hints });
  await logLook(tables, key, entry, look);
}

/** Returns what the end of a walk says. */
export async function endOf(tables: AccountTables, run: WalkRun, result: WalkResult): Promise<End> {
  const { basis, rejected } = result;
  const lookedAt = epochMillis(result.lookedAt);
  const end = { lookedAt, basis, rejected, gone: [], doubted: [] };
  // Of a row that cannot be read nobody knows which one it is.
  if ((basis !== 'proven' && basis !== 'assumed') || rejected > 0) return end;
  // Clocks may be set, and others with another clock may have stored a row: what was met is there.
  const met = run.metSince(lookedAt);
  const gone = (await run.list.unseenSince(tables, lookedAt)).filter((id) => !met.has(id));
  return { ...end, gone, doubted: met.size === 0 ? gone.slice(0, RECORDS_OF_EMPTIED) : [] };
}

/** Whether a walk has to show a row whose record was asked for at a moment and kept. */
export async function isListed(
  tables: AccountTables,
  { list }: WalkRun,
  id: number,
  askedAt: EpochMillis,
): Promise<boolean> {
  return (await list.unseenSince(tables, epochMillis(askedAt + 1))).includes(id);
}

/** Stores the last page of a walk, and what its end says. */
export async function storeEnd(
  tables: Tables,
  { list, hints }: WalkRun,
  { look, page, result }: Turn,
  { gone, lookedAt, basis, rejected, finishedAt }: End & { readonly finishedAt: EpochMillis },
): Promise<void> {
  await page.store(tables, epochMillis(look.at));
  await tables.forgetWalk(list.key);
  const pageSize = result?.pageSize;
  if (pageSize !== undefined && pageSize !== hints.pageSize) await keepPageSize(tables, list.list, pageSize);
  if (gone.length > 0) await tables.markGone(list.list, gone, lookedAt);
  await list.cover(tables, { lookedAt, finishedAt, basis, rejected });
}
