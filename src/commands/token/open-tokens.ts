import { openExistingStore, openStore, type Store } from '../../archive/store.ts';
import { Tokens } from '../../archive/access/tokens.ts';
import type { ArchivePlace } from '../../config/read.ts';
import { ArchiveUnusable } from '../../model/errors.ts';
import { createLog } from '../log.ts';
import type { Run } from '../run.ts';

/**
 * Does something with the tokens in an archive. One that is not there yet is made where `isMade` and its desk is known: the first
 * token comes before the first start of a server. Throws ArchiveUnusable; for an archive in memory, too.
 */
export async function withTokens<Result>(
  place: ArchivePlace,
  { isMade }: { readonly isMade: boolean },
  run: Pick<Run, 'errors' | 'clock'>,
  work: (tokens: Tokens) => Promise<Result>,
): Promise<Result> {
  if (place.archive === 'memory') {
    throw new ArchiveUnusable(
      'An archive in memory keeps no tokens: this command has one of its own, which ends with it.',
      'Name an archive that stays, a file or a postgres:// address, with --archive or CHAT_OPERATIONS_ARCHIVE; the server needs the same.',
    );
  }
  const store = await storeOf(place, isMade, run);
  try {
    return await work(new Tokens(store.tables));
  } finally {
    await store.close();
  }
}

function storeOf(
  { archive, owner, log_level }: ArchivePlace,
  isMade: boolean,
  { errors, clock }: Pick<Run, 'errors' | 'clock'>,
): Promise<Store> {
  const telling = { tell: createLog(log_level, errors).warn, clock };
  return isMade && owner !== undefined
    ? openStore(archive, owner, telling)
    : openExistingStore(archive, owner, telling);
}
