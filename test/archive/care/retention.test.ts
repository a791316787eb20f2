import { describe, expect, test } from 'vitest';
import { Retention } from '../../../src/archive/care/retention.ts';
import { openExistingStore } from '../../../src/archive/store.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { isoTime } from '../../oracle/calendar.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { DAY, first, HOUR, NOW, openServer, startService, type Desk, type Service } from '../../mcp/desk.ts';
import { thinWorld } from '../walking/thin-world.ts';

// What is older than the setting says is removed, and nothing is taken for read that was.

const KEPT_DAYS = 5;
/** Three days later: the first moment of the oldest day that is kept then. */
const LATER = NOW + 3 * DAY;
const OLDEST_KEPT = Date.UTC(2026, 10, 16);

async function applyRetention(archive: string, { url, world }: Service, now: number): Promise<void> {
  const store = await openExistingStore(archive, { origin: url, login: world.account.superAdmin.email });
  try {
    await new Retention(store.tables, { retentionDays: KEPT_DAYS }, () => epochMillis(now)).apply();
  } finally {
    await store.close();
  }
}

/** A desk of which everything was read, three days ago. */
async function readDesk(service: Service): Promise<{ archive: string; desk: Desk }> {
  const archive = await archiveOfTest();
  const desk = await openServer(service, { archive });
  const { world } = service;
  await desk.ask('get_visitor_stats', {
    visitor: first(world.visitors.flatMap(({ records }) => records)).contact.email,
  });
  await desk.ask('list_chats', { period: 'last_90_days' });
  await desk.ask('list_chats', { period: 'today' });
  await desk.ask('list_offline_messages', { state: 'all' });
  const old = first(world.chats.filter(({ missed }) => !missed));
  const recent = first(world.chats.filter(({ missed, requestedAt }) => !missed && requestedAt >= OLDEST_KEPT));
  for (const { chatId } of [old, recent]) await desk.ask('get_chat_transcript', { chat_id: chatId });
  service.clock.now = LATER;
  return { archive, desk };
}

const isKept = ({ requestedAt }: { requestedAt: number }): boolean => requestedAt >= OLDEST_KEPT;

describe('D2: retention', () => {
  test('removes what was decided about older messages', async () => {
    await using service = startService(thinWorld());
    const { archive, desk } = await readDesk(service);
    const waiting = service.world.offlineMessages.filter(({ replies }) => replies.length === 0);
    const kept = waiting.filter(({ receivedAt }) => receivedAt >= OLDEST_KEPT);
    for (const { offlineMessageId } of waiting) {
      const decision = { offline_message_id: offlineMessageId, priority: 'soon', draft_reply: 'Thank you.' };
      expect((await desk.ask('record_triage', decision)).data.recorded).toBe(true);
    }
    expect(waiting.length).toBeGreaterThan(kept.length);
    await applyRetention(archive, service, LATER);
    const store = await openExistingStore(archive, {
      origin: service.url,
      login: service.world.account.superAdmin.email,
    });
    expect(await store.tables.countOf('triage')).toBe(kept.length);
    await store.close();
    await desk.close();
  });

  test('removes what is older, and leaves the rest', async () => {
    await using service = startService(thinWorld());
    const { archive, desk } = await readDesk(service);
    const { chats, offlineMessages, visitors } = service.world;
    await applyRetention(archive, service, LATER);
    const { data } = await desk.ask('get_service_status');
    const keptChats = chats.filter(isKept);
    const keptMessages = offlineMessages.filter(({ receivedAt }) => receivedAt >= OLDEST_KEPT);
    const present = new Set([...keptChats, ...keptMessages].map(({ visitorId }) => visitorId));
    expect(data.archive).toMatchObject({
      chats: { known: keptChats.length, transcripts: 1 },
      offline_messages: { known: keptMessages.length },
      visitors: {
        known: visitors.filter((visitor) => visitor.firstVisitAt >= OLDEST_KEPT || present.has(visitor.visitorId))
          .length,
      },
    });
    expect(data.archive.chats['oldest']).toBe(isoTime('UTC', first(keptChats).requestedAt));
    await desk.close();
  });

  test('un-covers the days: who asks about them makes them be read again', async () => {
    await using service = startService(thinWorld());
    const { archive, desk } = await readDesk(service);
    await applyRetention(archive, service, LATER);
    const { result, requests } = await desk.spentOn(() =>
      desk.ask('list_chats', { from: '2026-11-05', to: '2026-11-08' }),
    );
    const inDays = ({ requestedAt }: { requestedAt: number }): boolean =>
      requestedAt >= Date.UTC(2026, 10, 5) && requestedAt < Date.UTC(2026, 10, 9);
    expect(requests).toBeGreaterThan(0);
    expect(result.data.total).toBe(service.world.chats.filter(inDays).length);
    expect(result.data.coverage.complete).toBe(true);

    // What was asked for just now is left for a day, with the days that it covers.
    await applyRetention(archive, service, LATER + HOUR);
    const again = await desk.spentOn(() => desk.ask('list_chats', { from: '2026-11-05', to: '2026-11-08' }));
    expect(again.requests).toBe(0);
    expect(again.result.data.total).toBe(result.data.total);

    service.clock.now = LATER + DAY + HOUR;
    await applyRetention(archive, service, service.clock.now);
    const after = await desk.spentOn(() => desk.ask('list_chats', { from: '2026-11-05', to: '2026-11-08' }));
    expect(after.requests).toBeGreaterThan(0);
    await desk.close();
  });

  test('holds for lists that come as a whole, and is told', async () => {
    await using service = startService(thinWorld());
    await using desk = await openServer(service, { archive: await archiveOfTest(), retention_days: KEPT_DAYS });
    const { data } = await desk.ask('list_offline_messages', { state: 'all' });
    const oldest = Date.UTC(2026, 10, 13);
    const kept = service.world.offlineMessages.filter(({ receivedAt }) => receivedAt >= oldest);
    expect(kept.length).toBeLessThan(service.world.offlineMessages.length);
    expect(data.total).toBe(kept.length);
    expect(data.coverage.complete).toBe(true);
    const status = await desk.ask('get_service_status');
    expect(status.data.archive).toMatchObject({ retention_days: KEPT_DAYS });
    expect(status.text).toContain('Kept: 5 days');
  });

  test('does nothing where everything is kept', async () => {
    await using service = startService(thinWorld());
    await using desk = await openServer(service, { archive: await archiveOfTest() });
    const { data } = await desk.ask('list_offline_messages', { state: 'all' });
    expect(data.total).toBe(service.world.offlineMessages.length);
  });
});
