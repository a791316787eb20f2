import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { authoredTranscripts } from '../../../src/archive/figures/authored-transcripts.ts';
import { codeObserver } from '../../../src/archive/records/observed-codes.ts';
import { countsOf, holdingsOf } from '../../../src/archive/walking/holdings.ts';
import { migrationsFor } from '../../../src/archive/migrations/migrations.ts';
import { parseQuery } from '../../../src/archive/words/word-query.ts';
import { TranscriptSearch } from '../../../src/archive/search/transcript-search.ts';
import { openStore } from '../../../src/archive/store.ts';
import { addDays, parseUtcDay, startOfDay, utcDayOf } from '../../../src/model/time/day.ts';
import { ChatId } from '../../../src/model/ids.ts';
import { CallerText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { makeOldArchive } from './old-archive.ts';
import { temporaryFile } from '../tables/temporary-file.ts';

// An archive that any earlier version left tells what was put into it, and has what this version keeps beside it made by the first question.

const OWNER = { origin: 'https://chat.example.com', login: 'anna@example.com' };
const FIRST_DAY = parseUtcDay('2026-11-01');
const CHATS = 30;
const VERSIONS = Object.keys(migrationsFor('sqlite'));
const requestedAt = (id: number) => epochMillis(startOfDay(addDays(FIRST_DAY, id % 9)) + id * 1000);

const AUTHORS = ['Vera', 'Anna', 'Vera'];
const ids = Array.from({ length: CHATS }, (_, index) => index + 1);
const hasTranscript = (id: number): boolean => id % 3 !== 0;

/** Writes rows in the columns that there were from the beginning. */
function fill(path: string): void {
  const file = new DatabaseSync(path);
  file.prepare('INSERT INTO accounts VALUES (1, ?, ?)').run(OWNER.origin, OWNER.login);
  const has = (table: string) => file.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;
  if (has('account_keys')) {
    file.prepare("INSERT INTO account_keys VALUES (1, 'pseudonyms', ?)").run('0'.repeat(64));
  }
  const chat = file.prepare(
    'INSERT INTO chats (account, chat_id, requested_at, missed_code, visitor_name, agent_id, agent_first_name, seen_at) VALUES (1, ?, ?, ?, ?, 7, ?, ?)',
  );
  const head = file.prepare("INSERT INTO transcripts (account, chat_id, fetched_at, context) VALUES (1, ?, ?, '{}')");
  const said = file.prepare("INSERT INTO messages VALUES (1, ?, ?, ?, 'Hello there', ?, ?, NULL)");
  for (const id of ids) {
    const at = requestedAt(id);
    chat.run(id, at, id % 2, 'Vera', 'Anna', at + 1);
    if (!hasTranscript(id)) continue;
    head.run(id, at + 1);
    for (const [position, author] of AUTHORS.entries()) {
      said.run(id, position, author, at + position, author === 'Anna' ? 1 : 0);
    }
  }
  if (has('daily_totals')) {
    const day = file.prepare('INSERT INTO daily_totals (account, day) VALUES (1, ?)');
    for (const one of new Set(ids.map((id) => utcDayOf(requestedAt(id))))) day.run(one);
  }
  file.close();
}

test.each(VERSIONS.slice(0, -1))('an archive of the version %s tells what was put into it', async (version) => {
  const path = await temporaryFile();
  await makeOldArchive(path, version);
  fill(path);
  const store = await openStore(path, OWNER);
  onTestFinished(() => store.close());
  const { tables } = store;

  // Once as it is, and once with what was made of it.
  for (let round = 0; round < 2; round += 1) {
    const byDay = Map.groupBy(ids, (id) => id % 9);
    expect((await countsOf(tables)).totals).toEqual(
      Array.from({ length: 9 }, (_, day) => ({
        day: addDays(FIRST_DAY, day),
        chats: byDay.get(day)?.length,
        transcripts: byDay.get(day)?.filter(hasTranscript).length,
      })),
    );
    const holdings = await holdingsOf(tables, await countsOf(tables));
    expect(holdings.chats).toEqual({
      count: CHATS,
      transcripts: 20,
      oldest: Math.min(...ids.map(requestedAt)),
      newest: Math.max(...ids.map(requestedAt)),
    });
    const authored = await authoredTranscripts(
      tables,
      ids.map((id) => ChatId.parse(id)),
    );
    expect(authored.sort((one, other) => one.chatId - other.chatId)).toEqual(
      ids.filter(hasTranscript).map((chatId) => ({
        chatId,
        visitor: { name: 'Vera' },
        agent: { firstName: 'Anna' },
        authors: [
          { authorName: 'Vera', userTypeCode: 0 },
          { authorName: 'Anna', userTypeCode: 1 },
        ],
        by: [0, 1, 0],
        at: AUTHORS.map((_, position) => requestedAt(chatId) + position),
      })),
    );
    expect(await new TranscriptSearch(tables).count(parseQuery(CallerText.parse('hello there')), {})).toMatchObject({
      count: 20,
    });
    const { chats, transcripts } = await codeObserver(tables)();
    expect(new Map(chats.map(({ missedCode, count }) => [missedCode, count]))).toEqual(
      new Map([
        [0, 15],
        [1, 15],
      ]),
    );
    expect(new Map(transcripts.map(({ chat: { chatId }, authors }) => [chatId, authors]))).toEqual(
      new Map(
        ids.filter(hasTranscript).map((id) => [
          id,
          [
            { name: 'Vera', userTypeCode: 0, firstAt: requestedAt(id) },
            { name: 'Anna', userTypeCode: 1, firstAt: requestedAt(id) + 1 },
          ],
        ]),
      ),
    );
  }
});

test.each([
  ['folded', 'vera', 1],
  ['not folded', '', 0],
])('visitors that are %s are known as that', async (_how, words, version) => {
  const path = await temporaryFile();
  await makeOldArchive(path, '0015_daily_totals');
  const file = new DatabaseSync(path);
  file.prepare('INSERT INTO accounts VALUES (1, ?, ?)').run(OWNER.origin, OWNER.login);
  file
    .prepare("INSERT INTO visitors (account, visitor_id, context, words, seen_at) VALUES (1, 1, '{}', ?, 1)")
    .run(words);
  file.close();
  const store = await openStore(path, OWNER);
  onTestFinished(() => store.close());
  expect(await store.tables.foldings().orderBy('made').selectAll().execute()).toEqual([
    { account: 1, made: 'transcripts', version: 1, behind: null },
    { account: 1, made: 'visitors', version, behind: null },
  ]);
});
