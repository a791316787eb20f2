import { existsSync } from 'node:fs';
import { Kysely } from 'kysely';
import { ArchiveDamaged, ArchiveUnusable } from '../model/errors.ts';
import { systemClock, type Clock } from '../model/time/units.ts';
import { memoryLedger, type Ledger } from '../upstream/requests/request-history.ts';
import { accountIn, bindAccount, deskHash, type Owner } from './account.ts';
import { repeatErasures } from './care/erasure.ts';
import type { ArchiveFile, Engine, SyncLease } from './tables/engine.ts';
import { retryWhileLocked } from './tables/locked.ts';
import { formatIn, setUp, toReadAgain, type FormatState, type ToReadAgain } from './set-up.ts';
import { setAsideWords } from './care/recovery-words.ts';
import type { SharedConnections } from './postgres/shared-connections.ts';
import { requestLedger } from './sharing/request-ledger.ts';
import type { AccountKey, Schema } from './schema/schema.ts';
import { ChangeFeed } from './sharing/change-feed.ts';
import { SharedTime } from './sharing/shared-time.ts';
import { accountTables, type AccountTables } from './tables/tables.ts';
import type { SetAside, Wanted } from './care/recovery.ts';

/** The opened database of one desk's records, with the budget that all processes on it share. */
export interface Store {
  /** The desk whose they are. */
  readonly owner: Owner;
  readonly tables: AccountTables;
  /** Reports changes, those of other processes included. */
  readonly changes: ChangeFeed;
  /** Shared by every process that has the same archive open. */
  readonly ledger: Ledger;
  /** Steady milliseconds that all of those count alike. */
  readonly now: () => number;
  /**
   * The right to be the only sync of the desk, which outlives the store; undefined while another process has it. Throws
   * ArchiveUnusable.
   */
  leaseSync(): Promise<SyncLease | undefined>;
  /** Takes what was removed out of the bytes that it left behind, too. Throws ArchiveUnusable. */
  wipe(): Promise<void>;
  /** Reads everything there is. Returns what is wrong, in the engine's words; nothing when all is sound. */
  flaws(): Promise<readonly string[]>;
  /** What another version had stored otherwise and has yet to be read again. */
  toReadAgain(): Promise<readonly ToReadAgain[]>;
  /** Copies the decisions as they are now, if the engine needs a copy. Throws ArchiveUnusable. */
  backUpDecisions(): Promise<void>;
  /** The bytes that it takes on disk. */
  bytesHeld(): Promise<number>;
  /** The file that it lies in, where it does. */
  readonly file: ArchiveFile | undefined;
  /**
   * Returns what to throw instead of an error that damage of the file caused: the next opening then sets the file aside.
   * Undefined where the file did not cause it.
   */
  damageBehind(error: unknown): Promise<ArchiveDamaged | undefined>;
  close(): Promise<void>;
}

/** The way to tell the person who runs the program. */
export interface Telling {
  readonly tell: (words: string) => void;
  readonly clock: Clock;
  /** The connections to PostgreSQL that the archives of a process share. */
  readonly connections?: SharedConnections;
}

const SILENTLY: Telling = { tell: () => undefined, clock: systemClock };

/**
 * Opens the database of an archive, or makes one, for the desk that it belongs to: a file, `memory`, or the address of
 * a PostgreSQL database. A damaged file is set aside, and a new one begun with all that was decided. Throws DecisionsLost where
 * some of that may be lost, and ArchiveUnusable, each with what to do about it.
 */
export async function openStore(location: string, owner: Owner, telling: Telling = SILENTLY): Promise<Store> {
  const bind: Bind = async (db, engine) => ({ account: await bindAccount(db, engine, owner), owner });
  const wanted = { desk: deskHash(owner), agreed: false };
  // The decisions may be damaged, and the archive, too.
  for (let repairs = 0; ; repairs += 1) {
    try {
      return await storeAt(location, bind, telling, true);
    } catch (error) {
      if (!(error instanceof ArchiveDamaged) || repairs === MOST_REPAIRS) throw error;
      await repair(location, error, wanted, telling);
    }
  }
}

const MOST_REPAIRS = 2;

/**
 * Repairs an archive that could not be opened, so that its decisions are there when it is opened next. Throws DecisionsLost if some
 * of them may be lost and the user has not agreed to that, and ArchiveUnusable.
 */
export async function repair(
  location: string,
  damage: Error,
  wanted: Omit<Wanted, 'now'>,
  { tell, clock }: Telling,
): Promise<SetAside> {
  if (location === 'memory' || isAddress(location)) throw noFile();
  const { recover } = await import('./sqlite/damage/recovery.ts');
  const aside = recover(location, damage, { ...wanted, now: clock() });
  tell(setAsideWords(aside));
  return aside;
}

/**
 * Opens an archive that is there, for the one who looks after it: of a desk, or of the only one in it. Nothing is made
 * where none is, and nothing is set aside. Throws ArchiveUnusable.
 */
export async function openExistingStore(
  location: string,
  owner: Owner | undefined,
  telling: Telling = SILENTLY,
): Promise<Store> {
  if (location === 'memory' || (!isAddress(location) && !existsSync(location))) {
    if (location !== 'memory' && (await hasDecisionsBeside(location))) throw new ArchiveDamaged(GONE, GONE_ADVICE);
    throw new ArchiveUnusable(
      'There is no archive at that place.',
      'Check --archive and CHAT_OPERATIONS_ARCHIVE. An archive is made when a server runs for the first time.',
    );
  }
  return storeAt(location, (db) => accountIn(db, owner), telling, false);
}

/** Looks at the format of an archive without changing anything. Throws ArchiveUnusable for a database that cannot be reached. */
export async function formatOf(location: string): Promise<FormatState> {
  if (location === 'memory' || (!isAddress(location) && !existsSync(location))) return 'none';
  if (!isAddress(location)) {
    const { formatOfFile } = await import('./sqlite/file/format.ts');
    return formatOfFile(location);
  }
  const { name, dialect } = await engineAt(location, false);
  const db = new Kysely<Schema>({ dialect });
  try {
    return await formatIn(db, name);
  } finally {
    await db.destroy();
  }
}

type Bind = (db: Kysely<Schema>, engine: Engine) => Promise<{ readonly account: AccountKey; readonly owner: Owner }>;

async function storeAt(location: string, bind: Bind, telling: Telling, isServer: boolean): Promise<Store> {
  const { tell } = telling;
  const engine = await engineAt(location, isServer, telling.connections);
  for (const warning of engine.warnings) tell(warning);
  const db = new Kysely<Schema>({ dialect: engine.dialect });
  try {
    await retryWhileLocked(() => setUp(db, engine));
    const { account, owner } = await retryWhileLocked(() => bind(db, engine));
    const tables = accountTables(db, engine, account, () => changes.written());
    const changes = new ChangeFeed(tables, engine.neighbours(db, account));
    // Who looks after an archive may look into a damaged one, too.
    if (isServer) await engine.file?.refuseDamageMet(db);
    if (isServer) await backUp(db, engine, tell);
    const time = new SharedTime();
    await time.adjust(tables);
    const ledger = location === 'memory' ? memoryLedger() : requestLedger(tables, time);
    const store: Store = {
      owner,
      tables,
      changes,
      ledger,
      now: time.now,
      leaseSync: () => engine.leaseSync(account),
      wipe: () => engine.wipe(db),
      flaws: () => engine.flaws(db),
      toReadAgain: () => toReadAgain(db, engine),
      backUpDecisions: async () => engine.backUpDecisions?.(db),
      bytesHeld: () => engine.bytesHeld(db),
      file: engine.file,
      damageBehind: async (error) => engine.file?.damageBehind(db, error),
      close: async () => {
        await changes.close();
        await db.destroy();
      },
    };
    if (isServer) await repeatErasures(store, telling.clock);
    return store;
  } catch (error) {
    await db.destroy();
    if (error instanceof ArchiveUnusable) throw error;
    throw new ArchiveUnusable(
      'The archive could not be opened: it is damaged.',
      'Name another file with --archive or CHAT_OPERATIONS_ARCHIVE. Nothing was changed.',
    );
  }
}

/** A backup that fails is made at the next start: questions are answered without it. */
async function backUp(db: Kysely<Schema>, engine: Engine, tell: Telling['tell']): Promise<void> {
  try {
    await retryWhileLocked(() => engine.backUpDecisions?.(db));
  } catch (error) {
    if (!(error instanceof ArchiveUnusable)) throw error;
    tell(`The saved decisions could not be backed up. ${error.message}`);
  }
}

const GONE = 'The archive is gone; its saved decisions are still beside it.';
const GONE_ADVICE =
  'Restore the archive from a backup, or start a server or a sync: it begins a new one with these decisions.';

async function hasDecisionsBeside(location: string): Promise<boolean> {
  const { backupBeside, decisionsBeside } = await import('./sqlite/file/path.ts');
  return [decisionsBeside, backupBeside].some((beside) => existsSync(beside(location)));
}

function noFile(): ArchiveUnusable {
  return new ArchiveUnusable(
    'Only an archive that is a file is begun anew.',
    'A PostgreSQL server has means of its own to repair a database, or to bring a backup back.',
  );
}

function isAddress(location: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(location);
}

/** Loaded only when it is used: who has a file needs no client of a server. */
async function engineAt(location: string, mayMake: boolean, connections?: SharedConnections): Promise<Engine> {
  if (isAddress(location)) {
    const { openPostgres } = await import('./postgres/database.ts');
    return openPostgres(location, connections);
  }
  const { openSqlite } = await import('./sqlite/database.ts');
  return retryWhileLocked(() => openSqlite(location === 'memory' ? ':memory:' : location, mayMake));
}
