import { createHash } from 'node:crypto';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../src/archive/postgres/database.ts';
import { foldedWords, FOLDING_VERSION } from '../../../src/archive/words/indexed-words.ts';
import { openSqlite } from '../../../src/archive/sqlite/database.ts';
import type { Schema } from '../../../src/archive/schema/schema.ts';
import { openServer, smallWorld, startService } from '../../mcp/desk.ts';
import { archiveOfTest, ENGINE } from '../../support/archive/archive-location.ts';

// What is searched was folded by the version of the folding that the archive notes. Where the program has another one, it is
// made anew.

async function usedArchive() {
  const archive = await archiveOfTest();
  const service = startService(smallWorld());
  const answers = async () => {
    await using desk = await openServer(service, { archive });
    const all: unknown[] = [];
    for (const args of [
      { query: 'refund' },
      { query: 'bw*', country: 'germany' },
      { query: '"order number"', limit: 5 },
    ]) {
      const { total, hits } = (await desk.ask('search_transcripts', args)).data;
      expect(total).toBeGreaterThan(0);
      all.push({ total, ids: hits.map(({ chat_id: id }) => id) });
    }
    for (const args of [
      { query: 'muller' },
      { query: 'EXAMPLE.net', limit: 100 },
      { country: 'germany', limit: 100 },
      {},
    ]) {
      const { total, visitors } = (await desk.ask('list_visitors', args)).data;
      expect(total).toBeGreaterThan(0);
      all.push({ total, visitors });
    }
    return all;
  };
  const change = async (statements: readonly string[]): Promise<unknown> => {
    const { dialect } = ENGINE === 'sqlite' ? openSqlite(archive, false) : openPostgres(archive);
    const db = new Kysely<Schema>({ dialect });
    for (const statement of statements) await sql.raw(statement).execute(db);
    const rows = await db.selectFrom('foldings').orderBy('account').orderBy('made').selectAll().execute();
    await db.destroy();
    return rows.filter(({ account }) => account === Math.max(...rows.map((row) => row.account)));
  };
  return { service, answers, change };
}

const FORGET = [
  "UPDATE visitors SET words = 'folded otherwise', country = 'elsewhere'",
  "UPDATE transcripts SET country = 'elsewhere', city = NULL",
  'DELETE FROM transcript_words',
];
const DONE = ['transcripts', 'visitors'].map((made) => ({ made, version: FOLDING_VERSION, behind: null }));

test('what another version of the folding made is made anew, and where that was interrupted it goes on', async () => {
  const { service, answers, change } = await usedArchive();
  onTestFinished(service[Symbol.asyncDispose]);
  const before = await answers();
  expect(await change([])).toMatchObject(DONE);
  await change([...FORGET, 'UPDATE foldings SET version = 99']);
  expect(await answers()).toEqual(before);
  expect(await change([])).toMatchObject(DONE);

  const middle = 'SELECT visitor_id FROM visitors ORDER BY visitor_id LIMIT 1 OFFSET 20';
  await change([
    `UPDATE visitors SET words = 'folded otherwise' WHERE visitor_id > (${middle})`,
    `UPDATE foldings SET behind = (${middle}) WHERE made = 'visitors'`,
  ]);
  expect(await answers()).toEqual(before);
  expect(await change([])).toMatchObject(DONE);
});

test('another folding has another version', () => {
  const samples =
    'a Z ß ẞ ı İ ø Σ ς ﬁ ǆ ŉ ﷺ ½ ① ٣ é e\u0301 \u0323 \u0336 返 ガ ｶ \uFF9E \u3099 한 \u1112\u1161\u11AB กิ क्षि שָׁ لَّ ـ 👩‍👧 👍🏽 🇳🇴 ❤️ a\u200Bb \u00AD - * " \' . _ don’t æðþłŧ ىیک １２ Crème-BRÛLÉE';
  const hash = createHash('sha256').update(foldedWords(samples).join('\n')).digest('hex').slice(0, 16);
  // Where this fails, raise the version with the hash: else no archive has its words made anew.
  expect({ version: FOLDING_VERSION, hash }).toEqual({ version: 1, hash: '0032d966e1ac5c55' });
});
