import { describe, expect, test } from 'vitest';
import { zoneNameOf } from '../../../src/model/calendar/zone-name.ts';
import { DAY, first, smallWorld, startDesk, type Desk } from '../desk.ts';
import { plusDays } from '../../oracle/calendar.ts';

// What hosts read into a conversation without a tool.

async function read(desk: Desk, uri: string): Promise<string> {
  const { contents } = await desk.client.readResource({ uri });
  return contents.map((content) => ('text' in content ? content.text : '')).join('\n');
}

test('visitors are listed once each, however many chats they had', async () => {
  const world = smallWorld();
  const [newest, ...rest] = world.chats.toReversed();
  for (const chat of rest.slice(0, 4)) chat.visitorId = newest?.visitorId ?? 0;
  await using desk = await startDesk(world);
  await desk.ask('list_chats', { period: 'this_month' });
  const { resources } = await desk.client.listResources();
  const uris = resources.map(({ uri }) => uri);
  expect(uris.filter((uri) => uri.includes('visitors'))).not.toEqual([]);
  expect(new Set(uris).size).toBe(uris.length);
});

test('each says how old it is', async () => {
  await using desk = await startDesk();
  const { chats, offlineMessages, agents } = desk.service.world;
  const chat = first(chats);
  await desk.ask('list_support_agents');
  for (const uri of [
    `chat://chats/${chat.chatId}/transcript`,
    `chat://visitors/${chat.visitorId}`,
    `chat://offline-messages/${first(offlineMessages).offlineMessageId}`,
    `chat://agents/${first(agents).agentId}`,
  ]) {
    expect(await read(desk, uri), uri).toMatch(/\nData (in)?complete: .*, as of 18 Nov 2026 15:30 \(UTC\)[^\n]*\.$/);
  }
  for (const uri of ['chat://status', 'chat://codebook']) {
    expect(await read(desk, uri), uri).toMatch(/^\*\*.*, Wed 18 Nov 2026 15:30 \(UTC\)/);
  }
});

test('totals of a visitor that are unknown are not shown as none', async () => {
  await using desk = await startDesk();
  desk.service.rewrite = (body) => body.replaceAll(/"total_[a-z_]+":\d+/g, '"nothing":0');
  const text = await read(desk, `chat://visitors/${first(desk.service.world.visitors).visitorId}`);
  expect(text).toContain('Lifetime totals: none given by the service');
  expect(text).not.toMatch(/\b0 (page views|visits|chats)/);
});

describe.each(['UTC', 'Europe/Berlin', 'America/New_York'])('in %s', (zone) => {
  test('the status counts the ninety days of the zone', async () => {
    await using desk = await startDesk(smallWorld(), { timezone: zoneNameOf(zone) });
    const covered = async () => (await desk.ask('get_service_status')).data.archive.chats.days_covered;
    expect(await covered()).toBe(0);
    await desk.ask('list_chats', { period: 'last_90_days' });
    expect(await covered()).toBe(90);
  });

  test('a day counts as covered only if all of it is', async () => {
    await using desk = await startDesk(smallWorld(), { timezone: zoneNameOf(zone) });
    const { service } = desk;
    await desk.ask('list_chats', { period: 'last_7_days' });
    await service.close();
    service.clock.now += DAY;
    const { data } = await desk.ask('list_chats', { from: plusDays('2026-11-18', -7), to: '2026-11-18' });
    expect(data.coverage).toMatchObject({ complete: false, days_asked: 8 });
    expect(data.coverage.days_covered).toBeLessThan(8);
    expect(data.coverage.days_covered).toBeGreaterThan(3);
  });
});
