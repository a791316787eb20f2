import { sql } from 'kysely';
import type { ChatId } from '../../model/ids.ts';
import type { Connection, Engine } from '../tables/engine.ts';
import { inParts, inWritableParts } from '../tables/in-parts.ts';
import type { AccountKey } from '../tables/schema.ts';

// What lies beside a transcript (authored.ts) may never say what its messages do not. Whatever changes messages goes through
// tables.ts, which takes it away in the same transaction; then it is made anew, by the same transaction or by a question.

/** Called when messages of some chats are written or removed. */
export async function forgetAuthored(
  connection: Connection,
  engine: Engine,
  account: AccountKey,
  chatIds: readonly number[],
): Promise<void> {
  for (const some of inParts([...new Set(chatIds)])) {
    await sql`UPDATE transcripts SET authored = NULL WHERE account = ${account} AND authored IS NOT NULL
      AND ${engine.isAmong(sql.ref('chat_id'), sql`${some}`)}`.execute(connection);
  }
}

/** Sets what lies beside some transcripts. */
export async function setAuthored(
  connection: Connection,
  account: AccountKey,
  texts: readonly (readonly [ChatId, string])[],
): Promise<void> {
  for (const some of inWritableParts(texts)) {
    const values = some.map(([chatId, text]) => sql`(CAST(${chatId} AS bigint), CAST(${text} AS text))`);
    await sql`UPDATE transcripts SET authored = made.text
      FROM (SELECT column1 AS chat_id, column2 AS text FROM (VALUES ${sql.join(values)}) AS given) AS made
      WHERE account = ${account} AND transcripts.chat_id = made.chat_id`.execute(connection);
  }
}
