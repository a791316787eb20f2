import type { SyncPlan } from '../../archive/sync/fill.ts';
import type { TranscriptChoice } from '../../archive/sync/transcript-sync.ts';
import type { WatchPlan } from '../../archive/sync/watch.ts';
import type { Login, Settings } from '../../config/read.ts';
import { resolvePeriod } from '../../model/calendar/period.ts';
import { zoneOf } from '../../model/calendar/zone.ts';
import { InvalidConfiguration } from '../../model/errors.ts';
import { CallerText, trusted } from '../../model/text/trusted-text.ts';
import { addDays, startOfDay, utcDayOf } from '../../model/time/day.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { maximumAgesOf } from '../account-archive.ts';

export interface SyncFlags {
  /** First and last day, `yyyy-MM-dd`, in the zone of the settings. */
  readonly from?: string;
  readonly to?: string;
  readonly transcripts: TranscriptChoice;
  readonly watch: boolean;
}

/** What is read where nobody says: the last 90 days, and a sample of their transcripts. */
export const USUAL_SYNC: SyncFlags = { transcripts: 'sampled', watch: true };

/** Returns the login whose archive a sync fills. Throws InvalidConfiguration where there is none that stays. */
export function loginToSync({ account, archive }: Settings): Login {
  if (account === undefined) {
    throw new InvalidConfiguration(
      'The embedded sandbox keeps its archive in memory, so there is nothing that a sync could fill.',
      'Leave out --sandbox. To try it, run the command sandbox and sync with the configuration that it prints.',
    );
  }
  if (archive === 'memory') {
    throw new InvalidConfiguration(
      'An archive in memory ends with the process, so there is nothing that a sync could fill.',
      'Name a file or a PostgreSQL database with --archive or CHAT_OPERATIONS_ARCHIVE, or leave it out.',
    );
  }
  return account;
}

/** Returns what a sync by these flags reads. Throws InvalidConfiguration and InvalidArgument. */
export function planOf(
  { transcripts, watch: isWatching, ...flags }: SyncFlags,
  { timezone, retention_days: retentionDays }: Settings,
  now: EpochMillis,
): SyncPlan {
  const [from, to] = [flags.from, flags.to].map((day) => (day === undefined ? undefined : CallerText.parse(day)));
  if (isWatching && to !== undefined) {
    throw new InvalidConfiguration('With --watch the last day is always today, and --to was given.', 'Leave one out.');
  }
  const zone = zoneOf(timezone);
  const usual = resolvePeriod({ period: trusted`last_90_days` }, zone, now);
  const { start, end } = resolvePeriod({ from: from ?? (to === undefined ? usual.from : undefined), to }, zone, now);
  const kept = retentionDays === undefined ? start : startOfDay(addDays(utcDayOf(now), -retentionDays));
  if (from !== undefined && retentionDays !== undefined && start < kept) {
    throw new InvalidConfiguration(
      trusted`The archive keeps ${retentionDays} days, and --from is before that: what is read of it would be removed again.`,
      'Give a later day, or a larger --retention-days.',
    );
  }
  return { start: start < kept ? kept : start, end, transcripts };
}

/** Returns what is kept fresh of what a sync has read. */
export function watchPlanOf(
  settings: Pick<Settings, 'look_back' | 'maximum_age_seconds'>,
  { transcripts }: Pick<SyncPlan, 'transcripts'>,
): WatchPlan {
  return { transcripts, lookBackDays: settings.look_back, maximumAges: maximumAgesOf(settings) };
}
