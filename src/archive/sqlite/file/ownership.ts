import { lstatSync, realpathSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { ArchiveUnusable } from '../../../model/errors.ts';
import { trusted, type TrustedText } from '../../../model/text/trusted-text.ts';
import { backupBeside, DAMAGE_MET, decisionsBeside } from './path.ts';

// Whose a file is and who may touch it, where the system knows such a thing: on Windows all of this passes.

/**
 * The files beside an archive that belong to it: SQLite's own (it plays back any journal that it finds), the lock of syncs, the mark of
 * damage, and what was decided.
 */
function filesBeside(path: string): string[] {
  const decisions = decisionsBeside(path);
  return [
    ...['-wal', '-shm', '-journal', '-sync', DAMAGE_MET].map((suffix) => path + suffix),
    decisions,
    `${decisions}-journal`,
    backupBeside(path),
  ];
}

const WRITE_OR_ENTER = 0o033;
const ANYTHING = 0o077;

/**
 * Throws ArchiveUnusable for a folder of another user, who could put another file in the place of an archive. Root's is as good
 * as one's own: root can do that anywhere.
 */
export function refuseOthersFolder(folder: string): void {
  const stats = statSync(folder);
  if (isOthers(stats) && stats.uid !== 0) throw belongsToAnother(trusted`The folder of the archive`);
}

/** Throws ArchiveUnusable for a link of another user in the place of an archive: it leads wherever they like. Root's is good. */
export function refuseOthersLink(location: string): void {
  const stats = lstatSync(location, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true && isOthers(stats) && stats.uid !== 0)
    throw belongsToAnother(trusted`The link in the place of the archive`);
}

/**
 * Throws ArchiveUnusable where the file of an archive, what belongs to it, or the folder that links lead to, is another
 * user's, who could change what the archive says, and read what is added.
 */
export function refuseOthersFile(location: string): void {
  const path = realpathSync(location);
  refuseOthersFolder(dirname(path));
  if (isOthers(statSync(path))) throw belongsToAnother(trusted`The archive file`);
  for (const file of filesBeside(path)) {
    const beside = lstatSync(file, { throwIfNoEntry: false });
    if (beside !== undefined && isOthers(beside)) throw belongsToAnother(trusted`A file that is a part of the archive`);
  }
}

/** Returns warnings for the person who runs the program, about others who may touch an archive. */
export function warningsAbout(location: string): readonly string[] {
  if (process.geteuid === undefined) return [];
  const path = realpathSync(location);
  const folders = [dirname(location), dirname(path)];
  return [
    ...(folders.some((folder) => (statSync(folder).mode & WRITE_OR_ENTER) !== 0) ? [OPEN_FOLDER] : []),
    ...((statSync(path).mode & ANYTHING) === 0 ? [] : [OPEN_FILE]),
  ];
}

function isOthers({ uid }: Stats): boolean {
  return process.geteuid !== undefined && uid !== process.geteuid();
}

function belongsToAnother(what: TrustedText): ArchiveUnusable {
  return new ArchiveUnusable(
    trusted`${what} belongs to another user of this machine.`,
    'Run this program as that user, change the owner (chown), or name another file with --archive or CHAT_OPERATIONS_ARCHIVE. Nothing was changed.',
  );
}

const OPEN_FOLDER =
  'Other users of this machine may enter the folder of the archive, or write to it; chmod 700 on it keeps them out.';
const OPEN_FILE =
  'Other users of this machine may read the archive, or write to it, and its file system does not let that be changed.';
