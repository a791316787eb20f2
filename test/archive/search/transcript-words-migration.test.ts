import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openPostgres } from '../../../src/archive/postgres/database.ts';
import type { Schema } from '../../../src/archive/tables/schema.ts';
import { indexTranscripts } from '../../../src/archive/migrations/transcript-words-migration.ts';
import { openSqlite } from '../../../src/archive/sqlite/database.ts';
import { openServer, startService } from '../../mcp/desk.ts';
import { archiveOfTest, ENGINE } from '../../support/archive/archive-location.ts';
import { thinWorld } from '../walking/thin-world.ts';

test('transcripts of an archive of an earlier version are found as well', async () => {
  const archive = await archiveOfTest();
  await using service = await startService(thinWorld());
  const answers = async () => {
    await using desk = await openServer(service, { archive });
    const all = [];
    for (const args of [
      { query: 'refund' },
      { query: 'bw*', country: 'germany' },
      { query: '"order number"', limit: 5 },
    ]) {
      const { total, hits } = (await desk.ask('search_transcripts', args)).data;
      expect(total).toBeGreaterThan(0);
      all.push({ total, ids: hits.map(({ chat_id: id }) => id) });
    }
    return all;
  };
  const before = await answers();
  const engine = (ENGINE === 'sqlite' ? openSqlite : openPostgres)(archive);
  const db = new Kysely<Schema>({ dialect: engine.dialect });
  // As the migration finds them.
  await sql`DROP TABLE transcript_words`.execute(db);
  await db.updateTable('transcripts').set({ country: null, city: null }).execute();
  await engine.words.create(db);
  await indexTranscripts(db, engine);
  await db.destroy();
  expect(await answers()).toEqual(before);
});
