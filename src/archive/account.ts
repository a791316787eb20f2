import type { Kysely } from 'kysely';
import { ArchiveUnusable } from '../model/errors.ts';
import type { AccountKey, Schema } from './schema.ts';

function isAccountKey(key: number): key is AccountKey {
  return Number.isSafeInteger(key) && key > 0;
}

/** The one desk that a SQLite file belongs to. */
const FIRST = 1;

/**
 * Binds an archive to the origin and login it is filled from, at the first use, and refuses it to any other after
 * that: two desks' records must never mix. Throws ArchiveUnusable.
 */
export async function bindAccount(db: Kysely<Schema>, origin: string, login: string): Promise<AccountKey> {
  if (!isAccountKey(FIRST)) throw new RangeError('an account key is a positive integer');
  await db
    .insertInto('accounts')
    .values({ account: FIRST, origin, login })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const owner = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
  if (owner.origin === origin && owner.login === login) return owner.account;
  const difference = owner.origin === origin ? 'another login of the same service' : `another service, ${owner.origin}`;
  throw new ArchiveUnusable(
    `The archive belongs to ${difference}.`,
    'Name another file with --archive or CHAT_OPERATIONS_ARCHIVE: an archive holds one desk. Nothing was changed.',
  );
}
