import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ArchiveUnusable, DeskNotInArchive } from '../model/errors.ts';
import type { Engine } from './tables/engine.ts';
import { makePseudonymKey } from './care/pseudonym-key.ts';
import type { AccountKey, Schema, Connection } from './schema/schema.ts';
import { upsert } from './tables/upsert.ts';
import { FOLDING_VERSION } from './words/indexed-words.ts';
import { DeskText, trusted } from '../model/text/trusted-text.ts';

function isAccountKey(key: number): key is AccountKey {
  return Number.isSafeInteger(key) && key > 0;
}

/** A desk: the service and the login in whose name it is read. */
export interface Owner {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  readonly login: string;
}

/** A name for a desk that does not tell whose it is: a hash of service and login. */
export function deskHash({ origin, login }: Owner): string {
  return createHash('sha256').update(`${origin}\n${login}`).digest('hex').slice(0, 32);
}

/**
 * The key of a desk in an archive, which it gets at the first use. An engine that holds one desk refuses any other after
 * that: two desks' records must never mix. Throws ArchiveUnusable.
 */
export async function bindAccount(db: Kysely<Schema>, engine: Engine, owner: Owner): Promise<AccountKey> {
  // Nearly always it is there already, and nobody has to wait for a writer.
  const known = await keyOf(db, owner);
  if (known !== undefined && (await holds(db, known, owner))) return known;
  return db.transaction().execute(async (transaction) => {
    await engine.excludeWriters(transaction, 0);
    const account = (await keyOf(transaction, owner)) ?? (await newAccount(transaction, engine, owner));
    if (await holds(transaction, account, owner)) return account;
    await transaction
      .insertInto('held_desks')
      .values({ account, desk: deskHash(owner) })
      .execute();
    const foldings = (['visitors', 'transcripts'] as const).map((made) => ({
      account,
      made,
      version: FOLDING_VERSION,
      behind: null,
    }));
    await upsert(transaction, 'foldings', foldings);
    return account;
  });
}

async function newAccount(connection: Connection, engine: Engine, owner: Owner): Promise<AccountKey> {
  const [other] = await connection.selectFrom('accounts').selectAll().orderBy('account', 'desc').execute();
  if (other !== undefined && engine.holdsOneDesk) throw belongsToAnother(other, owner);
  const account = (other?.account ?? 0) + 1;
  if (!isAccountKey(account)) throw new RangeError('an account key is a positive integer');
  await upsert(connection, 'accounts', [{ account, ...owner }]);
  await makePseudonymKey(connection, account);
  return account;
}

/** Whether the records in an archive are of a desk. Throws ArchiveUnusable where they are of another one than what was decided. */
async function holds(connection: Connection, account: AccountKey, owner: Owner): Promise<boolean> {
  const held = await connection
    .selectFrom('held_desks')
    .where('account', '=', account)
    .select('desk')
    .executeTakeFirst();
  if (held === undefined || held.desk === deskHash(owner)) return held !== undefined;
  throw new ArchiveUnusable(
    'The archive belongs to another desk than the saved decisions beside it.',
    'Put the files back that belong together, or name another file with --archive or CHAT_OPERATIONS_ARCHIVE. Nothing was changed.',
  );
}

/**
 * The key of a desk that an archive holds already, or of the only one in it where none is named, and whose it is. Throws
 * ArchiveUnusable when there is none, or several to choose from.
 */
export async function accountIn(
  db: Kysely<Schema>,
  owner: Owner | undefined,
): Promise<{ readonly account: AccountKey; readonly owner: Owner }> {
  const accounts = await db.selectFrom('accounts').selectAll().orderBy('account').execute();
  const [match, another] =
    owner === undefined
      ? accounts
      : accounts.filter(({ origin, login }) => origin === owner.origin && login === owner.login);
  if (match !== undefined && another === undefined) {
    return { account: match.account, owner: { origin: match.origin, login: match.login } };
  }
  throw match === undefined
    ? new DeskNotInArchive(
        owner === undefined ? 'The archive holds no desk yet.' : 'The archive does not hold this desk.',
        'Check CHAT_OPERATIONS_ARCHIVE, CHAT_OPERATIONS_BASE_URL and CHAT_OPERATIONS_EMAIL. Nothing was changed.',
      )
    : new ArchiveUnusable(
        trusted`The archive holds ${accounts.length} desks.`,
        'Name the desk with CHAT_OPERATIONS_BASE_URL and CHAT_OPERATIONS_EMAIL. Nothing was changed.',
      );
}

async function keyOf(connection: Connection, { origin, login }: Owner): Promise<AccountKey | undefined> {
  const row = await connection
    .selectFrom('accounts')
    .where('origin', '=', origin)
    .where('login', '=', login)
    .select('account')
    .executeTakeFirst();
  return row?.account;
}

function belongsToAnother(owner: Owner, { origin }: Owner): ArchiveUnusable {
  const difference =
    owner.origin === origin
      ? trusted`another login of the same service`
      : trusted`another service, ${DeskText.parse(owner.origin)}`;
  return new ArchiveUnusable(
    trusted`The archive belongs to ${difference}.`,
    'Name another file with --archive or CHAT_OPERATIONS_ARCHIVE: an archive holds one desk. Nothing was changed.',
  );
}
