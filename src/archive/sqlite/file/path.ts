import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The suffix of the file beside an archive in which the second copy of what was decided lies. */
export const DECISIONS = '-decisions';

/** The suffix of the file that marks an archive in which damage was met while it was in use. */
export const DAMAGE_MET = '-damaged';

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
