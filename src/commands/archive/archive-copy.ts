import { copyDesk } from '../../archive/care/copying.ts';
import type { SyncLease } from '../../archive/tables/engine.ts';
import { openExistingStore, openStore } from '../../archive/store.ts';
import { refusePasswordIn, valueOf } from '../../config/given.ts';
import { withoutProblems } from '../../config/problems.ts';
import type { ArchivePlace } from '../../config/read.ts';
import { InvalidArgument, SyncUnderWay } from '../../model/errors.ts';
import { archiveWords } from './archive-words.ts';
import { createLog } from '../log.ts';
import type { Run } from '../run.ts';

const MILLIS_BETWEEN_LINES = 2000;

/**
 * Copies a desk from one archive to another, of any kind. Throws InvalidConfiguration, InvalidArgument, SyncUnderWay and
 * ArchiveUnusable.
 */
export async function archiveCopy(
  from: string,
  to: string,
  { owner, log_level }: Pick<ArchivePlace, 'owner' | 'log_level'>,
  run: Run,
): Promise<void> {
  for (const location of [from, to]) {
    withoutProblems((problems) => refusePasswordIn('archive copy', location, problems));
    // Else a file of that name would be made.
    valueOf('archive', location);
  }
  if (archiveWords(from) === archiveWords(to) || to === 'memory') {
    throw new InvalidArgument('An archive is copied to another place.', 'Name two: archive copy FROM TO.');
  }
  const telling = { tell: createLog(log_level, run.errors).warn, clock: run.clock };
  const source = await openExistingStore(from, owner, telling);
  const leases: SyncLease[] = [];
  try {
    const target = await openStore(to, source.owner, telling);
    try {
      for (const store of [source, target]) {
        const lease = await store.leaseSync();
        if (lease === undefined) throw new SyncUnderWay();
        leases.push(lease);
      }
      const sums = await copyDesk(source.tables, target.tables, progress(run));
      run.output.write(
        [
          ...sums.map(({ table, rows, checksum }) => `${table.padEnd(18)}${String(rows).padStart(10)}  ${checksum}`),
          `Both hold the same of ${source.owner.login} at ${source.owner.origin}: counts and checksums agree.`,
          `Now name the new one in CHAT_OPERATIONS_ARCHIVE: ${archiveWords(to)}`,
          'The old one is as it was. Remove it when nobody needs it: an erasure reaches the archive that is named, only.',
          '',
        ].join('\n'),
      );
    } finally {
      await target.close();
    }
  } finally {
    for (const lease of leases) await lease.release();
    await source.close();
  }
}

/** A line at the end of each table, and every few seconds in between. */
function progress({ errors }: Run): Parameters<typeof copyDesk>[2] {
  let told = performance.now();
  return (table, done, total) => {
    if (done < total && performance.now() - told < MILLIS_BETWEEN_LINES) return;
    told = performance.now();
    errors.write(`… ${done} of ${total} ${table.replaceAll('_', ' ')}\n`);
  };
}
