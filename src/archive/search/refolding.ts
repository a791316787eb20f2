import { slices } from '../../model/slices.ts';
import type { ChatId } from '../../model/ids.ts';
import { visitorWords } from '../words/visitor-search-columns.ts';
import { contextFrom, visitorFrom } from '../schema/row-conversion.ts';
import type { Schema } from '../schema/schema.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';
import { foldedPlaces, foldedWordsOfEach, FOLDING_VERSION } from '../words/indexed-words.ts';

type FoldingRow = Schema['foldings'];

/** The rows of one transaction, while which nobody else writes. A transcript has many messages. */
const BATCH_SIZES = { visitors: 200, transcripts: 20 } as const;

const FOLDING = statement((tables, given: Given<Pick<FoldingRow, 'made'>>) =>
  tables.foldings().where('made', '=', given.value('made')).select(['version', 'behind']),
);

/**
 * Makes a function to be awaited before the folded words of visitors or transcripts are searched. Where another version of the
 * folding made them, it makes them anew, batch by batch: everybody else goes on meanwhile, and who is interrupted goes on
 * there. A question waits until all of it is made, beyond its deadline if need be, once for a version. Else it costs one short statement in a process. Throws ArchiveUnusable.
 */
export function foldingOf(tables: AccountTables, made: FoldingRow['made']): () => Promise<void> {
  let folded: Promise<void> | undefined;
  return async () => {
    folded ??= foldAnew(tables, made);
    try {
      await folded;
    } catch (error) {
      folded = undefined;
      throw error;
    }
  };
}

async function foldAnew(tables: AccountTables, made: FoldingRow['made']): Promise<void> {
  for (let after = await nextId(tables, made); after !== undefined;) {
    if (slices.isOver()) await slices.next();
    after = await tables.transaction((inside) => foldBatch(inside, made));
  }
}

/** The id behind which words have yet to be made anew; undefined where none have. */
async function nextId(tables: Tables, made: FoldingRow['made']): Promise<number | undefined> {
  const [row] = await FOLDING(tables, { made });
  if (row?.version !== FOLDING_VERSION) return 0;
  return row.behind ?? undefined;
}

/** Makes the words of the next rows anew. Returns as `nextId` does. */
async function foldBatch(tables: Tables, made: FoldingRow['made']): Promise<number | undefined> {
  const { account } = tables;
  const after = await nextId(tables, made);
  if (after === undefined) return undefined;
  const ids = await FOLD_ROWS[made](tables, after);
  const behind = ids.length < BATCH_SIZES[made] ? null : (ids.at(-1) ?? null);
  await tables.upsert('foldings', [{ account, made, version: FOLDING_VERSION, behind }]);
  return behind ?? undefined;
}

/** Make the words of some rows anew, those behind an id. Return the ids of these rows. */
const FOLD_ROWS: Readonly<Record<FoldingRow['made'], (tables: Tables, after: number) => Promise<readonly number[]>>> = {
  visitors: async (tables, after) => {
    const rows = await tables.rowsInOrder('visitors', { after: [after], limit: BATCH_SIZES.visitors });
    await tables.upsert(
      'visitors',
      rows.map((row) => ({ ...row, ...visitorWords(visitorFrom(row)) })),
    );
    return rows.map(({ visitor_id: id }) => id);
  },
  transcripts: async (tables, after) => {
    const rows = await tables.rowsInOrder('transcripts', { after: [after], limit: BATCH_SIZES.transcripts });
    await tables.upsert(
      'transcripts',
      rows.map((row) => ({ ...row, ...foldedPlaces(contextFrom(row.context)) })),
    );
    const ids = rows.map(({ chat_id: id }) => id);
    await indexMessages(tables, ids);
    return ids;
  },
};

/** Writes the words of the messages at hand of some chats to the index. */
export async function indexMessages(tables: Tables, chatIds: readonly ChatId[]): Promise<void> {
  if (chatIds.length === 0) return;
  const rows = await tables
    .messages()
    .where('chat_id', 'in', chatIds)
    .orderBy('chat_id')
    .orderBy('position')
    .select(['chat_id', 'text'])
    .execute();
  const words = await foldedWordsOfEach(rows.map(({ text }) => text));
  const byChat = Map.groupBy(words.keys(), (index) => rows[index]?.chat_id);
  await tables.indexWords(
    chatIds.map((chatId) => ({
      chatId,
      messages: (byChat.get(chatId) ?? []).map((index) => words[index] ?? []),
    })),
  );
}
