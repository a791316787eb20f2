import type { Progress } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { startDesk } from './desk.ts';

/** Asks about the last 30 days while each request takes this long, and collects the notices. */
async function noticesWhenARequestTakes(millis: number): Promise<Progress[]> {
  await using desk = await startDesk();
  const { service, client } = desk;
  service.gateway = () => {
    service.clock.now += millis;
  };
  const notices: Progress[] = [];
  await client.callTool(
    { name: 'get_support_performance', arguments: { period: 'last_30_days' } },
    { onprogress: (notice) => notices.push(notice) },
  );
  return notices;
}

describe('progress notices', () => {
  it('come with what takes longer than a second, one a second at most, always rising', async () => {
    const notices = await noticesWhenARequestTakes(600);
    const figures = notices.map(({ progress }) => progress);
    expect(figures.length).toBeGreaterThan(1);
    expect(figures).toEqual([...new Set(figures)].toSorted((one, other) => one - other));
    expect(notices[0]?.message).toMatch(/^\d+ pages of chats$/);
  });

  it('do not come with a quick answer', async () => {
    expect(await noticesWhenARequestTakes(10)).toEqual([]);
  });
});
