import { fill, type Shortfall, type SyncPlan } from '../../archive/sync/fill.ts';
import { SyncLoop } from '../../archive/sync/sync-loop.ts';
import type { SyncEvents } from '../../archive/sync/sync-run.ts';
import { watch } from '../../archive/sync/watch.ts';
import type { Settings } from '../../config/read.ts';
import { seconds, type Clock } from '../../model/time/units.ts';
import { delay } from '../../upstream/requests/delay.ts';
import type { AccountArchive } from '../account-archive.ts';
import type { Log } from '../log.ts';
import { planOf, USUAL_SYNC, watchPlanOf } from './sync-plan.ts';

/** Servers that start together do not all sync the same desks: which one is first is left to chance. */
const STARTS_WITHIN = seconds(2);

/** A loop that fills an archive and keeps it fresh: what it reads, and who is told of it. */
interface LoopPlan {
  readonly settings: Settings;
  readonly opened: AccountArchive;
  readonly clock: Clock;
  /** What the next filling reads. */
  readonly plan: () => SyncPlan;
  readonly requestsPerMinute: number;
  /** Told how it goes; by default only the state of the loop changes. */
  readonly events?: SyncEvents;
  readonly filled?: (shortfalls: readonly Shortfall[]) => Promise<void>;
  readonly failed: (error: unknown) => void;
}

/** Makes the loop of an archive: one process of all that share the archive does the work. */
export function syncLoop(of: LoopPlan): SyncLoop {
  const { settings, opened, clock, plan, requestsPerMinute, events, filled, failed } = of;
  return new SyncLoop({
    clock,
    sleep: (duration, signal) => delay(duration * 1000, signal),
    lease: async () => {
      await opened.open();
      return opened.store.leaseSync();
    },
    isLoginRefused: () => opened.upstream.isLoginRefused(),
    fill: async (run) => {
      const told = { ...run, events: events ?? run.events };
      const shortfalls = await opened.use(() => fill({ ...told, archive: opened.archive }, plan()));
      await filled?.(shortfalls);
    },
    watch: async (run) => {
      await opened.open();
      const { archive, close } = opened.atMost(requestsPerMinute);
      try {
        const told = { ...run, archive, events: events ?? run.events };
        await opened.use(() => watch(told, watchPlanOf(settings, plan())));
      } finally {
        await close();
      }
    },
    failed,
  });
}

/** Begins to do in a server what `sync --watch` does. */
export function startServerSync(settings: Settings, opened: AccountArchive, clock: Clock, log: Log): SyncLoop {
  const loop = syncLoop({
    settings,
    opened,
    clock,
    plan: () => planOf(USUAL_SYNC, settings, clock()),
    requestsPerMinute: settings.watch_requests_per_minute,
    failed: log.failure,
  });
  let told: string | undefined;
  loop.onChange((state) => {
    const words = state.kind === 'filling' ? `Sync: reading ${state.what}` : `Sync: ${state.kind}`;
    if (words !== told) log.info(words);
    told = words;
  });
  loop.start(seconds(Math.random() * STARTS_WITHIN));
  return loop;
}
