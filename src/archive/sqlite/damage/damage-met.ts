import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { NoResultError } from 'kysely';
import { z } from 'zod';
import { ArchiveDamaged, ArchiveUnavailable } from '../../../model/errors.ts';
import { damaged, DecisionsDamaged } from '../failures.ts';
import { OWNER_ONLY } from '../file/header.ts';
import { flawsOf } from './soundness.ts';
import type { Connection } from '../../schema/schema.ts';
import { DAMAGE_MET, identityOf } from '../file/path.ts';

/**
 * Makes a function that tells whether damage of an open archive is behind something that failed. If so, it leaves a mark beside the
 * file for the next opening, and returns what is to be thrown instead.
 */
export function damageFinder(
  path: string,
  flawsOfDecisions: () => readonly string[],
): (db: Connection, error: unknown) => Promise<ArchiveDamaged | undefined> {
  let check: Promise<boolean> | undefined;
  // Everything else waits while a large file is checked: once. One that fails itself tells nothing.
  const isUnsound = (db: Connection): Promise<boolean> => (check ??= hasFlaws(db).catch(() => false));
  return async (db, error) => {
    const isToldBySqlite = error instanceof ArchiveDamaged;
    // A row that is not as it was written makes our own code fail.
    if (!isToldBySqlite && !isOfRows(error)) return undefined;
    // The next start looks at the decisions by itself.
    if (flawsOfDecisions().length > 0) return new DecisionsDamaged();
    const isFound = await isUnsound(db);
    if (!isToldBySqlite && !isFound) return undefined;
    try {
      // SQLite meets damage that its check does not find, in its word index: that is told of exactly this file.
      writeFileSync(path + DAMAGE_MET, isFound ? '' : (identityOf(path) ?? ''), { flag: 'wx', mode: OWNER_ONLY });
    } catch {
      // It is there already, or nothing can be written: then the next one who meets the damage says the same again.
    }
    return new ArchiveDamaged(
      'The archive file is damaged.',
      'Restart the server, or run the sync again: it sets the file aside and begins a new one with all saved decisions. Until then nothing is answered from it.',
    );
  };
}

/** Throws ArchiveDamaged for a file in which damage was met, unless a sound one has taken its place since. */
export async function refuseDamageMet(db: Connection, path: string): Promise<void> {
  if (!existsSync(path + DAMAGE_MET)) return;
  const marked = readFileSync(path + DAMAGE_MET, 'utf8');
  if (marked === '' ? await hasFlaws(db) : marked === identityOf(path)) throw damaged();
  rmSync(path + DAMAGE_MET, { force: true });
}

/** Whether a check finds something wrong, or cannot go on because of it. */
async function hasFlaws(db: Connection): Promise<boolean> {
  try {
    return (await flawsOf(db)).length > 0;
  } catch (error) {
    if (error instanceof ArchiveUnavailable) throw error;
    return true;
  }
}

/** Whether a value may be to blame for an error that is not what its column holds. */
function isOfRows(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof SyntaxError ||
    error instanceof NoResultError ||
    error instanceof z.core.$ZodError ||
    (error instanceof Error && 'errcode' in error)
  );
}
