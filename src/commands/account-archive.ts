import { createArchive, type Archive } from '../archive/archive.ts';
import { DEFAULT_MAXIMUM_AGES, type MaximumAges } from '../archive/walking/freshness.ts';
import type { SharedConnections } from '../archive/postgres/shared-connections.ts';
import { openStore, type Store } from '../archive/store.ts';
import type { Login, Settings } from '../config/read.ts';
import type { ArchiveDamaged } from '../model/errors.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import type { Clock } from '../model/time/units.ts';
import { createUpstream, type Upstream } from '../upstream/client.ts';
import type { Ledger } from '../upstream/requests/request-history.ts';
import type { Transport } from '../upstream/transport/transport.ts';

/** The archive of an account, with the service behind it. */
export interface AccountArchive {
  /**
   * Opens it, if it is not open: one try serves everybody who waits for it, and the next call is another try.
   * Throws ArchiveUnusable.
   */
  readonly open: () => Promise<void>;
  /** As it was opened last. Throws why it could not be opened, where it is not. */
  readonly archive: Archive;
  readonly store: Store;
  readonly upstream: Upstream;
  /**
   * Does something with it, once it is open. Throws ArchiveUnusable; where its file turns out to be damaged, ArchiveDamaged from then
   * on, whoever asks: the next start sets the file aside.
   */
  readonly use: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * The same archive once more, as it is open now, with the service asked at most so often a minute: for work that is to
   * leave the rest to questions. Its `close` leaves the archive open. Throws as `archive` does.
   */
  readonly atMost: (requestsPerMinute: number) => Pick<AccountArchive, 'archive' | 'close'>;
  readonly close: () => Promise<void>;
}

type ArchiveSettings = Pick<
  Settings,
  | 'archive'
  | 'ca_file'
  | 'requests_per_minute'
  | 'look_back'
  | 'retention_days'
  | 'audit_retention_days'
  | 'maximum_age_seconds'
>;

/** Returns the ages that data may have, by the settings. */
export function maximumAgesOf({ maximum_age_seconds: ages = {} }: Pick<Settings, 'maximum_age_seconds'>): MaximumAges {
  return { ...DEFAULT_MAXIMUM_AGES, ...omitUndefined(ages) };
}

/**
 * Wires the archive of an account to the service; `tell` is given what the person who runs it should know. `transport` sends the
 * requests, by default over real connections. Nothing is opened yet, and nothing is asked before the first question.
 */
export function wireArchive(
  settings: ArchiveSettings,
  login: Login,
  clock: Clock,
  tell: (words: string) => void,
  connections?: SharedConnections,
  transport?: Transport,
): AccountArchive {
  const { archive: location, ca_file: ca, requests_per_minute: requestsPerMinute } = settings;
  const maximumAges = maximumAgesOf(settings);
  const owner = { origin: login.baseUrl.origin, login: login.email };
  let opened: { readonly store: Store; readonly archive: Archive } | undefined;
  let opening: Promise<void> | undefined;
  let damage: ArchiveDamaged | undefined;
  let failure: Error = new TypeError('the archive is not open yet');
  const current = (): NonNullable<typeof opened> => {
    if (opened === undefined) throw failure;
    return opened;
  };
  const ledger: Ledger = {
    update: (step) => current().store.ledger.update(step),
    read: () => current().store.ledger.read(),
  };
  const now = (): number => current().store.now();
  const upstreamAt = (perMinute: number): Upstream =>
    createUpstream({ ...login, requestsPerMinute: perMinute, clock, ca, ledger, now, transport });
  const upstream = upstreamAt(requestsPerMinute);
  const kept = {
    lookBackDays: settings.look_back,
    maximumAges,
    requestsPerMinute,
    retentionDays: settings.retention_days,
    auditRetentionDays: settings.audit_retention_days,
  };
  const openAnew = async (): Promise<void> => {
    try {
      const store = await openStore(location, owner, omitUndefined({ tell, clock, connections }));
      opened = { store, archive: createArchive(store, kept, upstream, clock) };
    } catch (error) {
      opened = undefined;
      if (error instanceof Error) failure = error;
      throw error;
    }
  };
  const open = (): Promise<void> => {
    if (damage !== undefined) return Promise.reject(damage);
    if (opened !== undefined) return Promise.resolve();
    opening ??= openAnew().finally(() => (opening = undefined));
    return opening;
  };
  return {
    open,
    get archive() {
      return current().archive;
    },
    get store() {
      return current().store;
    },
    upstream,
    use: async (work) => {
      await open();
      try {
        return await work();
      } catch (error) {
        const met = await current().store.damageBehind(error);
        damage ??= met;
        throw damage ?? error;
      }
    },
    atMost: (perMinute) => {
      const slow = upstreamAt(Math.min(perMinute, requestsPerMinute));
      const store = { ...current().store, close: () => Promise.resolve() };
      const archive = createArchive(store, kept, slow, clock);
      return {
        archive,
        close: async () => {
          await archive.close();
          await slow.close();
        },
      };
    },
    close: async () => {
      // An archive that is still being opened is closed, too.
      await opening?.catch(() => undefined);
      await opened?.archive.close();
      await upstream.close();
    },
  };
}

/** The same, opened at once. Throws ArchiveUnusable. */
export async function openArchive(...wiring: Parameters<typeof wireArchive>): Promise<AccountArchive> {
  const archive = wireArchive(...wiring);
  try {
    await archive.open();
    return archive;
  } catch (error) {
    await archive.close();
    throw error;
  }
}
