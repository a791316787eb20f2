import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { simulateService, type SimulatedService } from './simulated-service.ts';
import { idealMillis, refusedShare, unknownLimits, walk } from './simulated-walk.ts';
import { oneIn } from '../../support/runs.ts';
import { fakeTime, realTime } from '../../support/faked-time.ts';

// A walk of 1,000 pages on a simulated clock, measured against what the service's own window allows.

const PAGES = 1000;
const LATENCY = 40;

beforeEach(() => {
  fakeTime(Date.UTC(2026, 10, 20));
});
afterEach(() => {
  realTime();
});

const pass = async (): Promise<void> => void (await vi.advanceTimersToNextTimerAsync());
const walkUnder = (service: SimulatedService, requestsPerMinute: number, concurrency = 1): Promise<number> =>
  walk({ service, requestsPerMinute, pages: PAGES, concurrency, pass });

test.each([7, 60, 600])('the limit is known, %i: within 1.02 of the ideal time, and never refused', async (limit) => {
  const service = simulateService({ limit: () => limit, latencyMillis: LATENCY });
  const took = await walkUnder(service, limit);
  expect(service.arrivals.map(({ status }) => status)).toStrictEqual(Array.from({ length: PAGES }, () => 200));
  expect(took / idealMillis(PAGES, () => limit, LATENCY)).toBeLessThanOrEqual(1.02);
});

describe.each(oneIn(3, unknownLimits(PAGES)))('the limit is unknown under a cap of 600, %s', (_name, limit) => {
  test('at most 3 % are refused, within 1.15 of the ideal time', async () => {
    const service = simulateService({ limit, latencyMillis: LATENCY });
    const took = await walkUnder(service, 600);
    expect(refusedShare(service)).toBeLessThanOrEqual(0.03);
    expect(took / idealMillis(PAGES, limit, LATENCY)).toBeLessThanOrEqual(1.15);
  });

  test('the same with four pages at once', async () => {
    const service = simulateService({ limit, latencyMillis: LATENCY });
    const took = await walkUnder(service, 600, 4);
    expect(refusedShare(service)).toBeLessThanOrEqual(0.03);
    expect(took / idealMillis(PAGES, limit, LATENCY / 4)).toBeLessThanOrEqual(1.15);
  });

  test('as few are refused when refusals say nothing', async () => {
    const service = simulateService({ limit, latencyMillis: LATENCY, tells: false });
    const took = await walkUnder(service, 600);
    expect(refusedShare(service)).toBeLessThanOrEqual(0.03);
    // A try for more that is refused then costs the whole minute that is waited when nothing is said.
    expect(took / idealMillis(PAGES, limit, LATENCY)).toBeLessThanOrEqual(1.3);
  });
});
