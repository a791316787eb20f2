import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The suffix of the file that marks an archive in which damage was met while it was in use. */
export const DAMAGE_MET = '-damaged';

/** Returns the place of the database beside an archive in which lies what no service has. */
export function decisionsBeside(archive: string): string {
  return `${withoutEnding(archive)}-decisions.sqlite`;
}

/** Returns the place of its backup. */
export function backupBeside(archive: string): string {
  return `${withoutEnding(archive)}-decisions.bak`;
}

function withoutEnding(archive: string): string {
  return archive.replace(/\.sqlite$/, '');
}

/** The real path of a file that need not be there: links may lead to it. */
export function pathOf(location: string): string {
  const isLink = lstatSync(location, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const target = isLink ? resolve(dirname(location), readlinkSync(location)) : location;
  return join(realpathSync(dirname(target)), basename(target));
}

/** Returns what tells a file from another one under the same name; undefined where there is none. */
export function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino}`;
}
