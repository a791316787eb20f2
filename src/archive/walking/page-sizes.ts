import { statement } from '../tables/statement.ts';
import type { ListTable } from '../tables/changed-rows.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';

const SIZES = statement((tables) => tables.pageSizes().select(['list', 'rows']));

/** The assumed rows of a page before a full one was seen. */
const GUESS = 50;

/**
 * Returns the number of rows of a page of each list, as far as that was seen: a page is full when another one follows
 * it.
 */
export async function pageSizesOf(tables: Tables): Promise<Map<ListTable, number>> {
  return new Map((await SIZES(tables, {})).map(({ list, rows }) => [list, rows]));
}

/** Returns the same of one list. */
export async function pageSizeOf(tables: Tables, list: ListTable): Promise<number | undefined> {
  return (await pageSizesOf(tables)).get(list);
}

/** Guesses the rows of a page of a list whose own pages are not known: as many as in another list. */
export async function guessPageSize(tables: AccountTables): Promise<number> {
  return Math.max(...(await pageSizesOf(tables)).values(), 0) || GUESS;
}

/** Keeps how many rows a full page of a list has. */
export async function keepPageSize(tables: Tables, list: ListTable, rows: number): Promise<void> {
  await tables.upsert('page_sizes', [{ account: tables.account, list, rows }]);
}
