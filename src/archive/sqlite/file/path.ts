import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The real path of a file that need not be there: links may lead to it. */
export function pathOf(location: string): string {
  const isLink = lstatSync(location, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const target = isLink ? resolve(dirname(location), readlinkSync(location)) : location;
  return join(realpathSync(dirname(target)), basename(target));
}
