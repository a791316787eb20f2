import { crc32 } from 'node:zlib';
import { DECISION_TABLES } from '../../model/decided-here.ts';

/** The tables whose rows each carry a checksum: no database finds a value that is another one now. */
export const SUMMED_TABLES = ['accounts', ...DECISION_TABLES] as const;
export type SummedTable = (typeof SUMMED_TABLES)[number];

/** Returns a row with the CRC-32 of all its other values in `crc`, if it is of such a table. */
export function withSum<Row extends object>(table: string, row: Row): Row {
  return SUMMED_TABLES.some((one) => one === table) ? { ...row, crc: sumOf(row) } : row;
}

/** Whether a row is as it was written. */
export function isAsSummed(row: object): boolean {
  return 'crc' in row && row.crc === sumOf(row);
}

/** The CRC-32 of what a row holds: of its values that are known, with the names of their columns. */
export function sumOf(row: object, except: ReadonlySet<string> = SUM_ITSELF): number {
  const known = Object.entries(row).filter(([column, value]) => value !== null && !except.has(column));
  known.sort(([one], [other]) => (one < other ? -1 : 1));
  return crc32(
    JSON.stringify(
      known.map(([column, value]: [string, unknown]): readonly unknown[] => [
        column,
        typeof value === 'string' ? stored(value) : value,
      ]),
    ),
  );
}

const SUM_ITSELF: ReadonlySet<string> = new Set(['crc']);

/** A text as every engine stores it. */
function stored(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
