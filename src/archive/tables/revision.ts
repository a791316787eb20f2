import { COUNTED } from './revision-counter.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

// The archive says that it is unchanged: what was made of it is as it would be made again.

/**
 * What may be unchanged: chats, of which columns are made; all records, of which words are made, too; and looks, which tell how
 * much of them is covered, and as of when. A desk that nothing has happened to is looked at every minute while somebody asks, and
 * a sync reads a transcript every second: what was made of chats stays as it was.
 */
export type Subject = 'chats' | 'records' | 'looks';

const REVISIONS = statement((tables) => tables.revisions().select(COUNTED));

/**
 * How often something has changed, by whichever process. As long as it is the same, whoever reads anything reads the same:
 * what is made of it may be kept by the number that was read before it. Throws ArchiveUnusable.
 */
export async function revisionOf(tables: Tables, subject: Subject): Promise<number> {
  const [{ chats, others, looks } = { chats: 0, others: 0, looks: 0 }] = await REVISIONS(tables, {});
  return { chats, records: chats + others, looks }[subject];
}

/** Keeps what was made last, for as long as the number is the one before it. */
export function whileUnchanged<Value>(
  tables: Tables,
  subject: Subject,
  make: () => Promise<Value>,
): () => Promise<Value> {
  let last: { readonly revision: number; readonly made: Promise<Value> } | undefined;
  return async () => {
    const revision = await revisionOf(tables, subject);
    if (last?.revision === revision) return last.made;
    const kept = { revision, made: make() };
    last = kept;
    try {
      return await kept.made;
    } catch (error) {
      if (last === kept) last = undefined;
      throw error;
    }
  };
}
