import { callLines } from '../../archive/care/calls.ts';
import { openExistingStore } from '../../archive/store.ts';
import type { ArchivePlace } from '../../config/read.ts';
import { callData } from '../call-lines.ts';
import { createLog } from '../log.ts';
import type { Run } from '../run.ts';

/**
 * Prints the lines of the calls that were served over HTTP, JSON on a line each, newest last; those of one caller where it is
 * given. Throws ArchiveUnusable.
 */
export async function archiveCalls(place: ArchivePlace, caller: string | undefined, run: Run): Promise<void> {
  const telling = { tell: createLog(place.log_level, run.errors).warn, clock: run.clock };
  const store = await openExistingStore(place.archive, place.owner, telling);
  try {
    let count = 0;
    for await (const line of callLines(store.tables, caller)) {
      run.output.write(`${JSON.stringify(callData(line))}\n`);
      count += 1;
    }
    if (count > 0) return;
    const whose = caller === undefined ? '' : ' of this caller';
    run.errors.write(
      `There is no line${whose}: a line is written for each call over HTTP, and kept for the days of audit_retention_days. Over stdio there is one caller, and its host knows what it called.\n`,
    );
  } finally {
    await store.close();
  }
}
