import { ArchiveDamaged, ArchiveUnusable, ArchiveUnwritable } from '../../model/errors.ts';
import { trusted, type ProgramText, type TrustedText } from '../../model/text/trusted-text.ts';
import { ArchiveLocked } from '../tables/locked.ts';

const LOCKED = trusted`another process keeps it locked`;
const DAMAGED = trusted`it is damaged`;
const READ_ONLY = trusted`it may only be read, not written`;
const DISK_FAILS = trusted`its disk cannot be read or written`;
const FULL = trusted`the disk is full`;

/** The reasons for which a file can still be read, and no setting is to blame. */
const UNWRITABLE: readonly ProgramText[] = [READ_ONLY, DISK_FAILS, FULL];

/** The reasons of failures of the file, not of our statements, by the low byte of SQLite's result code. */
const REASONS: Readonly<Record<number, ProgramText>> = {
  5: LOCKED,
  6: LOCKED,
  8: READ_ONLY,
  10: DISK_FAILS,
  11: DAMAGED,
  13: FULL,
  14: trusted`it cannot be opened; check that the folder exists and may be written`,
  26: trusted`it is not an archive`,
};

/** SQLITE_IOERR_SHMSIZE: the file that all who have the archive open share could not grow. */
const NO_ROOM_FOR_SHARED_MEMORY = 4874;

/** Why a file cannot be used; undefined when an error is not about the file. */
export function reasonOf(error: unknown): ProgramText | undefined {
  // node:sqlite gives SQLite's own result code; its low byte is the kind, the rest the details.
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') {
    return error.errcode === NO_ROOM_FOR_SHARED_MEMORY ? FULL : REASONS[error.errcode % 256];
  }
  if (!('code' in error)) return undefined;
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
    return trusted`it or its folder may not be written`;
  }
  if (error.code === 'ELOOP') return trusted`a file that is a part of it is a link`;
  if (error.code === 'ENOTDIR' || error.code === 'EEXIST')
    return trusted`its folder cannot be made, a part of it is a file`;
  return error.code === 'ENOSPC' ? FULL : undefined;
}

/** Whether what SQLite met is no database, or one that contradicts itself. */
export function isDamage(error: unknown): boolean {
  const reason = reasonOf(error);
  return reason === DAMAGED || reason === REASONS[26];
}

/** Whether SQLite calls a statement wrong that is none of a caller's: then it is the description of the tables that is. */
export function isMisdescribed(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 1;
}

/** Whether a file may only be read. */
export function isReadOnly(error: unknown): boolean {
  return reasonOf(error) === READ_ONLY;
}

/** Whether another process is in the way. */
export function isLocked(error: unknown): boolean {
  return reasonOf(error) === LOCKED;
}

/** Makes the error of a damaged file. */
export function damaged(): ArchiveDamaged {
  return new ArchiveDamaged(
    trusted`The archive file cannot be used: ${DAMAGED}.`,
    'Restart the server, or run the command archive start-anew: either sets the file aside and begins a new one with all saved decisions.',
  );
}

/** The error for decisions that are damaged, or gone. The archive itself may be sound. */
export class DecisionsDamaged extends ArchiveDamaged<TrustedText, TrustedText> {
  constructor() {
    super(
      trusted`The file of saved decisions beside the archive is damaged, or gone.`,
      trusted`Restart the server, or run the command archive start-anew: either goes on with what is left of it and with its backup, and says what may be lost.`,
    );
  }
}

/** The error for an archive that a version of before the first release made: it is set aside, and its decisions are taken over. */
export class EarlierArchive extends ArchiveDamaged<TrustedText, TrustedText> {
  constructor() {
    super(
      trusted`An older version made the archive.`,
      trusted`Start a server or a sync: it sets the file aside, and takes the saved decisions over.`,
    );
  }
}

/** Why an archive cannot be used, in the words of a person. */
export function unusable(reason: ProgramText, advice: ProgramText): ArchiveUnusable {
  const message = trusted`The archive file cannot be used: ${reason}.`;
  if (reason === LOCKED) return new ArchiveLocked(message, LOCKED_ADVICE);
  return UNWRITABLE.includes(reason)
    ? new ArchiveUnwritable(message, advice, 'no')
    : new ArchiveUnusable(message, advice);
}

const LOCKED_ADVICE = trusted`End the other process, or wait until it is done. Nothing stored is lost.`;

/** Does something with an open archive. Throws ArchiveUnusable when its file stands in the way. */
export function translateFileErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    if (isDamage(error)) throw damaged();
    throw unusable(reason, trusted`Fix that. Nothing stored is lost.`);
  }
}
