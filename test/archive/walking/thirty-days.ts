import { expect } from 'vitest';
import type { World } from '../../../src/sandbox/world/world.ts';
import { DAY, NOW, startDesk } from '../../mcp/desk.ts';
import { chatsOn, wallTime } from '../../oracle/calendar.ts';

const dayOf = (at: number): string => wallTime('UTC', at).day;

/** Fails unless thirty days that nothing is known of cost one request a page, and a few to find the last one. */
export async function expectRequestAPage(world: World): Promise<void> {
  await using desk = await startDesk(world);
  const rows = chatsOn(world.chats, { from: dayOf(NOW - 30 * DAY), to: dayOf(NOW - DAY) }, 'UTC').length;
  const pages = Math.ceil(rows / 50);
  const most = pages * 1.05 + 8;
  const { result, requests } = await desk.spentOn(() =>
    desk.ask('get_support_performance', { period: 'last_30_days', transcripts: 'loaded' }),
  );
  expect(result.isError, result.text).toBe(false);
  process.stdout.write(
    `30 days: ${rows} rows, ${pages} pages, ${requests} requests, at most ${most.toFixed(1)} allowed\n`,
  );
  expect(requests).toBeLessThanOrEqual(most);
}
