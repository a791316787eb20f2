import { Audit } from '../archive/audit.ts';
import { openExistingStore } from '../archive/store.ts';
import type { ArchivePlace } from '../config/read.ts';
import { systemClock } from '../model/units.ts';
import { auditData } from './audited-calls.ts';
import { createLog } from './log.ts';

/**
 * Prints the lines of an archive's audit, JSON on a line each, newest last; those of one chatbot session, where its id is
 * given. Throws ArchiveUnusable.
 */
export async function archiveAudit(place: ArchivePlace, { session }: { session?: string }): Promise<void> {
  const telling = { tell: createLog(place.logLevel).warn, clock: systemClock };
  const store = await openExistingStore(place.archive, place.owner, telling);
  try {
    const lines = await new Audit(store.tables, systemClock).lines(session);
    process.stdout.write(lines.map((line) => `${JSON.stringify(auditData(line))}\n`).join(''));
    if (lines.length === 0) {
      process.stderr.write(
        `${session === undefined ? 'There is no line' : 'There is no line of this session'}: a line is written for each webhook call and each erasure, and kept for the days of audit_retention_days.\n`,
      );
    }
  } finally {
    await store.close();
  }
}
