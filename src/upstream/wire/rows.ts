import type { z } from 'zod';

/** The readable records of a list, and how many could not be read. */
export interface Rows<Row> {
  readonly rows: Row[];
  readonly rejected: number;
}

/** Reads a list row by row, so that one unreadable record never takes its neighbours down. */
export function readRows<Row>(row: z.ZodType<Row>, list: readonly unknown[]): Rows<Row> {
  const rows: Row[] = [];
  for (const entry of list) {
    const read = row.safeParse(entry);
    if (read.success) rows.push(read.data);
  }
  return { rows, rejected: list.length - rows.length };
}
