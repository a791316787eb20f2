import { onTestFinished } from 'vitest';
import type { Service } from './desk.ts';

/** More than an answer has time for: a desk of these tests gives it a minute at most. */
const OVER = 61_000;

/**
 * Lets so many requests through, and holds the others back until `go` or the end of the test. With the last one the time for
 * the answer is over by the clock of the desk, so that it waits for nothing and does not hang on how fast a machine is.
 */
export function stopAfter(requests: number, service: Service) {
  const released = Promise.withResolvers<void>();
  onTestFinished(() => released.resolve());
  let count = 0;
  service.gateway = async () => {
    count += 1;
    if (count === requests) service.clock.now += OVER;
    if (count > requests) await released.promise;
  };
  return { go: () => released.resolve() };
}
