import type { Progress } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
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

  it.each([
    ['a tool', 'tools/call', { name: 'list_chats', arguments: {} }],
    ['a resource', 'resources/read', { uri: 'chat://visitors/' }],
  ] as const)('come once a second from %s that waits for one page, and end with it', async (_name, method, params) => {
    await using desk = await startDesk();
    const { service, client } = desk;
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    service.gateway = () => {
      arrived.resolve();
      return released.promise;
    };
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const notices: Progress[] = [];
    const options = { onprogress: (notice: Progress) => void notices.push(notice) };
    const asked =
      method === 'tools/call'
        ? client.callTool({ ...params, arguments: {} }, options)
        : client.readResource({ uri: `${params.uri}${service.world.visitors[0]?.visitorId}` }, options);
    await arrived.promise;
    vi.advanceTimersByTime(3500);
    await client.ping();
    expect(notices.map(({ progress }) => progress)).toEqual([1, 2, 3]);
    expect(notices[0]?.message).toBe('waiting for the chat service');
    released.resolve();
    await asked;
    expect(vi.getTimerCount()).toBe(0);
  });
});
