import { createArchive, type Archive } from '../archive/archive.ts';
import { DEFAULT_MAXIMUM_AGES, type MaximumAges } from '../archive/freshness.ts';
import { openStore, type Store } from '../archive/store.ts';
import type { Account, Settings } from '../config/read.ts';
import type { Clock } from '../model/units.ts';
import { createUpstream, type Upstream } from '../upstream/client.ts';
import type { Ledger } from '../upstream/ledger.ts';

/** The archive of one desk, with the service behind it. */
export interface OpenArchive {
  readonly archive: Archive;
  readonly store: Store;
  readonly upstream: Upstream;
  /** Sets the damaged file of the archive aside, and begins a new one. Throws ArchiveUnusable. */
  readonly replace: () => Promise<void>;
  readonly close: () => Promise<void>;
}

type ArchiveSettings = Pick<
  Settings,
  'archive' | 'ca' | 'requestsPerMinute' | 'lookBackDays' | 'retentionDays' | 'auditRetentionDays' | 'maximumAges'
>;

/** How old what changes may be, by the settings. */
export function maximumAgesOf({ maximumAges }: Pick<Settings, 'maximumAges'>): MaximumAges {
  return { ...DEFAULT_MAXIMUM_AGES, ...maximumAges };
}

/**
 * Wires the archive of a desk to the service; `tell` is given what the person who runs it should know. Nothing is asked
 * before the first question. Throws ArchiveUnusable.
 */
export async function openArchive(
  settings: ArchiveSettings,
  account: Account,
  clock: Clock,
  tell: (words: string) => void,
): Promise<OpenArchive> {
  const { archive: location, ca, requestsPerMinute, lookBackDays, retentionDays, auditRetentionDays } = settings;
  const maximumAges = maximumAgesOf(settings);
  const open = () => openStore(location, { origin: account.baseUrl.origin, login: account.email }, { tell, clock });
  const archiveIn = (store: Store): Archive =>
    createArchive(
      store,
      { lookBackDays, maximumAges, requestsPerMinute, retentionDays, auditRetentionDays },
      upstream,
      clock,
    );
  let store = await open();
  const ledger: Ledger = { exchange: (step) => store.ledger.exchange(step), read: () => store.ledger.read() };
  const upstream = createUpstream({ ...account, requestsPerMinute, clock, ca, ledger, now: () => store.now() });
  let archive = archiveIn(store);
  return {
    get archive() {
      return archive;
    },
    get store() {
      return store;
    },
    upstream,
    replace: async () => {
      // Renaming a file that is open would leave its end to take away what belongs to the new one.
      await archive.close();
      store.setAside();
      store = await open();
      archive = archiveIn(store);
    },
    close: async () => {
      await archive.close();
      await upstream.close();
    },
  };
}
