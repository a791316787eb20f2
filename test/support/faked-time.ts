import { vi } from 'vitest';
import { quiet } from './archive-work.ts';
import { ENGINE } from './archive-location.ts';

/**
 * Lets so many milliseconds of the faked time pass. What an archive's server is asked for takes nothing of it, however
 * long that really takes.
 */
export async function passTime(millis: number): Promise<void> {
  if (ENGINE === 'sqlite') {
    await vi.advanceTimersByTimeAsync(millis);
    return;
  }
  await quiet();
  const passed = new AbortController();
  setTimeout(() => passed.abort(), millis);
  while (!passed.signal.aborted) {
    await vi.advanceTimersToNextTimerAsync();
    await quiet();
  }
}
