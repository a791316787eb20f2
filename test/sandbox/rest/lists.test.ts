import { expect, test } from 'vitest';
import { z } from 'zod';
import { truth } from '../../oracle/truth.ts';
import { createWorld } from '../../../src/sandbox/world/world.ts';
import { type Desk, first, NOW, openDesk } from '../desk.ts';

const DAY = 86_400_000;
const chatIds = z.array(z.object({ chat_id: z.number() }).transform((row) => row.chat_id));

async function listedChats({ get }: Desk, query: string): Promise<number[]> {
  return chatIds.parse((await get(`/api/chats/?${query}`)).json);
}

test.each(['/api/agents', '/api/chats', '/api/offlinemessages', '/api/visitors'])(
  '%s: walking the pages gives every row once, 50 at a time, and then nothing',
  async (path) => {
    const { get, sandbox } = await openDesk();
    const { agents, chats, offlineMessages, visitors } = sandbox.world;
    const expected = {
      '/api/agents': agents.map(({ agentId }) => agentId),
      '/api/chats': chats.map(({ chatId }) => chatId),
      '/api/offlinemessages': offlineMessages.map(({ offlineMessageId }) => offlineMessageId),
      '/api/visitors': visitors.map(({ visitorId }) => visitorId),
    }[path];
    const ids: unknown[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await get(`${path}?page_no=${page}`);
      expect(answer.status).toBe(200);
      const rows = z.array(z.record(z.string(), z.unknown())).parse(answer.json);
      if (rows.length === 0) break;
      expect(rows.length).toBe(Math.min(50, (expected?.length ?? 0) - ids.length));
      ids.push(...rows.map((row) => Object.values(row)[0]));
    }
    expect(ids).toEqual(path === '/api/agents' ? expected : expected?.toReversed());
    expect((await get(`${path}?page_no=9007199254740991`)).json).toEqual([]);
  },
);

test('a trailing slash changes nothing', async () => {
  const { get, sandbox } = await openDesk();
  const { agents, chats, offlineMessages, visitors } = sandbox.world;
  for (const path of [
    '/api/agents',
    '/api/chats',
    '/api/offlinemessages',
    '/api/visitors',
    `/api/agents/${first(agents).agentId}`,
    `/api/chats/${first(chats).chatId}`,
    `/api/offlinemessages/${first(offlineMessages).offlineMessageId}`,
    `/api/visitors/${first(visitors).visitorId}`,
  ]) {
    const [without, with_] = [await get(path), await get(`${path}/`)];
    expect(without.status).toBe(200);
    expect(with_.text).toBe(without.text);
  }
  expect((await get('/api/chats/?page_no=2')).text).toBe((await get('/api/chats?page_no=2')).text);
});

test('dates are UTC days, both included, by request time', async () => {
  const desk = await openDesk({ pageSize: 1000 });
  const { chatsIn } = truth(desk.sandbox.world);
  const ids = (from: number, to: number): number[] => chatsIn({ from, to }).map(({ chatId }) => chatId);
  const from = Date.UTC(2026, 10, 10);
  expect(await listedChats(desk, 'date_from=2026-11-10&date_to=2026-11-12')).toEqual(ids(from, from + 3 * DAY));
  expect(await listedChats(desk, 'date_from=2026-11-10&date_to=2026-11-10')).toEqual(ids(from, from + DAY));
  expect(await listedChats(desk, 'date_from=2026-11-12')).toEqual(ids(from + 2 * DAY, NOW + DAY));
  expect(await listedChats(desk, 'date_to=2026-11-10')).toEqual(ids(0, from + DAY));
  expect(await listedChats(desk, 'date_from=2026-11-12&date_to=2026-11-10')).toEqual([]);
});

test('without date_to, the list ends today, by the clock', async () => {
  const desk = await openDesk({ pageSize: 1000, clock: () => NOW - 2 * DAY });
  const { chatsIn } = truth(desk.sandbox.world);
  expect(await listedChats(desk, '')).toEqual(chatsIn({ to: Date.UTC(2026, 10, 17) }).map(({ chatId }) => chatId));
});

test('an agent is involved in the chats they ended and in those they passed on', async () => {
  const desk = await openDesk({ pageSize: 1000, world: createWorld({ seed: 11, size: 'small', now: NOW }) });
  const { agents, chats } = desk.sandbox.world;
  const passedOn = first(chats.filter(({ transferredFrom }) => transferredFrom !== undefined));
  for (const { agentId, email } of agents) {
    const involved = chats.filter((chat) => chat.agentId === agentId || chat.transferredFrom === agentId);
    const ids = involved.map(({ chatId }) => chatId).toReversed();
    expect(await listedChats(desk, `agent_id=${agentId}`)).toEqual(ids);
    expect(await listedChats(desk, `agent_email_id=${encodeURIComponent(email.toUpperCase())}`)).toEqual(ids);
    expect(await listedChats(desk, `agent_email_id=${email}&agent_id=${agentId}`)).toEqual(ids);
    expect(ids.includes(passedOn.chatId)).toBe([passedOn.agentId, passedOn.transferredFrom].includes(agentId));
  }
  expect(await listedChats(desk, 'agent_id=999999')).toEqual([]);
  expect(await listedChats(desk, 'agent_email_id=nobody@example.com')).toEqual([]);
});

test('the world is live: a chat that is added or changed is in the next answer', async () => {
  const desk = await openDesk();
  const { chats } = desk.sandbox.world;
  const template = first(chats);
  chats.push({ ...template, chatId: 99_000_001, requestedAt: NOW - 1 });
  chats.unshift({ ...template, chatId: 99_000_002, requestedAt: NOW - 2 });
  expect((await listedChats(desk, '')).slice(0, 2)).toEqual([99_000_001, 99_000_002]);
  template.visitorName = 'Somebody Else';
  template.messages = [];
  expect((await desk.get(`/api/chats/${template.chatId}`)).json).toMatchObject({
    visitor_name: 'Somebody Else',
    messages: [],
  });
});
