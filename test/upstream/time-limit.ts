import { onTestFinished, vi } from 'vitest';

/**
 * Until the test ends, the time that is allowed for an answer is over when the test says so, and never before: however short it is
 * said to be, a busy machine may need longer to connect.
 */
export function heldTimeLimit(): { readonly isOver: () => void } {
  let limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    limit = new AbortController();
    return limit.signal;
  });
  onTestFinished(() => timeout.mockRestore());
  return { isOver: () => limit.abort() };
}
