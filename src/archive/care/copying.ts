import { createHash } from 'node:crypto';
import { DECISION_TABLES } from '../../model/decided-here.ts';
import { ArchiveUnusable } from '../../model/errors.ts';
import { timedDecisions } from '../decisions/kinds.ts';
import type { Schema } from '../schema/schema.ts';
import { indexMessages } from '../search/refolding.ts';
import type { AccountTables } from '../tables/tables.ts';
import { isoText, ProgramText, trusted } from '../../model/text/trusted-text.ts';
import { type Key, type KeyedTable, keyOf } from '../schema/table-keys.ts';

/** The rows that are read, compared and written together. */
const BATCH_SIZE = 1000;

/**
 * The tables that are copied, in this order: what was decided first, erased visitors above all, the version of the folding before what is
 * folded, messages before the transcripts with which they are indexed, and coverage last, so that a copy that stops
 * halfway claims nothing. The index of words, the column cache and the totals of days are derived anew; the requests
 * made lately and the revision are each archive's own.
 */
const COPIED = [
  ...DECISION_TABLES,
  'calls',
  'foldings',
  'agents',
  'visitors',
  'visitor_profiles',
  'offline_messages',
  'offline_threads',
  'offline_replies',
  'chats',
  'messages',
  'transcripts',
  'page_sizes',
  'covered_lists',
  'covered_days',
] as const satisfies readonly KeyedTable[];

/** The number of rows of a table, and a checksum of their contents, which is the same in every engine. */
export interface TableSum {
  readonly table: (typeof COPIED)[number];
  readonly rows: number;
  readonly checksum: string;
}

/** Tells a person who waits how far a table has come. */
export type CopyProgress = (table: TableSum['table'], done: number, total: number) => void;

/**
 * Makes the archive `to` hold of a desk what `from` holds. Rows that are there already are only compared, so that a copy
 * that was stopped goes on where it was. Nothing is written to `from`. Returns the sums of both, which are equal. Throws
 * ArchiveUnusable when `to` has what `from` has not, or when somebody has changed one of the two meanwhile.
 */
export async function copyDesk(
  from: AccountTables,
  to: AccountTables,
  progress: CopyProgress,
): Promise<readonly TableSum[]> {
  await refuseToLose(from, to);
  await to.transaction((tables) => tables.uncoverEverything());
  for (const table of COPIED) await copyTable(table, from, to, progress);
  const sums: TableSum[] = [];
  for (const table of COPIED) {
    const [before, after] = [await sumOf(table, from), await sumOf(table, to)];
    if (before.rows !== after.rows || before.checksum !== after.checksum) {
      throw new ArchiveUnusable(
        trusted`After the copy the two differ in ${words(table)}: ${before.rows} rows there, ${after.rows} here.`,
        'A server or a sync may have written to one of them meanwhile. End those, then do the same again: it compares, and copies the difference.',
      );
    }
    sums.push(before);
  }
  return sums;
}

/** Throws ArchiveUnusable when the copy would take something away that only `to` has. */
async function refuseToLose(from: AccountTables, to: AccountTables): Promise<void> {
  for (const [table, time] of TIMES) {
    const [ours, theirs] = [await from.extentOf(table, time), await to.extentOf(table, time)];
    if (theirs.latest !== undefined && theirs.latest > (ours.latest ?? 0)) {
      throw new ArchiveUnusable(
        trusted`The archive to be copied to holds newer ${words(table)} of this desk: of ${isoOf(theirs.latest)}, and the other of ${isoOf(ours.latest)}.`,
        'It was used since. Copy the other way round, or leave it as it is. Nothing was changed.',
      );
    }
    if (theirs.count === 0) continue;
    const missing = await countMissing(table, from, to);
    if (missing > 0) {
      throw new ArchiveUnusable(
        trusted`The archive to be copied to holds ${missing} rows of ${words(table)} of this desk that the other does not hold.`,
        'They would be lost. Copy the other way round, or to a place that holds nothing of this desk. Nothing was changed.',
      );
    }
  }
}

/** The tables of which something may be lost, with the times that tell which is newer. */
const TIMES = [
  ...timedDecisions(),
  ['calls', 'at'],
  ['agents', 'seen_at'],
  ['visitors', 'seen_at'],
  ['offline_messages', 'seen_at'],
  ['chats', 'seen_at'],
  ['transcripts', 'fetched_at'],
  ['covered_days', 'looked_at'],
] as const;

async function countMissing(table: KeyedTable, from: AccountTables, to: AccountTables): Promise<number> {
  let missing = 0;
  for await (const { rows, after, upTo } of parts(table, to)) {
    const known = new Set((await from.rowsInOrder(table, { after, upTo })).map((row) => keyOf(table, row).join(' ')));
    missing += rows.filter((row) => !known.has(keyOf(table, row).join(' '))).length;
  }
  return missing;
}

async function copyTable(
  table: TableSum['table'],
  from: AccountTables,
  to: AccountTables,
  progress: CopyProgress,
): Promise<void> {
  const total = await from.countOf(table);
  let done = 0;
  for await (const { rows, after, upTo } of parts(table, from)) {
    const present = await to.rowsInOrder(table, { after, upTo });
    const { changed, extra } = differences(table, rows, present);
    if (changed.length > 0 || extra.length > 0) {
      await to.transaction(async (tables) => {
        await tables.removeByKey(table, extra);
        await tables.upsert(
          table,
          changed.map((row) => ({ ...row, account: tables.account })),
        );
        if (table !== 'transcripts') return;
        const chatIds = changed.flatMap((row) => ('chat_id' in row ? [row.chat_id] : []));
        await indexMessages(tables, chatIds);
      });
    }
    done += rows.length;
    // The last part of a full number of parts is empty.
    if (rows.length > 0 || total === 0) progress(table, done, total);
  }
}

async function sumOf(table: TableSum['table'], tables: AccountTables): Promise<TableSum> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const { rows } of parts(table, tables)) {
    for (const row of rows) hash.update(`${canonical(row)}\n`);
    count += rows.length;
  }
  return { table, rows: count, checksum: hash.digest('hex') };
}

/** A table in the order of its keys, a part after the other: all keys behind one, up to another. */
async function* parts<Table extends KeyedTable>(table: Table, tables: AccountTables) {
  let after: Key | undefined;
  for (;;) {
    const rows: Schema[Table][] = await tables.rowsInOrder(table, { after, limit: BATCH_SIZE });
    const last = rows.at(-1);
    const isEnd = last === undefined || rows.length < BATCH_SIZE;
    // The last part also has what another archive holds behind it.
    const upTo = isEnd ? undefined : keyOf(table, last);
    yield { rows, after, upTo };
    if (isEnd) return;
    after = upTo;
  }
}

function words(table: (typeof COPIED)[number]): ProgramText {
  return ProgramText.parse(table.replaceAll('_', ' '));
}

function isoOf(moment: number | undefined): ProgramText {
  return moment === undefined ? trusted`never` : isoText(moment);
}

/**
 * A row as text that is the same in every engine: its columns by name, without the account, whose number each archive
 * gives itself, and without checksums. A NUL is what PostgreSQL takes in its place.
 */
function canonical(row: object): string {
  const columns = Object.entries(row).filter(([column]) => column !== 'account' && column !== 'crc');
  columns.sort(([one], [other]) => (one < other ? -1 : 1));
  const values = columns.map(([, value]): unknown =>
    typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
  );
  return JSON.stringify(values);
}

/** Returns what makes `present` the same as `rows`: the rows to write, and the keys of those to remove. */
function differences<Table extends KeyedTable>(
  table: Table,
  rows: readonly Schema[Table][],
  present: readonly Schema[Table][],
): { readonly changed: readonly Schema[Table][]; readonly extra: readonly Key[] } {
  const known = new Map(present.map((row) => [keyOf(table, row).join(' '), row]));
  const changed = rows.filter((row) => {
    const key = keyOf(table, row).join(' ');
    const same = known.get(key);
    known.delete(key);
    return same === undefined || canonical(same) !== canonical(row);
  });
  return { changed, extra: [...known.values()].map((row) => keyOf(table, row)) };
}
