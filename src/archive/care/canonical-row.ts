import type { Schema } from '../schema/schema.ts';
import { type Key, type KeyedTable, keyOf } from '../schema/table-keys.ts';

/**
 * A row as text that is the same in every engine: its columns by name, without the account, whose number each archive
 * gives itself. A NUL is what PostgreSQL takes in its place.
 */
export function canonical(row: object): string {
  const columns = Object.entries(row).filter(([column]) => column !== 'account');
  columns.sort(([one], [other]) => (one < other ? -1 : 1));
  const values = columns.map(([, value]): unknown =>
    typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
  );
  return JSON.stringify(values);
}

/** What is to be done for `present` to become `rows`: which rows to write, and the keys of those to remove. */
export function differences<Table extends KeyedTable>(
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
