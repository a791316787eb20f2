import { afterEach, beforeEach, expect, test } from 'vitest';
// In front of what opens archives.
import '../../support/archive/file-for-several.ts';
import { fakeTime, realTime } from '../../support/faked-time.ts';
import { NOW } from '../../mcp/desk.ts';
import { runSeveral } from './several-servers.ts';

beforeEach(() => fakeTime(NOW));
afterEach(() => realTime());

test('a sync and three servers pay for no record twice, but for what is under way when one of them is killed', async () => {
  const { twice, underWayAtKills, requests } = await runSeveral({
    requestsPerMinute: 60,
    minutes: 2,
    seed: 1,
    kills: 2,
  });
  expect(twice.length - underWayAtKills, twice.join(' ')).toBe(0);
  expect(requests).toBeGreaterThan(100);
});
