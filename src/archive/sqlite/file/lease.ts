import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ArchiveUnusable } from '../../../model/errors.ts';
import { trusted } from '../../../model/text/trusted-text.ts';
import type { SyncLease } from '../../tables/engine.ts';
import { ArchiveLocked } from '../../tables/locked.ts';
import { reasonOf, unusable, translateFileErrors } from '../failures.ts';

/**
 * The right to be the only sync of an archive file: a lock on an empty database beside it, which the operating system
 * drops with the process. That file stays: who removes it may take it from under somebody who is about to lock it.
 * Undefined while another process has the lock. Throws ArchiveUnusable.
 */
export function leaseBeside(archive: string): SyncLease | undefined {
  try {
    const beside = `${realpathSync(archive)}-sync`;
    if (!existsSync(beside)) closeSync(openSync(beside, 'a', 0o600));
    const database = new DatabaseSync(beside, { timeout: 0 });
    try {
      translateFileErrors(() => database.exec('BEGIN EXCLUSIVE'));
    } catch (error) {
      database.close();
      if (error instanceof ArchiveLocked) return undefined;
      throw error;
    }
    return leaseUntil(() => database.close());
  } catch (error) {
    if (error instanceof ArchiveUnusable) throw error;
    throw unusable(
      reasonOf(error) ?? trusted`the file that keeps other syncs away cannot be made beside it`,
      trusted`Check that its folder may be written, then start the sync again.`,
    );
  }
}

/** A lease that nothing takes away before it is released. */
export function leaseUntil(release: () => void): SyncLease {
  return {
    lost: new AbortController().signal,
    release: () => {
      release();
      return Promise.resolve();
    },
  };
}
