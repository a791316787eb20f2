import { afterEach, beforeEach, expect, test } from 'vitest';
// In front of what opens archives.
import '../../support/archive/file-for-several.ts';
import { ENGINE } from '../../support/archive/archive-location.ts';
import { fakeTime, realTime } from '../../support/faked-time.ts';
import { NOW } from '../../mcp/desk.ts';
import { runSeveral } from './several-servers.ts';

// The same as several-servers.test.ts, for ten minutes of simulated time; it prints what it counts.

beforeEach(() => fakeTime(NOW));
afterEach(() => realTime());

test.each([
  { requestsPerMinute: 60, kills: 0 },
  { requestsPerMinute: 60, kills: 8 },
  { requestsPerMinute: 600, kills: 0 },
  { requestsPerMinute: 600, kills: 8 },
])('a sync and three servers at $requestsPerMinute a minute, $kills of them killed', async (options) => {
  const { twice, ...figures } = await runSeveral({ ...options, minutes: 10, seed: 1 });
  process.stdout.write(`${JSON.stringify({ engine: ENGINE, ...options, ...figures, twice: twice.length })}\n`);
  // A process that is killed loses what was under way, and what had come and was not written down yet.
  expect(twice.length, twice.join('\n')).toBeLessThanOrEqual(Math.max(options.kills, figures.underWayAtKills));
});
