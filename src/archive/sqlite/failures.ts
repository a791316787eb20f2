import { ArchiveUnusable } from '../../model/errors.ts';
import { ArchiveLocked } from '../locked.ts';

const LOCKED = 'another process keeps it locked';

/** What the low byte of SQLite's result code says when it is about the file and not about our statement. */
const REASONS: Readonly<Record<number, string>> = {
  5: LOCKED,
  6: LOCKED,
  8: 'it may only be read, not written',
  10: 'its disk cannot be read or written',
  11: 'it is damaged',
  13: 'the disk is full',
  14: 'it cannot be opened; check that the folder exists and may be written',
  26: 'it is not an archive',
};

/** Why a file cannot be used; undefined when an error is not about the file. */
export function reasonOf(error: unknown): string | undefined {
  // node:sqlite gives SQLite's own result code; its low byte is the kind, the rest the details.
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return REASONS[error.errcode % 256];
  if (!('code' in error)) return undefined;
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
    return 'it or its folder may not be written';
  }
  if (error.code === 'ENOTDIR' || error.code === 'EEXIST') return 'its folder cannot be made, a part of it is a file';
  return error.code === 'ENOSPC' ? REASONS[13] : undefined;
}

/** Why an archive cannot be used, in the words of a person. */
export function unusable(reason: string, advice: string): ArchiveUnusable {
  const message = `The archive file cannot be used: ${reason}.`;
  return reason === LOCKED ? new ArchiveLocked(message, LOCKED_ADVICE) : new ArchiveUnusable(message, advice);
}

const LOCKED_ADVICE =
  'Ask again when the other process is done, or end it: a server waits some seconds for another one. Nothing was lost.';

/** Does something with an open archive. Throws ArchiveUnusable when its file stands in the way. */
export function usingFile<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    throw unusable(reason, 'What was kept before is not lost by this. Mend that, then ask again.');
  }
}
