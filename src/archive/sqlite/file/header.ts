import { closeSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';

/** Written into the file's header, so that a database of another program is never taken for an archive. */
export const APPLICATION_ID = 0x43_4f_41_52;

/** The archive holds what strangers told a desk: nobody but its owner reads it. */
export const OWNER_ONLY = 0o600;

/** The offset of the application's id in SQLite's file format. */
const ID_AT = 68;

/** The name that config/read.ts gives a file when nobody names one. No other program does. */
const OWN_NAME = /^archive-[0-9a-f]{12}\.sqlite$/;

/**
 * Whether a file that SQLite cannot read was an archive: by what is left of its header, or by a name that only we give.
 * Not to be asked of a file that is in use: closing it would drop the locks that this process has on it.
 */
export function wasArchive(path: string): boolean {
  if (OWN_NAME.test(basename(path))) return true;
  const file = openSync(path, 'r');
  try {
    const id = Buffer.alloc(4);
    return readSync(file, id, 0, 4, ID_AT) === 4 && id.readUInt32BE() === APPLICATION_ID;
  } finally {
    closeSync(file);
  }
}
