// `npm run bench`: how fast pages are read within a limit that is known or not, on a simulated clock.
import { setImmediate } from 'node:timers/promises';
import { mock } from 'node:test';
import { ChatId } from '../src/model/ids.ts';
import type { Priority } from '../src/model/progress.ts';
import { simulateService } from '../test/upstream/requests/simulated-service.ts';
import {
  idealMillis,
  refusedShare,
  unknownLimits,
  upstreamOf,
  walk,
} from '../test/upstream/requests/simulated-walk.ts';
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

/** Measures the wait of people's requests while a thousand pages are read in the background: a person asks five in a minute. */
async function people(limit: number) {
  const service = simulateService({ limit: () => limit, latencyMillis: LATENCY });
  const upstream = upstreamOf(service, limit);
  const context = (priority: Priority) => ({ signal: new AbortController().signal, priority });
  const state = { pages: 0 };
  void (async () => {
    for (; state.pages < PAGES; state.pages += 1)
      await upstream.listChats({ page: state.pages + 1 }, context('background'));
  })();
  const began = Date.now();
  const waits: number[] = [];
  let nextAt = began + 90_000;
  while (state.pages < PAGES) {
    await pass();
    if (Date.now() < nextAt) continue;
    nextAt += 60_000;
    for (let request = 0; request < 5; request += 1) {
      const askedAt = Date.now();
      const onRequest = () => waits.push(Date.now() - askedAt);
      void upstream
        .getChat(ChatId.parse(waits.length + request + 1), { ...context('person'), onRequest })
        .catch(() => {});
    }
  }
  return {
    seconds: Math.round((Date.now() - began) / 1000),
    people_asked: waits.length,
    started_after_millis: {
      median: waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)],
      max: Math.max(...waits),
    },
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
  people_during_background_work: { 60: await people(60), 600: await people(600) },
});
