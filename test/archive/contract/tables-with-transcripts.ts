import { Foreign } from '../../../src/model/foreign.ts';
import { chatRow, messageRow } from '../../../src/archive/schema/row-conversion.ts';
import { foldedPlaces, foldedWords } from '../../../src/archive/words/indexed-words.ts';
import type { AccountTables } from '../../../src/archive/tables/tables.ts';
import { ChatId } from '../../../src/model/ids.ts';
import { epochMillis, type EpochMillis } from '../../../src/model/time/units.ts';

export const VISITOR = 'Somebody';

/**
 * Writes transcripts as if they had been read, in the place of all that there were: by chat, the messages of its visitor.
 * Ids go up from 1; chats come from México and Norway in turn.
 */
export async function writeTranscripts(
  archive: AccountTables,
  chats: readonly (readonly string[])[],
  requestedAt: (id: number) => number = (id) => id,
): Promise<void> {
  const at = (id: number): EpochMillis => epochMillis(requestedAt(id));
  const ids = chats.map((_, index) => ChatId.parse(index + 1));
  await archive.transaction(async (tables) => {
    const { account } = tables;
    const there = await tables.transcripts().select('chat_id').execute();
    await tables.forgetTranscripts(there.map(({ chat_id: id }) => id));
    const name = new Foreign(VISITOR);
    await tables.upsert(
      'chats',
      ids.map((id) => chatRow({ chatId: id, requestedAt: at(id), visitor: { name } }, account, at(id))),
    );
    await tables.upsert(
      'transcripts',
      ids.map((id) => ({
        account,
        chat_id: id,
        authored: null,
        fetched_at: at(id),
        first_visit_at: null,
        context: '{}',
        ...foldedPlaces({ country: new Foreign(id % 2 === 0 ? 'México' : 'Norway') }),
      })),
    );
    await tables.upsert(
      'messages',
      ids.flatMap((id, index) =>
        (chats[index] ?? []).map((text, position) =>
          messageRow({ text: new Foreign(text), authorName: name }, position, { account, chat_id: id }),
        ),
      ),
    );
    await tables.indexWords(ids.map((chatId, index) => ({ chatId, messages: (chats[index] ?? []).map(foldedWords) })));
  });
}
