// `npm run bench`: how fast pages are read within a limit that is known or not, on a simulated clock.
import { setImmediate } from 'node:timers/promises';
import { mock } from 'node:test';
import { simulateService } from '../test/upstream/requests/simulated-service.ts';
import { idealMillis, refusedShare, unknownLimits, walk } from '../test/upstream/requests/simulated-walk.ts';
import { record } from './machine.ts';

const PAGES = 1000;
const LATENCY = 40;
const STEP = 20;
const START = Date.UTC(2026, 10, 20);

mock.timers.enable({ apis: ['setTimeout', 'Date'], now: START });

/** Lets a moment pass, and everything happen that is due in it. */
async function pass(): Promise<void> {
  mock.timers.tick(STEP);
  await setImmediate();
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

async function measure(limit: (accepted: number) => number, requestsPerMinute: number, tells = true) {
  const service = simulateService({ limit, latencyMillis: LATENCY, tells });
  const took = await walk({ service, requestsPerMinute, pages: PAGES, pass });
  const ideal = idealMillis(PAGES, limit, LATENCY);
  return {
    seconds: Math.round(took / 1000),
    ideal_seconds: Math.round(ideal / 1000),
    of_ideal: rounded(took / ideal),
    refused: rounded(refusedShare(service)),
  };
}

const entries = async (limits: readonly (readonly [string, (accepted: number) => number])[], tells: boolean) => {
  const results: Record<string, Awaited<ReturnType<typeof measure>>> = {};
  for (const [name, limit] of limits) results[name] = await measure(limit, 600, tells);
  return results;
};

await record('pacing', {
  pages: PAGES,
  latency_millis: LATENCY,
  limit_known: { 7: await measure(() => 7, 7), 60: await measure(() => 60, 60), 600: await measure(() => 600, 600) },
  limit_unknown_under_600: await entries(unknownLimits(PAGES), true),
  limit_unknown_and_untold_under_600: await entries(unknownLimits(PAGES), false),
});
