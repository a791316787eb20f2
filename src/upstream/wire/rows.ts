import type { z } from 'zod';
import { eachInSlices } from '../../model/slices.ts';

/** The readable records of a list, and how many could not be read. */
export interface Rows<Row> {
  readonly rows: Row[];
  readonly rejected: number;
}

/**
 * Reads a list row by row, so that one unreadable record never takes its neighbours down, and in slices. Throws the reason
 * of an aborted signal.
 */
export async function readRows<Row>(
  row: z.ZodType<Row>,
  list: readonly unknown[],
  signal?: AbortSignal,
): Promise<Rows<Row>> {
  const rows: Row[] = [];
  const readOne = (entry: unknown): void => {
    const read = row.safeParse(entry);
    if (read.success) rows.push(read.data);
  };
  await eachInSlices(list, readOne, signal);
  return { rows, rejected: list.length - rows.length };
}
