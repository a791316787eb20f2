import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { NoResultError } from 'kysely';
import { z } from 'zod';
import { ArchiveDamaged } from '../../../model/errors.ts';
import type { EpochMillis } from '../../../model/time/units.ts';
import { damaged } from '../failures.ts';
import { OWNER_ONLY } from '../file/header.ts';
import { flawsOf } from './soundness.ts';
import type { Connection } from '../../schema/schema.ts';
import { DAMAGE_MET } from '../file/path.ts';

/** Everything else waits while a large file is checked. */
const MILLIS_BETWEEN_CHECKS = 3_600_000;

/**
 * Makes a function that tells whether damage of an open archive is behind something that failed. If so, it leaves a mark beside the
 * file, so that the next opening looks through all of it, and returns what is to be thrown instead.
 */
export function damageFinder(
  path: string,
): (db: Connection, error: unknown, now: EpochMillis) => Promise<ArchiveDamaged | undefined> {
  let nextCheckAt = 0;
  const isUnsound = async (db: Connection, now: EpochMillis): Promise<boolean> => {
    if (now < nextCheckAt) return false;
    nextCheckAt = now + MILLIS_BETWEEN_CHECKS;
    return hasFlaws(db);
  };
  return async (db, error, now) => {
    // A row that is not as it was written makes our own code fail.
    const isDamage = error instanceof ArchiveDamaged || (isOfRows(error) && (await isUnsound(db, now)));
    if (!isDamage) return undefined;
    try {
      closeSync(openSync(path + DAMAGE_MET, 'wx', OWNER_ONLY));
    } catch {
      // It is there already, or nothing can be written: then the next one who meets the damage says the same again.
    }
    return new ArchiveDamaged(
      'The archive file is damaged.',
      'Restart the server, or run the sync again: it sets the damaged file aside then, and begins a new one with all that was decided. Nothing is answered from the file until then.',
    );
  };
}

/** Throws ArchiveDamaged for a file in which damage was met, unless a sound one has taken its place since. */
export async function refuseDamageMet(db: Connection, path: string): Promise<void> {
  if (!existsSync(path + DAMAGE_MET)) return;
  if (await hasFlaws(db)) throw damaged();
  rmSync(path + DAMAGE_MET, { force: true });
}

async function hasFlaws(db: Connection): Promise<boolean> {
  try {
    return (await flawsOf(db)).length > 0;
  } catch (error) {
    if (error instanceof ArchiveDamaged) return true;
    throw error;
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
