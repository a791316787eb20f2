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

export interface ArchiveSettings {
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

/** What an answer may cost behind its back: two minutes' budget (design, "One idea"). */
const MINUTES_BEHIND_ANSWER = 2;

/** Opens an archive, or makes one. Throws ArchiveUnusable with what to do about it. */
export async function openArchive(settings: ArchiveSettings, upstream: Upstream, clock: Clock): Promise<Archive> {
  const db = new Kysely<Schema>({
    dialect: openSqlite(settings.location === 'memory' ? ':memory:' : settings.location),
  });
  try {
    await migrate(db);
    const tables = accountTables(db, await bindAccount(db, upstream.origin, settings.login));
    const work = new SharedWork(clock, MINUTES_BEHIND_ANSWER * settings.requestsPerMinute);
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
      'The archive could not be opened: it is damaged, or another process keeps it locked.',
      'Try again when no other process uses it, or name another file with --archive. Nothing was changed.',
    );
  }
}
