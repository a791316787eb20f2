import { randomBytes } from 'node:crypto';
import type { AccountKey, Connection } from '../schema/schema.ts';
import { upsert } from '../tables/upsert.ts';
import type { Tables } from '../tables/tables.ts';

const BYTES = 32;

/** Makes the key by which the people of an account get their pseudonyms: with the account, once. */
export async function makePseudonymKey(connection: Connection, account: AccountKey): Promise<void> {
  const hex = randomBytes(BYTES).toString('hex');
  await upsert(connection, 'account_keys', [{ account, purpose: 'pseudonyms', hex }]);
}

/**
 * Makes a function that reads, once, the 32 bytes that pseudonyms of an account are made with, the same in every process
 * on its archive. Throws ArchiveUnusable.
 */
export function pseudonymKeyOf(tables: Tables): () => Promise<Uint8Array> {
  let known: Promise<Uint8Array> | undefined;
  const read = async (): Promise<Uint8Array> => {
    const row = await tables.accountKeys().where('purpose', '=', 'pseudonyms').select('hex').executeTakeFirstOrThrow();
    return Buffer.from(row.hex, 'hex');
  };
  return async () => {
    known ??= read();
    try {
      return await known;
    } catch (error) {
      known = undefined;
      throw error;
    }
  };
}
