import { fill, type Shortfall } from '../../archive/sync/fill.ts';
import { theOnly, type ServerSettings, type Settings } from '../../config/read.ts';
import { zoneOf } from '../../model/calendar/zone.ts';
import { ArchiveUnavailable, ChatOperationsError, SyncUnderWay } from '../../model/errors.ts';
import { seconds, secondsBetween } from '../../model/time/units.ts';
import { durationText } from '../../model/words/duration.ts';
import { delay } from '../../upstream/requests/delay.ts';
import { openArchive, type AccountArchive } from '../account-archive.ts';
import { createLog } from '../log.ts';
import type { EndingSignal, Run } from '../run.ts';
import { syncLoop } from './sync-loop.ts';
import { loginToSync, planOf, type SyncFlags } from './sync-plan.ts';
import { SyncProgress } from './sync-progress.ts';
import { syncSummary } from './sync-summary.ts';

/** Exit codes that a shell takes for the end by a signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Fills the archive of the only account, or of each in turn; to keep them fresh with `watch`, one of several has to be chosen. What
 * goes wrong with one of several is told, and the next goes on. Sets the exit code: that of the only one, else 1 if a part of
 * any was left, and as of a signal when one ended it. Throws what `sync` throws if there is only one.
 */
export async function syncAccounts(settings: ServerSettings, flags: SyncFlags, run: Run): Promise<void> {
  const { accounts, server, warnings } = settings;
  const log = createLog(server.log_level, run.errors);
  for (const warning of warnings) log.warn(warning);
  if (accounts.length === 1 || flags.watch) {
    await sync(theOnly(settings), flags, run);
    return;
  }
  let worst = 0;
  for (const [index, account] of accounts.entries()) {
    const { name } = account;
    run.output.write(`${index === 0 ? '' : '\n'}Account           ${name}\n`);
    run.exitCode = 0;
    try {
      await sync(account, flags, run);
    } catch (error) {
      if (!(error instanceof ChatOperationsError)) throw error;
      run.errors.write(`Account ${name}: ${error.message} ${error.advice}\n`);
      run.exitCode = 1;
    }
    worst = Math.max(worst, run.exitCode);
    // A signal ends all of them.
    if (worst > 1) break;
  }
  run.exitCode = worst;
}

/** One sync: what it fills, for whom, and what ends it. */
interface Sync {
  readonly settings: Settings;
  readonly flags: SyncFlags;
  readonly run: Run;
  readonly opened: AccountArchive;
  readonly progress: SyncProgress;
  readonly stop: Stop;
}

/**
 * Fills the archive of the settings, and keeps it fresh with `watch`. Sets the exit code: 1 when a part was left that may
 * be read next time, as of a signal when one ended the filling; single records that cannot be read are no such part. Throws
 * InvalidConfiguration, InvalidArgument, SyncUnderWay, WrongCredentials and ArchiveUnusable.
 */
async function sync(settings: Settings, flags: SyncFlags, run: Run): Promise<void> {
  const { clock, errors } = run;
  const login = loginToSync(settings);
  // Throws what is wrong with the flags.
  planOf(flags, settings, clock());
  const progress = new SyncProgress(errors, clock, settings.requests_per_minute);
  const opened = await openArchive(settings, login, clock, createLog(settings.log_level, errors).warn);
  try {
    const one = { settings, flags, run, opened, progress, stop: stopAtSignal(run) };
    const lease = await opened.store.leaseSync();
    if (lease === undefined) throw new SyncUnderWay();
    try {
      if (!flags.watch) await fillOnce(one, lease.lost);
    } finally {
      await lease.release();
    }
    if (flags.watch) await keepFresh(one);
  } finally {
    progress.close();
    await opened.close();
  }
}

async function fillOnce(one: Sync, lost: AbortSignal): Promise<void> {
  const { settings, flags, run, opened, progress, stop } = one;
  const { clock } = run;
  try {
    const sleep = (duration: number, signal: AbortSignal): Promise<void> => delay(duration * 1000, signal);
    const signal = AbortSignal.any([stop.signal, lost]);
    const plan = planOf(flags, settings, clock());
    const filling = { clock, sleep, signal, events: progress };
    await summarise(one, await opened.use(() => fill({ ...filling, archive: opened.archive }, plan)));
  } catch (error) {
    if (stop.signalled() === undefined) throw error;
    await summarise(one, []);
  }
}

/** Fills and watches by the loop of a server. Until the first filling is done, only an archive that is away is waited for. */
async function keepFresh(one: Sync): Promise<void> {
  const { settings, flags, run, opened, progress, stop } = one;
  const requestsPerMinute = Math.min(settings.watch_requests_per_minute, settings.requests_per_minute);
  const ended = Promise.withResolvers<undefined>();
  stop.signal.addEventListener('abort', () => ended.resolve(undefined));
  let isFilled = false;
  const loop = syncLoop({
    settings,
    opened,
    clock: run.clock,
    plan: () => planOf(flags, settings, run.clock()),
    requestsPerMinute,
    events: progress,
    filled: async (shortfalls) => {
      if (isFilled) return;
      isFilled = true;
      await summarise(one, shortfalls);
      progress.watch(`Keeping it fresh, with at most ${requestsPerMinute} requests a minute, until it is stopped.`);
    },
    failed: (error) => {
      const passes = error instanceof ArchiveUnavailable || (isFilled && error instanceof ChatOperationsError);
      if (!passes) ended.reject(error);
    },
  });
  loop.onChange((state) => {
    if (state.kind === 'waiting') progress.waits(state.why, secondsBetween(run.clock(), state.until));
  });
  loop.start(seconds(0));
  try {
    await ended.promise;
    if (isFilled) run.exitCode = 0;
    else await summarise(one, []);
  } finally {
    await loop.stop();
  }
}

/** Tells what an archive holds and what that has cost, and sets the exit code. */
async function summarise({ settings, flags, run, opened, progress, stop }: Sync, shortfalls: readonly Shortfall[]) {
  progress.close();
  const { clock, output } = run;
  const plan = planOf(flags, settings, clock());
  const lines = await syncSummary(opened.archive, clock, plan, shortfalls, zoneOf(settings.timezone));
  lines.push(`Cost              ${progress.requests} requests in ${durationText(progress.elapsed)}`);
  const signal = stop.signalled();
  if (signal !== undefined) {
    lines.push('It was stopped. What was read is kept, and the same command goes on from there.');
    run.exitCode = EXIT_CODES[signal];
  } else if (shortfalls.some(({ isLeft }) => isLeft)) run.exitCode = 1;
  output.write(`${lines.join('\n')}\n`);
}

interface Stop {
  readonly signal: AbortSignal;
  /** By which signal it was stopped. */
  readonly signalled: () => EndingSignal | undefined;
}

function stopAtSignal({ untilSignal }: Run): Stop {
  const stop = new AbortController();
  let signalled: EndingSignal | undefined;
  const listen = async (): Promise<void> => {
    signalled = await untilSignal();
    stop.abort(new Error('The sync was stopped'));
  };
  void listen();
  return { signal: stop.signal, signalled: () => signalled };
}
