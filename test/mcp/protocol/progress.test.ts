import type { Progress } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MINUTE, openServer, smallWorld, startDesk, startService } from '../desk.ts';
import { chatsOn } from '../../oracle/calendar.ts';

/** Reads the offline messages alone: where none is meant, no chats are read of who wrote. */
const NOWHERE = { query: 'xylophone zeppelin' };

/** Asks about a period while each request takes this long, and collects the notices. */
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
    expect(notices[0]?.message).toMatch(/^\d+ of about \d+ pages of chats, about \d+ s left$/);
    for (const { progress, total = progress } of notices) expect(progress).toBeLessThanOrEqual(total);
  });

  it('tell how much there is and how long the rest takes, where the volume is known', async () => {
    // The last page of offline messages is not full: behind a full one, another look would have to show that it is the last.
    const pageSize = 7;
    const service = startService(smallWorld(), pageSize);
    onTestFinished(service.close);
    await using desk = await openServer(service);
    await desk.ask('list_chats', { from: '2026-11-13', to: '2026-11-17' });
    await desk.ask('list_offline_messages');
    service.clock.now += 10 * MINUTE;
    service.gateway = () => {
      service.clock.now += 600;
    };
    const noticesOf = async (name: string, args: object) => {
      const notices: Progress[] = [];
      await desk.client.callTool({ name, arguments: { ...args } }, { onprogress: (notice) => notices.push(notice) });
      return notices.flatMap(({ message = '' }) => {
        const [done = 0, total = 0, left = 0] = (message.match(/\d+/g) ?? []).map(Number);
        return message.includes('waiting') ? [] : [{ message, done, total, left }];
      });
    };
    const messages = await noticesOf('list_offline_messages', NOWHERE);
    const pages = Math.ceil(service.world.offlineMessages.length / pageSize);
    expect(messages.length).toBeGreaterThan(2);
    for (const { message, done, total, left } of messages) {
      expect(message).toMatch(/^\d+ of about \d+ pages of offline messages, about \d+ s left$/);
      // The last page before the others, the end, and page 1 again; how long a page takes is an average that is being learned, of
      // pages of which four are under way at once, and the clock goes on with each.
      expect(total).toBe(pages + 3);
      expect(left).toBeLessThan(Math.max(total - done, 4) * 0.6 + 1);
    }
    const week = { from: '2026-11-05', to: '2026-11-11' };
    const chats = await noticesOf('list_chats', week);
    const known = chatsOn(service.world.chats, { ...week, to: '2026-11-12' }, 'UTC').length / pageSize;
    expect(chats.length).toBeGreaterThan(2);
    for (const { total } of chats) {
      expect(total).toBeGreaterThan(known * 0.6);
      expect(total).toBeLessThan(known * 1.4);
    }
  });

  it('invent nothing before the last page of a list is found of which nothing is known', async () => {
    const service = startService(smallWorld(), 5);
    onTestFinished(service.close);
    await using desk = await openServer(service);
    service.gateway = () => {
      service.clock.now += 600;
    };
    const notices: Progress[] = [];
    const onprogress = (notice: Progress) => void notices.push(notice);
    await desk.client.callTool({ name: 'list_offline_messages', arguments: NOWHERE }, { onprogress });
    expect(notices.length).toBeGreaterThan(2);
    expect(notices[0]?.message).toMatch(/^(?:1 page|\d+ pages) of offline messages$/);
    expect(notices.filter(({ message = '' }) => /\b1 pages/.test(message))).toEqual([]);
    const pages = Math.ceil(service.world.offlineMessages.length / 5);
    const totals = notices.flatMap(({ total }) => total ?? []);
    // As many as there are, and what it took to find that out.
    expect(Math.min(...totals)).toBeGreaterThanOrEqual(pages);
    expect(Math.max(...totals)).toBeLessThanOrEqual(pages + 2 * Math.ceil(Math.log2(pages)) + 5);
  });

  it('do not come with a quick answer', async () => {
    // The clock is the service's, and the timer of who waits stands still: how long the machine takes is no part of it.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
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
