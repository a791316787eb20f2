import type { UnboundRun } from '../../archive/sync/sync-loop.ts';
import { watch, type WatchPlan } from '../../archive/sync/watch.ts';
import type { AccountArchive } from '../account-archive.ts';

/** Keeps an archive fresh with at most so many requests a minute, as `watch` does. */
export async function watchAt(
  requestsPerMinute: number,
  opened: AccountArchive,
  run: UnboundRun,
  plan: WatchPlan,
): Promise<void> {
  await opened.open();
  const { archive, close } = opened.atMost(requestsPerMinute);
  try {
    await opened.use(() => watch({ ...run, archive }, plan));
  } finally {
    await close();
  }
}
