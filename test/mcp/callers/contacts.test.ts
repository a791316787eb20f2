import { expect, test } from 'vitest';
import type { Caller } from '../../../src/model/caller.ts';
import { LOCAL_CALLER, SCOPE_NAMES } from '../../../src/model/caller.ts';
import { startDesk, type Desk } from '../desk.ts';
import { identified } from './callers.ts';

// Who is identified sees contacts by the scope contacts:read, whatever the setting `redact`.

const WITH = identified();
const WITHOUT = identified(SCOPE_NAMES.filter((scope) => scope !== 'contacts:read'));

/** All that a caller is told by tools, resources and completions, in one text. */
async function everythingTold(desk: Desk, caller: Caller): Promise<string> {
  const client = await desk.clientOf(caller);
  const { world } = desk.service;
  const told: unknown[] = [];
  const call = async (name: string, args: object) => told.push(await client.callTool({ name, arguments: { ...args } }));
  await call('list_chats', { period: 'last_30_days', limit: 50 });
  for (const order of ['newest', 'chats', 'waiting']) await call('list_visitors', { order, limit: 30 });
  await call('list_offline_messages', { state: 'all', limit: 30 });
  await call('search_transcripts', { query: 'order OR email OR phone', period: 'last_30_days', limit: 10 });
  await call('list_topics', { period: 'last_30_days' });
  await call('get_support_performance', { period: 'last_30_days', group_by: ['visitor'], limit: 30 });
  for (const { chatId } of world.chats.slice(-5)) await call('get_chat_transcript', { chat_id: chatId });
  for (const { visitorId } of world.chats.slice(-5)) await call('get_visitor_stats', { visitor: String(visitorId) });
  for (const { offlineMessageId } of world.offlineMessages.slice(-5)) {
    await call('get_offline_message', { offline_message_id: offlineMessageId });
  }
  const { resources } = await client.listResources();
  told.push(resources);
  for (const { uri } of resources.filter((_, index) => index % 4 === 0)) told.push(await client.readResource({ uri }));
  for (const value of ['', '@']) {
    told.push(
      await client.complete({
        ref: { type: 'ref/prompt', name: 'prepare_for_visitor' },
        argument: { name: 'visitor', value },
      }),
    );
  }
  return JSON.stringify(told);
}

const marksIn = (told: string) => new Set([...told.matchAll(/visitor-[a-z2-9]{8}/g)].map(([mark]) => mark));

test.each(['contacts', 'none'] as const)(
  'with redact %s, emails and phones are told by the scope alone',
  async (redact) => {
    await using desk = await startDesk(undefined, { redact });
    const { world } = desk.service;
    const people = [...world.chats.slice(-40), ...world.offlineMessages];
    const emails = people.map(({ visitorEmail }) => visitorEmail).filter((email) => email.includes('@'));
    const phones = people.map(({ visitorPhone }) => visitorPhone).filter((phone) => phone.length > 8);
    const ips = world.chats.map(({ whereabouts }) => whereabouts.ipAddress).filter((ip) => ip !== '');
    expect(emails.length).toBeGreaterThan(10);
    const [seen, hidden] = [await everythingTold(desk, WITH), await everythingTold(desk, WITHOUT)];
    const toldIn = (told: string, contacts: readonly string[]) => contacts.filter((one) => told.includes(one));
    expect(toldIn(hidden, [...emails, ...phones, ...ips])).toEqual([]);
    expect(marksIn(hidden).size).toBeGreaterThan(10);
    expect(toldIn(seen, emails).length).toBeGreaterThan(10);
    expect(toldIn(seen, phones).length).toBeGreaterThan(3);
    expect(seen).not.toContain('[email of');
  },
);

test('a pseudonym is the same to all who are shown one', async () => {
  await using desk = await startDesk(undefined, { redact: 'contacts' });
  const callers = [WITHOUT, identified(['visitors:read']), identified(['chats:read', 'visitors:read']), LOCAL_CALLER];
  const told: ReadonlySet<string>[] = [];
  for (const caller of callers) {
    const client = await desk.clientOf(caller);
    const { structuredContent } = await client.callTool({ name: 'list_visitors', arguments: { limit: 30 } });
    told.push(marksIn(JSON.stringify(structuredContent)));
  }
  expect(told[0]?.size).toBeGreaterThan(5);
  for (const marks of told) expect(marks).toEqual(told[0]);
});
