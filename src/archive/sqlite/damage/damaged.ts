import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ArchiveUnusable } from '../../../model/errors.ts';
import type { EpochMillis } from '../../../model/time/units.ts';
import { nameWhenDamaged } from '../file/copies.ts';
import { isLocked, translateFileErrors } from '../failures.ts';

/** Returns what tells a file from another one under the same name; undefined where there is none. */
export function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino}`;
}

/**
 * Gives a damaged file another name, together with the files that belong to it, so that a new archive can take its
 * place. Returns the name; undefined when that has happened already. This process must not have it open. Throws
 * ArchiveUnusable when another process has, or the folder may not be written.
 */
export function setAside(path: string, identity: string | undefined, now: EpochMillis): string | undefined {
  if (!existsSync(path) || identityOf(path) !== identity) return undefined;
  refuseWhileOpenElsewhere(path);
  const target = freeName(path, now);
  return translateFileErrors(() => {
    // In this order: what was written last would be taken for that of a new file.
    for (const suffix of ['-wal', '']) {
      if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
    }
    // It holds nothing of its own, and whoever looks into a file makes it.
    rmSync(`${path}-shm`, { force: true });
    return target;
  });
}

/** Throws ArchiveUnusable: the end of the other process would take away what belongs to the new file, which has the same name. */
export function refuseWhileOpenElsewhere(path: string): void {
  if (!isOpenElsewhere(path)) return;
  throw new ArchiveUnusable(
    'The archive is damaged, and another process has it open, so that no new one can take its place.',
    'End the other servers on this archive, then ask again.',
  );
}

function freeName(path: string, now: EpochMillis): string {
  const name = nameWhenDamaged(path, now);
  let free = name;
  for (let count = 2; existsSync(free); count += 1) free = `${name}-${count}`;
  return free;
}

/** Whoever has a file open keeps others from having it alone. */
function isOpenElsewhere(path: string): boolean {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.prepare('PRAGMA schema_version').get();
    return false;
  } catch (error) {
    return isLocked(error);
  } finally {
    database.close();
  }
}
