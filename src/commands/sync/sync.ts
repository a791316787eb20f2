import type { SyncLease } from '../../archive/tables/engine.ts';
import { fill, type Shortfall, type SyncPlan } from '../../archive/sync/fill.ts';
import type { SyncRun } from '../../archive/sync/sync-run.ts';
import type { TranscriptChoice } from '../../archive/sync/transcript-sync.ts';
import { watch } from '../../archive/sync/watch.ts';
import type { Account, Settings } from '../../config/read.ts';
import { durationWords } from '../../mcp/words/quantities.ts';
import { InvalidConfiguration, SyncUnderWay } from '../../model/errors.ts';
import { addDays, startOfDay, utcDayOf } from '../../model/time/day.ts';
import { resolvePeriod } from '../../model/calendar/period.ts';
import { CallerText, trusted } from '../../model/text/trusted-text.ts';
import { systemClock, type EpochMillis } from '../../model/time/units.ts';
import { zoneOf, type Zone } from '../../model/calendar/zone.ts';
import { delay } from '../../upstream/requests/delay.ts';
import { createLog } from '../log.ts';
import { maximumAgesOf, openArchive, type DeskArchive } from '../open-archive.ts';
import { SyncProgress } from './sync-progress.ts';
import { syncSummary } from './sync-summary.ts';
import { waitForSignal } from '../wait-for-signal.ts';

export interface SyncFlags {
  /** First and last day, `yyyy-MM-dd`, in the zone of the settings. */
  readonly from?: string;
  readonly to?: string;
  readonly transcripts: TranscriptChoice;
  readonly watch: boolean;
}

/** Exit codes that a shell takes for the end by a signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

const clock = systemClock;

/**
 * Fills the archive of the settings, and keeps it fresh with `watch`. Sets the exit code: 1 when a part was left that may
 * be read next time, as of a signal when one ended the filling; single records that cannot be read are no such part. Throws
 * InvalidConfiguration, InvalidArgument, SyncUnderWay, WrongCredentials and ArchiveUnusable.
 */
export async function sync(settings: Settings, flags: SyncFlags): Promise<void> {
  const account = accountOf(settings);
  const plan = planOf(flags, settings, clock());
  const log = createLog(settings.logLevel);
  for (const warning of settings.warnings) log.warn(warning);

  const stop = stopAtSignal();
  const progress = new SyncProgress(process.stderr, clock, settings.requestsPerMinute);
  const opened = await openArchive(settings, account, clock, log.warn);
  const lease = await leaseOf(opened);
  const runOn = ({ archive }: DeskArchive): SyncRun => ({
    archive,
    clock,
    sleep: (duration, signal) => delay(duration * 1000, signal),
    signal: AbortSignal.any([stop.signal, lease.lost]),
    events: progress,
  });
  try {
    const shortfalls = await fillArchive(opened, runOn, plan, zoneOf(settings.zone), stop, progress);
    const signal = stop.signalled();
    if (signal !== undefined) process.exitCode = EXIT_CODES[signal];
    else if (shortfalls.some(({ isLeft }) => isLeft)) process.exitCode = 1;
    if (!flags.watch || signal !== undefined) return;

    const requestsPerMinute = Math.min(settings.watchRequestsPerMinute, settings.requestsPerMinute);
    const watched = await openArchive({ ...settings, requestsPerMinute }, account, clock, log.warn);
    progress.watch(`Keeping it fresh, with at most ${requestsPerMinute} requests a minute, until it is stopped.`);
    const { lookBackDays } = settings;
    const watchPlan = { transcripts: plan.transcripts, lookBackDays, maximumAges: maximumAgesOf(settings) };
    await untilStopped(watched, stop, progress, () => watched.use(() => watch(runOn(watched), watchPlan)));
    process.exitCode = 0;
  } finally {
    await lease.release();
  }
}

/** Fills an archive, tells what it holds then, and closes it. */
async function fillArchive(
  opened: DeskArchive,
  runOn: (opened: DeskArchive) => SyncRun,
  plan: SyncPlan,
  zone: Zone,
  stop: Stop,
  progress: SyncProgress,
): Promise<readonly Shortfall[]> {
  let shortfalls: readonly Shortfall[] = [];
  await untilStopped(opened, stop, progress, async () => {
    try {
      shortfalls = await opened.use(() => fill(runOn(opened), plan));
    } catch (error) {
      if (stop.signalled() === undefined) throw error;
    }
    progress.close();
    const lines = await syncSummary(opened.archive, clock, plan, shortfalls, zone);
    lines.push(`Cost              ${progress.requests} requests in ${durationWords(progress.elapsed)}`);
    if (stop.signalled() !== undefined) {
      lines.push('It was stopped. What was read is kept, and the same command goes on from there.');
    }
    process.stdout.write(`${lines.join('\n')}\n`);
  });
  return shortfalls;
}

/** Works on an archive until that is done or a person stops it, and closes it. */
async function untilStopped(
  { close }: DeskArchive,
  stop: Stop,
  progress: SyncProgress,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (stop.signalled() === undefined) throw error;
  } finally {
    progress.close();
    await close();
  }
}

interface Stop {
  readonly signal: AbortSignal;
  /** By which signal it was stopped. */
  readonly signalled: () => keyof typeof EXIT_CODES | undefined;
}

function stopAtSignal(): Stop {
  const stop = new AbortController();
  let signalled: keyof typeof EXIT_CODES | undefined;
  const listen = async (): Promise<void> => {
    signalled = await waitForSignal();
    stop.abort(new Error('The sync was stopped'));
  };
  void listen();
  return { signal: stop.signal, signalled: () => signalled };
}

async function leaseOf({ store, close }: DeskArchive): Promise<SyncLease> {
  try {
    const lease = await store.leaseSync();
    if (lease === undefined) throw new SyncUnderWay();
    return lease;
  } catch (error) {
    await close();
    throw error;
  }
}

function accountOf({ account, archive }: Settings): Account {
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

function planOf(
  { transcripts, watch: isWatching, ...flags }: SyncFlags,
  { zone: zoneName, retentionDays }: Settings,
  now: EpochMillis,
): SyncPlan {
  const [from, to] = [flags.from, flags.to].map((day) => (day === undefined ? undefined : CallerText.parse(day)));
  if (isWatching && to !== undefined) {
    throw new InvalidConfiguration('With --watch the last day is always today, and --to was given.', 'Leave one out.');
  }
  const zone = zoneOf(zoneName);
  const usual = resolvePeriod({ period: 'last_90_days' }, zone, now);
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
