import type { Desk } from './desk.ts';
import { sealWith, type Seal } from './cursor.ts';

/**
 * Returns what makes the sums of the cursors of a desk's caller. An archive in memory has another key each time, and a command asks
 * each page in a process of its own: there the account's name stands for it, and a sum tells a slip, not a forgery.
 */
export async function sealOf({ archive, archiveIsInMemory, account, caller }: Desk): Promise<Seal> {
  return sealWith(archiveIsInMemory ? Buffer.from(account ?? '') : await archive.pseudonymKey(), caller.id);
}
