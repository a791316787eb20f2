import { fill } from '../../archive/sync/fill.ts';
import { SyncLoop } from '../../archive/sync/sync-loop.ts';
import type { Settings } from '../../config/read.ts';
import { seconds, type Clock } from '../../model/time/units.ts';
import { delay } from '../../upstream/requests/delay.ts';
import type { Log } from '../log.ts';
import type { AccountArchive } from '../account-archive.ts';
import { planOf, USUAL_SYNC, watchPlanOf } from './sync-plan.ts';
import { watchAt } from './watch-at.ts';

/** Servers that start together do not all sync the same desks: which one is first is left to chance. */
const STARTS_WITHIN = seconds(2);

/** Begins to do in a server what `sync --watch` does: in one process of all that share the archive. */
export function startServerSync(settings: Settings, opened: AccountArchive, clock: Clock, log: Log): SyncLoop {
  const loop = new SyncLoop({
    clock,
    sleep: (duration, signal) => delay(duration * 1000, signal),
    lease: async () => {
      await opened.open();
      return opened.store.leaseSync();
    },
    isLoginRefused: () => opened.upstream.isLoginRefused(),
    fill: (run) => opened.use(() => fill({ ...run, archive: opened.archive }, planOf(USUAL_SYNC, settings, clock()))),
    watch: (run) => watchAt(settings.watch_requests_per_minute, opened, run, watchPlanOf(settings, USUAL_SYNC)),
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
