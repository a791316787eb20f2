import { COUNTED } from './revision-counter.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

// The archive says that it is unchanged: what was made of it is as it would be made again.

/**
 * The parts of an archive whose changes are counted: chats, of which columns are made; all records; and looks, which
 * tell the coverage. They are apart because a quiet desk is looked at every minute and a sync reads a transcript every
 * second, and neither changes what was made of chats.
 */
export type Subject = 'chats' | 'records' | 'looks';

const REVISIONS = statement((tables) => tables.revisions().select(COUNTED));

/**
 * Returns the number of changes of a subject so far, by whichever process. While it is the same, reading gives the same:
 * what is made of the subject may be kept under the number that was read before. Throws ArchiveUnusable.
 */
export async function revisionOf(tables: Tables, subject: Subject): Promise<number> {
  const [{ chats, others, looks } = { chats: 0, others: 0, looks: 0 }] = await REVISIONS(tables, {});
  return { chats, records: chats + others, looks }[subject];
}

/** Makes a function that makes a value anew only after its subject has changed. */
export function keepWhileUnchanged<Value>(
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
