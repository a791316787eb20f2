import { sql } from 'kysely';
import { z } from 'zod';
import { ATTACHED } from '../decisions-file.ts';
import { ArchiveLocked, retryWhileLocked } from '../../tables/locked.ts';
import type { Connection } from '../../schema/schema.ts';

const Names = z.array(z.object({ name: z.string() }));
const Checkpoint = z.tuple([z.object({ busy: z.number() })]);

/**
 * Takes what was removed out of the bytes that it left behind: in the files, in the one beside it that holds what was
 * written last, and in the index of words, which keeps those of what was removed until its parts are joined. The whole
 * file is written anew. Throws ArchiveUnusable; done again, it goes on where it was kept from going on.
 */
export async function wipe(db: Connection): Promise<void> {
  const { rows } = await sql`SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5%'`.execute(db);
  for (const { name } of Names.parse(rows)) {
    await retryWhileLocked(() =>
      sql`INSERT INTO ${sql.table(name)} (${sql.ref(name)}) VALUES ('optimize')`.execute(db),
    );
  }
  for (const part of ['main', ATTACHED]) await retryWhileLocked(() => sql`VACUUM ${sql.ref(part)}`.execute(db));
  await retryWhileLocked(async () => {
    const [{ busy }] = Checkpoint.parse((await sql`PRAGMA main.wal_checkpoint(TRUNCATE)`.execute(db)).rows);
    if (busy !== 0) {
      throw new ArchiveLocked(
        'The archive does not show it any more, but its file still holds it: another process reads it just now.',
        'Do the same again when the other process is done, or end that one.',
      );
    }
  });
}
