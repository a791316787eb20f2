import type { AccountTables, ListTable, Tables } from './tables.ts';

/** What a page holds before anybody has seen a full one. */
const GUESS = 50;

/** How many rows a page of a list has, as far as that was seen: a page is full when another one follows it. */
export async function pageSizeOf(tables: Tables, list: ListTable): Promise<number | undefined> {
  const row = await tables.pageSizes().where('list', '=', list).select('rows').executeTakeFirst();
  return row?.rows;
}

/** How many rows a page of a list may have: as many as in another list, where its own pages are not known. */
export async function guessPageSize(tables: AccountTables): Promise<number> {
  const { rows } = await tables
    .pageSizes()
    .select((row) => row.fn.max('rows').as('rows'))
    .executeTakeFirstOrThrow();
  return rows ?? GUESS;
}

/** Keeps how many rows a full page of a list has. */
export async function keepPageSize(tables: Tables, list: ListTable, rows: number): Promise<void> {
  await tables.upsert('page_sizes', [{ account: tables.account, list, rows }]);
}
