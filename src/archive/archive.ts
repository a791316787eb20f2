import type { CodeObservations } from '../model/codes.ts';
import type { Clock } from '../model/units.ts';
import type { Upstream } from '../upstream/client.ts';
import { Agents } from './agents.ts';
import { Chats } from './chats.ts';
import { observedCodes } from './codes.ts';
import type { MaximumAges } from './freshness.ts';
import { holdingsOf, type Holdings } from './holdings.ts';
import { Lists } from './lists.ts';
import { OfflineMessages } from './offline-messages.ts';
import { ReadingTime } from './reading-time.ts';
import { SharedWork } from './shared-work.ts';
import { SingleRecords } from './single-records.ts';
import type { Store } from './store.ts';
import { Transcripts } from './transcripts.ts';
import { Visitors } from './visitors.ts';
import { Walks } from './walks.ts';

interface ArchiveSettings {
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
  /** How much is at hand. Nothing is read for it. */
  holdings(): Promise<Holdings>;
  /** How often each integer code was seen with what can prove its meaning. */
  observedCodes(): Promise<CodeObservations>;
  /** Stops all fetching at once and closes the database. */
  close(): Promise<void>;
}

/** The records of a store, with `upstream` for what is missing. */
export function createArchive(store: Store, settings: ArchiveSettings, upstream: Upstream, clock: Clock): Archive {
  const { tables } = store;
  const work = new SharedWork(clock, settings.requestsPerMinute);
  const walks = new Walks(tables, work, new ReadingTime(upstream), clock);
  const lists = new Lists(tables, walks, clock);
  const singles = new SingleRecords(work, clock);
  const { maximumAges } = settings;
  return {
    chats: new Chats(tables, walks, upstream, clock, settings),
    transcripts: new Transcripts(tables, singles, upstream, clock),
    offlineMessages: new OfflineMessages(tables, lists, singles, upstream, maximumAges.offline_messages),
    agents: new Agents(tables, lists, singles, upstream, maximumAges.agents),
    visitors: new Visitors(tables, lists, singles, upstream, maximumAges.visitors),
    holdings: () => holdingsOf(tables),
    observedCodes: () => observedCodes(tables),
    close: async () => {
      await work.close();
      await store.close();
    },
  };
}
