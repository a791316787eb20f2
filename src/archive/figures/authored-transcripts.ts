import { sql } from 'kysely';
import { ArchiveUnusable } from '../../model/errors.ts';
import { Foreign } from '../../model/foreign.ts';
import type { ChatId } from '../../model/ids.ts';
import type { NamedAgent, VisitorContact } from '../../model/records.ts';
import { eachInSlices } from '../../model/slices.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { authoredFrom, authoredIn, authoredText, type Authored, type AuthoredRow } from './authored.ts';
import { batchesOf } from '../tables/batches.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';

/**
 * The transcripts of a statement where all is derived, and where it has to be first; and the messages of one. Each holds
 * up everything else.
 */
const READ_BATCH_SIZE = 1000;
const DERIVE_BATCH_SIZE = 200;
const MESSAGE_BATCH_SIZE = 2000;

/** The authors and times of the messages of a chat, with the names that tell roles, as the list has them now. */
export interface AuthoredTranscript extends Authored {
  readonly chatId: ChatId;
  readonly visitor: Pick<VisitorContact, 'name' | 'email'>;
  readonly agent: Pick<NamedAgent, 'firstName' | 'lastName'>;
}

/** A transcript's row, beside its messages. */
interface Head {
  readonly chat_id: ChatId;
  readonly fetched_at: EpochMillis;
  readonly authored: string | null;
}

interface OfSome {
  readonly chatIds: readonly ChatId[];
}

const LISTED = statement((tables, given: Given<OfSome>) =>
  tables
    .chats()
    .innerJoin('transcripts', (join) =>
      join.onRef('transcripts.account', '=', 'chats.account').onRef('transcripts.chat_id', '=', 'chats.chat_id'),
    )
    .where(tables.isAmong('chats.chat_id', given.value('chatIds')))
    .select([
      'chats.chat_id',
      'fetched_at',
      'authored',
      'visitor_name',
      'visitor_email',
      'agent_first_name',
      'agent_last_name',
    ]),
);

const READ_AT = statement((tables, given: Given<OfSome>) =>
  tables
    .transcripts()
    .where(tables.isAmong('chat_id', given.value('chatIds')))
    .select(['chat_id', 'fetched_at']),
);

/** Messages in the order of their chats, behind one of them. */
const MESSAGES = statement((tables, given: Given<OfSome & { chat: number; position: number; limit: number }>) =>
  tables
    .messages()
    .where(tables.isAmong('chat_id', given.value('chatIds')))
    .where(sql<boolean>`(chat_id, position) > (${given.value('chat')}, ${given.value('position')})`)
    .orderBy('chat_id')
    .orderBy('position')
    .limit(given.value('limit'))
    .select(['chat_id', 'position', 'author_name', 'user_type_code', 'at']),
);

/**
 * Returns the authors and times of the messages of those of some chats that are listed and whose transcripts are at
 * hand, in any order.
 */
export async function authoredTranscripts(
  tables: AccountTables,
  chatIds: readonly ChatId[],
): Promise<AuthoredTranscript[]> {
  const transcripts: AuthoredTranscript[] = [];
  await eachInSlices(batchesOf(chatIds, READ_BATCH_SIZE), async (some) => {
    const rows = await LISTED(tables, { chatIds: some });
    const authored = await authoredOf(tables, rows);
    for (const row of rows) {
      const told = authored.get(row.chat_id);
      if (told === undefined) continue;
      transcripts.push({
        chatId: row.chat_id,
        visitor: {
          ...(row.visitor_name !== null && { name: new Foreign(row.visitor_name) }),
          ...(row.visitor_email !== null && { email: new Foreign(row.visitor_email) }),
        },
        agent: {
          ...(row.agent_first_name !== null && { firstName: row.agent_first_name }),
          ...(row.agent_last_name !== null && { lastName: row.agent_last_name }),
        },
        ...told,
      });
    }
  });
  return transcripts;
}

/**
 * Returns the authors and times of the messages of some transcripts. Those that are not stored yet are derived of the
 * messages, and stored if the archive can be written.
 */
export async function authoredOf(tables: AccountTables, heads: readonly Head[]): Promise<Map<ChatId, Authored>> {
  const ready = new Map<ChatId, Authored>();
  const lacking: ChatId[] = [];
  for (const { chat_id: chatId, fetched_at: fetchedAt, authored } of heads) {
    const told = authored === null ? undefined : authoredIn(authored, fetchedAt);
    if (told === undefined) lacking.push(chatId);
    else ready.set(chatId, told);
  }
  let mayWrite = true;
  await eachInSlices(batchesOf(lacking, DERIVE_BATCH_SIZE), async (some) => {
    const written = mayWrite ? await storeIfFree(tables, some) : undefined;
    mayWrite = written !== undefined;
    for (const [chatId, told] of written ?? (await authoredByMessages(tables, some))) ready.set(chatId, told);
  });
  return ready;
}

/** Undefined where the archive cannot be written now: what is at hand is answered all the same. */
async function storeIfFree(
  tables: AccountTables,
  chatIds: readonly ChatId[],
): Promise<Map<ChatId, Authored> | undefined> {
  try {
    return await tables.transactionIfFree((inside) => keepAuthored(inside, chatIds));
  } catch (error) {
    if (error instanceof ArchiveUnusable) return undefined;
    throw error;
  }
}

/** Writes beside some transcripts who wrote when in them. Called in a transaction, after their messages were written. */
export async function keepAuthored(tables: Tables, chatIds: readonly ChatId[]): Promise<Map<ChatId, Authored>> {
  const authored = await authoredByMessages(tables, chatIds);
  const heads = await READ_AT(tables, { chatIds });
  const texts = heads.flatMap(({ chat_id: chatId, fetched_at: fetchedAt }): [ChatId, string][] => {
    const told = authored.get(chatId);
    return told === undefined ? [] : [[chatId, authoredText(told, fetchedAt)]];
  });
  await tables.setAuthored(texts);
  return authored;
}

/** Derives the authors and times of the messages of some chats, of which any may have none at hand. */
async function authoredByMessages(tables: Tables, chatIds: readonly ChatId[]): Promise<Map<ChatId, Authored>> {
  const messages = new Map<ChatId, AuthoredRow[]>(chatIds.map((chatId) => [chatId, []]));
  let [chat, position] = [0, 0];
  for (;;) {
    const rows = await MESSAGES(tables, { chatIds, chat, position, limit: MESSAGE_BATCH_SIZE });
    for (const row of rows) messages.get(row.chat_id)?.push(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < MESSAGE_BATCH_SIZE) break;
    [chat, position] = [last.chat_id, last.position];
  }
  return new Map([...messages].map(([chatId, rows]) => [chatId, authoredFrom(rows)]));
}
