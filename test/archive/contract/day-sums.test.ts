import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Audit } from '../../../src/archive/care/audit.ts';
import { openExistingStore, type Store } from '../../../src/archive/store.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { DAY, NOW, openServer, startService, type Service } from '../../mcp/desk.ts';
import { archiveOfTest, ENGINE } from '../../support/archive/archive-location.ts';
import { order } from '../../support/archive/databases.ts';
import { thinWorld } from '../walking/thin-world.ts';

// A value of a chat that is another one now, and that no database finds, costs the day that it is of.

async function change(archive: string, statement: string): Promise<void> {
  if (ENGINE === 'postgres') {
    await order(archive, `SET search_path = chat_operations; ${statement}`);
    return;
  }
  using file = new DatabaseSync(archive);
  file.exec(statement);
}

const ofWeek = ({ world }: Service) =>
  world.chats.filter(
    ({ requestedAt }) => requestedAt >= Date.UTC(2026, 10, 11) && requestedAt < Date.UTC(2026, 10, 18),
  );

/** An archive that was asked about a week, and in which a chat of it was changed past its tables. */
async function flawed(changed: (chatId: number) => string) {
  const archive = await archiveOfTest();
  const service = startService(thinWorld());
  onTestFinished(() => service[Symbol.asyncDispose]());
  const before = await openServer(service, { archive });
  const { data } = await before.ask('list_chats', { period: 'last_7_days', limit: 100 });
  await before.close();
  expect(data.total).toBe(ofWeek(service).length);
  const [chat] = ofWeek(service);
  await change(archive, changed(chat?.chatId ?? 0));
  return { archive, service, before: data };
}

function opened(archive: string, { url, world }: Service): Promise<Store> {
  return openExistingStore(archive, { origin: url, login: world.account.superAdmin.email });
}

describe('a chat', () => {
  test.each([
    [
      'that has moved to another day',
      (id: number) => `UPDATE chats SET requested_at = requested_at - ${DAY * 30} WHERE chat_id = ${id}`,
    ],
    ['that is of another agent', (id: number) => `UPDATE chats SET agent_first_name = 'Nobody' WHERE chat_id = ${id}`],
    ['whose end is another one', (id: number) => `UPDATE chats SET ended_at = ended_at + 65536 WHERE chat_id = ${id}`],
    ['that is gone', (id: number) => `DELETE FROM chats WHERE chat_id = ${id}`],
    ['whose day has lost its sum', () => `DELETE FROM day_sums WHERE day = '2026-11-14'`],
  ])('%s is read again before it is told, and a line says so', async (_what, changed) => {
    const { archive, service, before } = await flawed(changed);
    const looked = await opened(archive, service);
    expect((await looked.tables.allFlawedDays()).length).toBeGreaterThan(0);
    await looked.close();
    await using desk = await openServer(service, { archive });
    const { data } = await desk.ask('list_chats', { period: 'last_7_days', limit: 100 });
    expect(data.chats).toEqual(before.chats);
    expect(data).toMatchObject({ total: before.total, coverage: { complete: true } });
    const store = await opened(archive, service);
    const lines = await new Audit(store.tables, () => epochMillis(NOW)).lines();
    expect(lines).toMatchObject([{ action: 'recover', outcome: 'recovered' }]);
    expect(lines[0]?.removed).toContain('"days_read_again":["2026-11-1');
    await store.close();
  });
});

test('whatever is kept, changed and removed, no day is flawed', async () => {
  const archive = await archiveOfTest();
  await using service = startService(thinWorld());
  const desk = await openServer(service, { archive });
  await desk.ask('list_chats', { period: 'last_90_days' });
  const { world } = service;
  for (const chat of world.chats.slice(-20)) chat.rating = 3;
  world.chats.splice(-4, 2);
  service.clock.now += DAY;
  await desk.ask('list_chats', { period: 'last_7_days' });
  await desk.close();
  const store = await opened(archive, service);
  expect(await store.tables.allFlawedDays()).toEqual([]);
  await store.close();
});
