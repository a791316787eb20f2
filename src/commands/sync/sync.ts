import type { Archive } from '../../archive/archive.ts';
import { fill, type Shortfall, type SyncPlan } from '../../archive/sync/fill.ts';
import type { Settings } from '../../config/read.ts';
import { zoneOf, type Zone } from '../../model/calendar/zone.ts';
import { createLog } from '../log.ts';
import type { EndingSignal, Run } from '../run.ts';
import { openArchive, type AccountArchive } from '../account-archive.ts';
import { LeasedSync } from './leased-sync.ts';
import { loginToSync, planOf, watchPlanOf, type SyncFlags } from './sync-plan.ts';
import { SyncProgress } from './sync-progress.ts';
import { syncSummary } from './sync-summary.ts';
import { watchAt } from './watch-at.ts';
import { durationText } from '../../model/words/duration.ts';

/** Exit codes that a shell takes for the end by a signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Fills the archive of the settings, and keeps it fresh with `watch`. Sets the exit code: 1 when a part was left that may
 * be read next time, as of a signal when one ended the filling; single records that cannot be read are no such part. Throws
 * InvalidConfiguration, InvalidArgument, SyncUnderWay, WrongCredentials and ArchiveUnusable.
 */
export async function sync(settings: Settings, flags: SyncFlags, run: Run): Promise<void> {
  const { clock, errors } = run;
  const login = loginToSync(settings);
  const plan = planOf(flags, settings, clock());
  const log = createLog(settings.log_level, errors);

  const stop = stopAtSignal(run);
  const progress = new SyncProgress(errors, clock, settings.requests_per_minute);
  const opened = await openArchive(settings, login, clock, log.warn);
  const leased = new LeasedSync({ opened, clock, signal: stop.signal, events: progress });
  try {
    await leased.begin();
    const shortfalls = await filled(leased, opened, plan, { goesOn: flags.watch, stop });
    progress.close();
    await tellSummary(opened.archive, plan, shortfalls, { run, zone: zoneOf(settings.timezone), stop, progress });
    const signal = stop.signalled();
    if (signal !== undefined) run.exitCode = EXIT_CODES[signal];
    else if (shortfalls.some(({ isLeft }) => isLeft)) run.exitCode = 1;
    if (!flags.watch || signal !== undefined) return;

    const requestsPerMinute = Math.min(settings.watch_requests_per_minute, settings.requests_per_minute);
    progress.watch(`Keeping it fresh, with at most ${requestsPerMinute} requests a minute, until it is stopped.`);
    await unlessStopped(stop, () =>
      leased.part(true, (run) => watchAt(requestsPerMinute, opened, run, watchPlanOf(settings, plan))),
    );
    run.exitCode = 0;
  } finally {
    progress.close();
    await leased.end();
    await opened.close();
  }
}

/** Fills an archive until that is done or it is stopped. Returns what is not whole. */
async function filled(
  leased: LeasedSync,
  opened: AccountArchive,
  plan: SyncPlan,
  { goesOn, stop }: { readonly goesOn: boolean; readonly stop: Stop },
): Promise<readonly Shortfall[]> {
  const work = (): Promise<Shortfall[]> =>
    leased.part(goesOn, (run) => opened.use(() => fill({ ...run, archive: opened.archive }, plan)));
  return (await unlessStopped(stop, work)) ?? [];
}

/** Tells what an archive holds, and what that has cost. */
async function tellSummary(
  archive: Archive,
  plan: SyncPlan,
  shortfalls: readonly Shortfall[],
  {
    run: { clock, output },
    zone,
    stop,
    progress,
  }: { readonly run: Run; readonly zone: Zone; readonly stop: Stop; readonly progress: SyncProgress },
): Promise<void> {
  await unlessStopped(stop, async () => {
    const lines = await syncSummary(archive, clock, plan, shortfalls, zone);
    lines.push(`Cost              ${progress.requests} requests in ${durationText(progress.elapsed)}`);
    if (stop.signalled() !== undefined) {
      lines.push('It was stopped. What was read is kept, and the same command goes on from there.');
    }
    output.write(`${lines.join('\n')}\n`);
  });
}

/** Does something until that is done or a person stops it: then nothing is returned. */
async function unlessStopped<T>(stop: Stop, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (stop.signalled() === undefined) throw error;
    return undefined;
  }
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
