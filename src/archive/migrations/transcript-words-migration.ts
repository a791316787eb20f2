import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../tables/engine.ts';
import { contextFrom } from '../tables/rows.ts';
import type { AccountKey, Schema } from '../tables/schema.ts';
import { foldedPlaces, foldedWords } from '../search/indexed-words.ts';

/** Transcripts are searched by their words, and by the places that they come from. */
export const transcriptWordsMigration = (engine: Pick<Engine, 'words'>): Migration => ({
  up: async (db: Kysely<Schema>) => {
    await sql`ALTER TABLE transcripts ADD COLUMN country text`.execute(db);
    await sql`ALTER TABLE transcripts ADD COLUMN city text`.execute(db);
    // With the id: the chats of a period are bounded by it (transcript-search.ts).
    await sql`DROP INDEX chats_by_time`.execute(db);
    await sql`CREATE INDEX chats_by_time ON chats (account, requested_at, chat_id)`.execute(db);
    await engine.words.create(db);
    await indexTranscripts(db, engine);
  },
});

const CHATS_AT_ONCE = 200;

/** Indexes the transcripts at hand, of all desks. */
export async function indexTranscripts(db: Kysely<Schema>, engine: Pick<Engine, 'words'>): Promise<void> {
  const accounts = await db.selectFrom('accounts').select('account').execute();
  for (const { account } of accounts) {
    for (let last = 0; ;) {
      const rows = await db
        .selectFrom('transcripts')
        .where('account', '=', account)
        .where(sql<boolean>`chat_id > ${last}`)
        .orderBy('chat_id')
        .limit(CHATS_AT_ONCE)
        .select(['chat_id', 'context'])
        .execute();
      const end = rows.at(-1);
      if (end === undefined) break;
      await indexSome(db, engine, account, rows);
      last = end.chat_id;
    }
  }
}

async function indexSome(
  db: Kysely<Schema>,
  engine: Pick<Engine, 'words'>,
  account: AccountKey,
  rows: readonly Pick<Schema['transcripts'], 'chat_id' | 'context'>[],
): Promise<void> {
  const messages = await db
    .selectFrom('messages')
    .where('account', '=', account)
    .where(
      'chat_id',
      'in',
      rows.map(({ chat_id: chatId }) => chatId),
    )
    .orderBy('chat_id')
    .orderBy('position')
    .select(['chat_id', 'text'])
    .execute();
  const byChat = Map.groupBy(messages, ({ chat_id: chatId }) => chatId);
  await engine.words.put(
    db,
    account,
    rows.map(({ chat_id: chatId }) => ({
      chatId,
      messages: (byChat.get(chatId) ?? []).map(({ text }) => foldedWords(text)),
    })),
  );
  for (const { chat_id: chatId, context } of rows) {
    await db
      .updateTable('transcripts')
      .where('account', '=', account)
      .where('chat_id', '=', chatId)
      .set(foldedPlaces(contextFrom(context)))
      .execute();
  }
}
