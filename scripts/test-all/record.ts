import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const Run = z.strictObject({
  commit: z.string(),
  /** The work tree was not, or not for the whole run, what this commit has. */
  dirty: z.literal(true).optional(),
  seed: z.int(),
  passed: z.boolean(),
  seconds: z.number(),
  when: z.string(),
});
const Runs = z.record(z.string(), Run);

/** The last run of a part. */
export type Run = Readonly<z.infer<typeof Run>>;
/** The record: the last run of each part, by its name. */
export type Runs = Readonly<z.infer<typeof Runs>>;

/** Reads the record, which has no run where there is no file. */
export function readRecord(path: string): Runs {
  return existsSync(path) ? Runs.parse(JSON.parse(readFileSync(path, 'utf8'))) : {};
}

/** Writes the record, sorted by name: whole, or not at all. */
export function writeRecord(path: string, runs: Runs): void {
  const sorted = Object.fromEntries(Object.entries(runs).sort(([one], [other]) => (one < other ? -1 : 1)));
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(sorted, null, 2)}\n`);
  renameSync(draft, path);
}
