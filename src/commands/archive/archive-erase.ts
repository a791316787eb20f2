import { eraseVisitor, tracesOf, type Traces } from '../../archive/care/erasure.ts';
import { openExistingStore } from '../../archive/store.ts';
import type { ArchivePlace } from '../../config/read.ts';
import { SyncUnderWay } from '../../model/errors.ts';
import { VisitorId } from '../../model/ids.ts';
import { confirm } from '../terminal-question.ts';
import { createLog } from '../log.ts';
import type { Run } from '../run.ts';

/**
 * Removes a visitor from an archive for good, after a question to the person at the terminal unless `yes` answers it.
 * Throws InvalidArgument where nobody can be asked, SyncUnderWay while a sync or a copy of the desk runs, and
 * ArchiveUnusable.
 */
export async function archiveErase(
  place: ArchivePlace,
  options: { visitor: number; yes: boolean },
  run: Run,
): Promise<void> {
  const visitorId = VisitorId.parse(options.visitor);
  const log = createLog(place.log_level, run.errors);
  const store = await openExistingStore(place.archive, place.owner, { tell: log.warn, clock: run.clock });
  // A copy under way would bring back what is removed under it.
  const lease = await store.leaseSync();
  try {
    if (lease === undefined) throw new SyncUnderWay();
    const copies = store.file?.copies() ?? [];
    const traces = await tracesOf(store.tables, visitorId);
    const goes = [traceWords(traces), ...copies.map(({ path }) => path)];
    if (!options.yes && !(await confirm(questionOf(visitorId, goes), NOTHING_ERASED, run))) {
      run.output.write('Nothing was erased.\n');
      return;
    }
    const erased = await eraseVisitor(store, visitorId, run.clock);
    const { copies: removedCopies, ...removed } = erased;
    log.audit({
      action: 'erase',
      visitor_id: visitorId,
      removed: { ...removed, copies: removedCopies.length },
      outcome: 'erased',
    });
    run.output.write(
      [
        isNothing(erased)
          ? `Nothing of visitor ${visitorId} was stored. Check the id; it is marked as erased all the same.`
          : `Visitor ${visitorId} is erased: ${traceWords(erased)}.`,
        ...erased.copies.map(
          ({ path, kind }) => `Removed the ${kind === 'older' ? 'older file' : 'damaged file'} ${path}.`,
        ),
        'The id is kept, so that nothing of this visitor is loaded again, and so is a line of the audit. Servers may keep running.',
        ...(store.file === undefined
          ? ['What the database server keeps of its own is not reached: its write-ahead log, its logs, copies of it.']
          : []),
        'Copies of the archive that you made yourself, and what the chat service keeps, are not reached either.',
        '',
      ].join('\n'),
    );
  } finally {
    await lease?.release();
    await store.close();
  }
}

/** Returns the question that is asked before anything goes. */
function questionOf(visitorId: VisitorId, goes: readonly string[]): string {
  return `Visitor ${visitorId} will be erased for good, with\n${goes.map((one) => `  ${one}\n`).join('')}`;
}

const NOTHING_ERASED = 'Nothing was erased: it cannot be undone, and there is nobody to ask.';

function isNothing({ chats, offlineMessages, records }: Traces): boolean {
  return chats + offlineMessages + records === 0;
}

function traceWords({
  chats,
  transcripts,
  messages,
  offlineMessages,
  offlineReplies,
  decisions,
  records,
}: Traces): string {
  return [
    `${chats} chats`,
    `${transcripts} transcripts with ${messages} messages`,
    `${offlineMessages} offline messages with ${offlineReplies} replies and ${decisions} triage decisions`,
    `${records} records of the visitor`,
  ].join(', ');
}
