import { vi, type MockInstance } from 'vitest';
import { slices } from '../../src/model/slices.ts';
import { isCounting, quiet } from './archive/archive-work.ts';

let uninterrupted: MockInstance | undefined;

/** Stops the time until `realTime`. What is computed takes none of it, and so is never interrupted. */
export function fakeTime(now: number): void {
  vi.useFakeTimers({ now });
  uninterrupted = vi.spyOn(slices, 'isOver').mockReturnValue(false);
}

/** Lets the time go on by itself. */
export function realTime(): void {
  vi.useRealTimers();
  uninterrupted?.mockRestore();
}

/**
 * Lets so many milliseconds of the faked time pass. What an archive's server is asked for takes nothing of it, however
 * long that really takes; nor does waiting for a file that others write to (file-for-several.ts).
 */
export async function passTime(millis: number): Promise<void> {
  if (!isCounting()) {
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
