import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely } from 'kysely';
import type { Schema } from '../../schema/schema.ts';
import { formatIn, type FormatState } from '../../set-up.ts';
import { isEarlier } from '../damage/earlier.ts';
import { ATTACHED } from '../decisions-file.ts';
import { dialectOver } from '../dialect.ts';
import { decisionsBeside, pathOf } from './path.ts';

/**
 * Tells the format of a file without changing anything; `none` where it cannot be read. Not to be asked of a file that this process
 * has open: closing it would drop the locks on it.
 */
export async function formatOfFile(path: string): Promise<FormatState> {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    if (isEarlier(database)) {
      database.close();
      return 'older';
    }
    const db = new Kysely<Schema>({ dialect: dialectOver(database) });
    try {
      database.prepare(`ATTACH ? AS ${ATTACHED}`).run(pathToFileURL(decisionsBeside(pathOf(path))).href + '?mode=ro');
      return await formatIn(db, 'sqlite');
    } finally {
      await db.destroy();
    }
  } catch {
    // Why it cannot be read shows when it is opened.
    return 'none';
  }
}
