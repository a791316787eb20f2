import { expect, test } from 'vitest';
import { eraseVisitor } from '../../../src/archive/care/erasure.ts';
import { openExistingStore } from '../../../src/archive/store.ts';
import { VisitorId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';
import { first, NOW, openServer, readTranscripts, smallWorld, startService } from '../../mcp/desk.ts';

const WEEK = { from: '2026-11-11', to: '2026-11-17' };

test('what an erased visitor said is in no topic and in no count', async () => {
  const world = smallWorld();
  const begin = Date.parse(WEEK.from);
  const chats = world.chats.filter(({ requestedAt }) => requestedAt >= begin && requestedAt < begin + 7 * 86_400_000);
  const visitors = [...new Set(chats.map(({ visitorId }) => visitorId))].slice(0, 3);
  const theirs = chats.filter(({ visitorId }) => visitors.includes(visitorId));
  for (const chat of theirs) {
    const { visitorName: authorName, requestedAt: at } = chat;
    chat.messages = [{ author: 'visitor', authorName, text: 'Where is my xylophone?', at }];
  }
  const archive = await archiveOfTest();
  await using service = startService(world);
  await using desk = await openServer(service, { archive });
  await readTranscripts(desk);
  const args = { ...WEEK, limit: 100 };
  const before = await desk.ask('list_topics', args);
  const topic = before.data.topics.find(({ term }) => term.includes('xylophone'));
  expect(topic?.said.chats).toBe(theirs.length);

  const erased = first(visitors);
  const store = await openExistingStore(archive, { origin: service.url, login: world.account.superAdmin.email });
  await eraseVisitor(store, VisitorId.parse(erased), () => epochMillis(NOW));
  await store.close();
  const { data, text } = await desk.ask('list_topics', args);
  // Two visitors are left who said it, and two make no topic.
  expect(JSON.stringify(data) + text).not.toMatch(/xylophone/i);
  expect(before.data.of - data.of).toBe(chats.filter(({ visitorId }) => visitorId === erased).length);
});
