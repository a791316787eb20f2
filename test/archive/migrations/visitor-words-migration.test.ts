import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { openPostgres } from '../../../src/archive/postgres/database.ts';
import type { Schema } from '../../../src/archive/tables/schema.ts';
import { openSqlite } from '../../../src/archive/sqlite/database.ts';
import { fillVisitorWords } from '../../../src/archive/migrations/visitor-words-migration.ts';
import { openServer, smallWorld, startService } from '../../mcp/desk.ts';
import { archiveOfTest, ENGINE } from '../../support/archive/archive-location.ts';

test('visitors of an archive of an earlier version are found as well', async () => {
  const archive = await archiveOfTest();
  await using service = await startService(smallWorld());
  const queries = [{ query: 'muller' }, { query: 'EXAMPLE.net', limit: 100 }, { country: 'germany', limit: 100 }, {}];
  const answers = async () => {
    await using desk = await openServer(service, { archive });
    const all = [];
    for (const args of queries) {
      const { total, visitors } = (await desk.ask('list_visitors', args)).data;
      expect(total).toBeGreaterThan(0);
      all.push({ total, visitors });
    }
    return all;
  };
  const before = await answers();
  const db = new Kysely<Schema>({ dialect: (ENGINE === 'sqlite' ? openSqlite : openPostgres)(archive).dialect });
  // As the migration finds them.
  await db.updateTable('visitors').set({ words: '', country: null }).execute();
  await fillVisitorWords(db);
  await db.destroy();
  expect(await answers()).toEqual(before);
});
