import type { CodeObservations } from '../model/codes.ts';
import { isEverything, shownKey, type Shown } from '../model/shown.ts';
import type { Clock, EpochMillis } from '../model/time/units.ts';
import type { Upstream } from '../upstream/client.ts';
import { Agents } from './records/agents.ts';
import { Audit } from './care/audit.ts';
import { calendarOf, type Calendar } from './walking/archived-days.ts';
import { ColumnCache } from './figures/column-cache.ts';
import type { AccountTables } from './tables/tables.ts';
import type { ChangeFeed } from './sharing/change-feed.ts';
import { Chats } from './records/chats.ts';
import { DayChecks } from './records/day-checks.ts';
import { Confirmations } from './sharing/confirmations.ts';
import { CodeMeanings } from './records/code-meanings.ts';
import { codeObserver } from './records/observed-codes.ts';
import type { MaximumAges } from './walking/freshness.ts';
import { countsOf, holdingsOf, type Holdings } from './walking/holdings.ts';
import { Lists } from './walking/whole-lists.ts';
import { OfflineMessages } from './records/offline-messages.ts';
import { OnceAmongAll } from './sharing/once-among-all.ts';
import { pseudonymKeyOf } from './care/pseudonym-key.ts';
import { recoveriesIn, type DatedRecovery } from './care/recovery.ts';
import { ReadingTime } from './walking/reading-time.ts';
import { TranscriptSearch } from './search/transcript-search.ts';
import { revisionOf, keepWhileUnchanged } from './tables/revision.ts';
import { Retention } from './care/retention.ts';
import { SharedWork } from './sharing/shared-work.ts';
import { SingleRecords } from './records/single-records.ts';
import type { Store } from './store.ts';
import { Triage } from './records/triage-decisions.ts';
import { Transcripts } from './records/transcripts.ts';
import { Visitors } from './records/visitors/visitors.ts';
import { Walks } from './walking/walks.ts';

interface ArchiveSettings {
  readonly lookBackDays: number;
  readonly maximumAges: MaximumAges;
  readonly requestsPerMinute: number;
  /** The number of days that are kept; all where it is not given. */
  readonly retentionDays?: number | undefined;
  /** The number of days that lines of the audit are kept; all where it is not given. */
  readonly auditRetentionDays?: number | undefined;
}

/** The account's local copy: every record is read once, kept, and answered from many times. */
export interface Archive {
  readonly chats: Chats;
  readonly transcripts: Transcripts;
  readonly search: TranscriptSearch;
  readonly offlineMessages: OfflineMessages;
  readonly triage: Triage;
  readonly agents: Agents;
  readonly visitors: Visitors;
  /**
   * The number of changes of records so far, by whichever process. What is made of records may be kept while this is
   * what it was before that was made; what is made of chats alone, longer: by `chats.revision()`. Coverage does not
   * count, and is read anew each time. Costs one short statement. Throws ArchiveUnusable.
   */
  revision(): Promise<number>;
  /** The number of records at hand. Nothing is read for it. */
  holdings(): Promise<Holdings>;
  /** The days of chats at hand. Nothing is read for it. */
  calendar(): Promise<Calendar>;
  /** The counts of each integer code with what can prove its meaning, over all chats. */
  observedCodes(): Promise<CodeObservations>;
  /** The same over the chats that this archive shows. */
  shownCodes(): Promise<CodeObservations>;
  /** What people said that codes mean. */
  readonly codeMeanings: CodeMeanings;
  /** The 32 bytes that pseudonyms of the desk are made with (privacy/redaction/). Read once. Throws ArchiveUnusable. */
  pseudonymKey(): Promise<Uint8Array>;
  /** Tells of what changes, whoever changes it. */
  readonly changes: Pick<ChangeFeed, 'listen' | 'isReady'>;
  /** The replies to questions that were put to people. */
  readonly confirmations: Confirmations;
  /** The lines of what was done that cannot be undone. */
  readonly audit: Audit;
  /** The number of days that are kept; undefined where all are. */
  readonly retentionDays: number | undefined;
  /** Removes what is older; cheap when nothing is. Throws ArchiveUnusable. */
  applyRetention(): Promise<void>;
  /** The moments at which damaged files were set aside that are still there, oldest first. */
  setAsideAt(): readonly EpochMillis[];
  /** The damages that were met, and what of the decisions here was carried over each time, oldest first. */
  recoveries(): Promise<readonly DatedRecovery[]>;
  /** The records that it shows, and of which all that it tells is made. */
  readonly shown: Shown;
  /** The same archive with some records alone: nothing is read for others. It lasts as long as this one, and is closed with it. */
  showing(shown: Shown): Archive;
  /** Stops all fetching at once and closes the database. */
  close(): Promise<void>;
}

/** The records of a store, with `upstream` for what is missing. */
export function createArchive(store: Store, settings: ArchiveSettings, upstream: Upstream, clock: Clock): Archive {
  const { tables } = store;
  const work = new SharedWork(clock, settings.requestsPerMinute);
  const once = new OnceAmongAll(work, upstream.claims, clock);
  const walks = new Walks(tables, work, once, new ReadingTime(upstream), clock);
  const retention = new Retention(tables, settings, clock);
  const lists = new Lists(tables, walks, retention, clock);
  const singles = new SingleRecords(work, once, clock);
  const sources = { tables, lists, singles, upstream, maximumAges: settings.maximumAges, clock };
  const columns = new ColumnCache();
  const checks = new DayChecks(tables, clock);
  const observedCodes = codeObserver(tables);
  const readThrough = (shown: AccountTables) => {
    const offlineMessages = new OfflineMessages({ ...sources, tables: shown });
    const chats = new Chats(shown, walks, upstream, clock, { ...settings, columns, checks });
    const counts = keepWhileUnchanged(shown, 'records', () => countsOf(shown));
    return {
      shown: shown.shown,
      chats,
      offlineMessages,
      transcripts: new Transcripts(sources, shown),
      search: new TranscriptSearch(shown),
      triage: new Triage(shown, offlineMessages, clock),
      agents: new Agents({ ...sources, tables: shown }),
      visitors: new Visitors(sources, shown),
      holdings: async () => holdingsOf(shown, await counts()),
      calendar: async () => calendarOf(await chats.dayRuns(), (await counts()).totals),
      shownCodes: shown === tables ? observedCodes : codeObserver(shown),
    };
  };
  const pseudonymKey = pseudonymKeyOf(tables);
  const confirmations = new Confirmations(tables, pseudonymKey, store.now);
  const parts = new Map<string, Archive>();
  const archive: Archive = {
    ...readThrough(tables),
    revision: () => revisionOf(tables, 'records'),
    observedCodes,
    codeMeanings: new CodeMeanings(tables, clock),
    audit: new Audit(tables, clock),
    pseudonymKey,
    confirmations,
    changes: store.changes,
    retentionDays: settings.retentionDays,
    applyRetention: async () => {
      await confirmations.forget(clock());
      await retention.apply();
    },
    setAsideAt: () => store.file?.setAsideAt() ?? [],
    recoveries: () => recoveriesIn(tables),
    showing: (shown) => {
      if (isEverything(shown)) return archive;
      const key = shownKey(shown);
      const part = parts.get(key) ?? { ...archive, ...readThrough(tables.showing(shown)) };
      parts.set(key, part);
      return part;
    },
    close: async () => {
      await confirmations.close();
      await retention.stop();
      await work.close();
      await store.close();
    },
  };
  return archive;
}
