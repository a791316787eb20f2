import type { Dialect, RawBuilder } from 'kysely';
import type { ArchiveDamaged } from '../../model/errors.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { AccountKey, Connection, EngineName } from '../schema/schema.ts';
import type { WordIndex } from './word-index.ts';

/** The right to be the only sync of a desk. It ends with the process that has it, however that ends. */
export interface SyncLease {
  /** Aborted when the right is lost before it is given back. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** The other processes that have an archive open. */
export interface Neighbours {
  /** Tells them that something of the desk has changed. Does not throw: who is not told looks now and then. */
  tell(): Promise<void>;
  /**
   * Calls `heard` when one of them may have changed something, and after they could not be heard for a while, until the function
   * that it returns is called.
   */
  hear(heard: () => void): () => void;
}

/** A file beside an archive that holds what the archive held. */
export interface ArchiveCopy {
  readonly path: string;
  /** Set aside because an older version made it, or because it was damaged. */
  readonly kind: 'older' | 'damaged';
  readonly bytes: number;
}

/** The file that an archive lies in, and what lies beside it. */
export interface ArchiveFile {
  readonly path: string;
  /** Whether it can only be read: then nothing is written, not even for a start. */
  readonly isReadOnly: boolean;
  copies(): readonly ArchiveCopy[];
  /** Removes all copies, and returns them. */
  removeCopies(): readonly ArchiveCopy[];
  /** The moments at which damaged files were set aside, oldest first. */
  setAsideAt(): readonly EpochMillis[];
  /** Throws ArchiveDamaged where damage was met in the file when it was open before: it may be read whole for this. */
  refuseDamageMet(db: Connection): Promise<void>;
  /**
   * Returns what to throw instead of an error that damage of the file caused, and leaves a mark for the next opening;
   * undefined where the file did not cause it. May read all of the file for it, once.
   */
  damageBehind(db: Connection, error: unknown): Promise<ArchiveDamaged | undefined>;
}

/** The differences between the databases that an archive may lie in: a SQLite file or memory, and PostgreSQL. */
export interface Engine {
  readonly name: EngineName;
  readonly dialect: Dialect;
  /** Warnings for the person who runs the program, about the place of the archive. */
  readonly warnings: readonly string[];
  /** Whether it belongs to one desk alone. Else each desk is found by its origin and login. */
  readonly holdsOneDesk: boolean;
  /**
   * Keeps everybody else from writing to a desk, or (0) from setting up the archive, until a transaction ends: what it
   * reads stays true until it writes. Called first in each.
   */
  readonly excludeWriters: (transaction: Connection, account: AccountKey | 0) => Promise<void>;
  /**
   * The clock that everybody shares who has the archive open, in milliseconds: it may be set, which that of one
   * machine (upstream/requests/uptime.ts) may not. None where they all are on one machine.
   */
  readonly now?: (connection: Connection) => Promise<number>;
  /** Whether a column has one of some numbers, which are bound as one value. */
  readonly isAmong: (column: RawBuilder<unknown>, ids: RawBuilder<readonly number[]>) => RawBuilder<boolean>;
  /** The index of the words of transcripts. */
  readonly words: WordIndex;
  /** The other processes that may change something of a desk. */
  readonly neighbours: (db: Connection, account: AccountKey) => Neighbours;
  /** The right to be the only sync of a desk; undefined while another process has it. Throws ArchiveUnusable. */
  readonly leaseSync: (account: AccountKey) => Promise<SyncLease | undefined>;
  /** Takes what was removed out of the bytes that it left behind, too. Throws ArchiveUnusable. */
  readonly wipe: (db: Connection) => Promise<void>;
  /** Reads everything there is. Returns what is wrong, in the engine's words; nothing when all is sound. */
  readonly flaws: (db: Connection) => Promise<readonly string[]>;
  /** The bytes that the archive takes on disk. */
  readonly bytesHeld: (db: Connection) => Promise<number>;
  /** The name of what the decisions lie in, apart from all other tables. */
  readonly decisionSchema: string;
  /** Makes what tables lie in, where the engine has such and it is not there; what an earlier version made is set aside. */
  readonly makeSchemas?: (transaction: Connection) => Promise<void>;
  /** Takes over what was decided in an archive that was set aside. */
  readonly takeOver?: (transaction: Connection) => Promise<void>;
  /** Has a copy of the decisions as they are now; absent where copies are made of the whole database. Throws ArchiveUnusable. */
  readonly backUpDecisions?: (db: Connection) => Promise<void>;
  /**
   * Whether the tables are described by these statements, or nothing is described yet; absent where the engine keeps the
   * description safe itself.
   */
  readonly isDescribedBy?: (db: Connection, statements: readonly string[] | 'nothing') => Promise<boolean>;
  /** The file of the archive, where it is one. */
  readonly file?: ArchiveFile;
}
