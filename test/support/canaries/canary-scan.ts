import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { byteSearch } from './byte-search.ts';
import { SECRET_CANARIES } from './canaries.ts';
import { formsOf } from './canary-forms.ts';

/** Looks for canaries in bytes. Answers what it has found, each with its form, and never the canary itself. */
export type CanaryScan = (bytes: Uint8Array) => readonly string[];

/** Finds canaries, by what each is called, in every form that something may give them. */
export function canaryScan(canaries: Readonly<Record<string, string>>): CanaryScan {
  const needles = Object.entries(canaries).flatMap(([name, canary]) =>
    formsOf(canary).map(({ form, bytes }) => ({ name: `${name} (${form})`, bytes })),
  );
  const search = byteSearch(needles);
  return (bytes) => [...search(bytes)].sort();
}

/** Finds the secrets that tests work with. */
export const secretsIn: CanaryScan = canaryScan(SECRET_CANARIES);

/** Throws when something that leaves the program has a secret in it. */
export function refuseSecretsIn(what: string, content: string | Uint8Array): void {
  const found = secretsIn(typeof content === 'string' ? Buffer.from(content) : content);
  if (found.length > 0) throw new Error(`There is a secret in ${what}: ${found.join(', ')}`);
}

/** Throws when an archive in a folder, or what belongs to one, has a secret in it. To be called before it is removed. */
export function refuseSecretsInArchives(folder: string): void {
  refuseSecretsBelow(folder, isOfArchive);
}

/** Throws when a file in a folder has a secret in it: any file, or only some. */
export function refuseSecretsBelow(
  folder: string,
  isMeant: (path: string, begin: Buffer) => boolean = () => true,
): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    let isFirst = true;
    for (const part of partsOf(path)) {
      if (isFirst && !isMeant(path, part)) break;
      isFirst = false;
      refuseSecretsIn(entry.name, part);
    }
  }
}

const PART_BYTES = 2 ** 24;
/** More than the longest form of a secret, which must not fall between two parts. */
const OVERLAP_BYTES = 2 ** 12;

/** The content of a file, each part with the end of the one before; nothing of one that is gone meanwhile. */
function* partsOf(path: string): Generator<Buffer> {
  const file = opened(path);
  if (file === undefined) return;
  try {
    const buffer = Buffer.alloc(Math.min(PART_BYTES, fstatSync(file).size + OVERLAP_BYTES));
    for (let position = 0; ;) {
      const length = readSync(file, buffer, 0, buffer.length, position);
      yield buffer.subarray(0, length);
      if (length < buffer.length) return;
      position += length - OVERLAP_BYTES;
    }
  } finally {
    closeSync(file);
  }
}

function opened(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    // SQLite removes what belongs to an archive when the last one closes it.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** By how it begins; a damaged one, and one from before a migration, by its name. */
function isOfArchive(path: string, begin: Buffer): boolean {
  if (/\.(?:damaged|before)-/.test(basename(path))) return true;
  return begin.toString('latin1', 0, 15) === 'SQLite format 3' || /^377f068[23]/.test(begin.toString('hex', 0, 4));
}
