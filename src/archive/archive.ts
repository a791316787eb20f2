import { Kysely } from 'kysely';
import { ArchiveUnusable } from '../model/errors.ts';
import type { CodeObservations } from '../model/codes.ts';
import type { Clock } from '../model/units.ts';
import type { Upstream } from '../upstream/client.ts';
import { bindAccount } from './account.ts';
import { Agents } from './agents.ts';
import { Chats } from './chats.ts';
import { observedCodes } from './codes.ts';
import type { MaximumAges } from './freshness.ts';
import { Lists } from './lists.ts';
import { despiteLocks } from './locked.ts';
import { migrate } from './migrations.ts';
import { OfflineMessages } from './offline-messages.ts';
import type { Schema } from './schema.ts';
import { SharedWork } from './shared-work.ts';
import { SingleRecords } from './single-records.ts';
import { openSqlite } from './sqlite/database.ts';
import { accountTables } from './tables.ts';
import { Transcripts } from './transcripts.ts';
import { Visitors } from './visitors.ts';
import { Walks } from './walks.ts';

interface ArchiveSettings {
  /** A file, or `memory`. */
  readonly location: string;
  /** The login that the archive is bound to, together with the service's origin. */
  readonly login: string;
  readonly lookBackDays: number;
  readonly maximumAges: MaximumAges;
  readonly requestsPerMinute: number;
}

/** The account's local copy: every record is read once, kept, and answered from many times. */
export interface Archive {
  readonly chats: Chats;
  readonly transcripts: Transcripts;
  readonly offlineMessages: OfflineMessages;
  readonly agents: Agents;
  readonly visitors: Visitors;
  /** How often each integer code was seen with what can prove its meaning. */
  observedCodes(): Promise<CodeObservations>;
  /** Stops all fetching at once and closes the database. */
  close(): Promise<void>;
}

/** Opens an archive, or makes one. Throws ArchiveUnusable with what to do about it. */
export async function openArchive(settings: ArchiveSettings, upstream: Upstream, clock: Clock): Promise<Archive> {
  const location = settings.location === 'memory' ? ':memory:' : settings.location;
  const db = new Kysely<Schema>({ dialect: await despiteLocks(() => openSqlite(location)) });
  try {
    await despiteLocks(() => migrate(db));
    const account = await despiteLocks(() => bindAccount(db, upstream.origin, settings.login));
    const tables = accountTables(db, account);
    const work = new SharedWork(clock, settings.requestsPerMinute);
    const walks = new Walks(tables, work, clock);
    const lists = new Lists(tables, walks, clock);
    const singles = new SingleRecords(work, clock);
    const { maximumAges } = settings;
    return {
      chats: new Chats(tables, walks, upstream, clock, settings),
      transcripts: new Transcripts(tables, singles, upstream),
      offlineMessages: new OfflineMessages(tables, lists, singles, upstream, maximumAges.offline_messages),
      agents: new Agents(tables, lists, singles, upstream, maximumAges.agents),
      visitors: new Visitors(tables, lists, singles, upstream, maximumAges.visitors),
      observedCodes: () => observedCodes(tables),
      close: async () => {
        await work.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    if (error instanceof ArchiveUnusable) throw error;
    throw new ArchiveUnusable(
      'The archive could not be opened: it is damaged.',
      'Name another file with --archive or CHAT_OPERATIONS_ARCHIVE. Nothing was changed.',
    );
  }
}
