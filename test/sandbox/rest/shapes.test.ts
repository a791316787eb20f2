import { expect, test } from 'vitest';
import { z } from 'zod';
import { openDesk } from '../desk.ts';

// The tables of the specification's section 2, field by field; strict, so that nothing else may be there.
const number = z.number();
const string = z.string();

const agent = z.strictObject({
  agent_id: number,
  first_name: string,
  last_name: string,
  email: string,
  phone_no: string,
  role: z.enum(['Super Admin', 'Admin', 'Agent']),
  status: z.enum(['Online', 'Offline']),
  last_login_time: number,
  concurrent_chat_limit: number,
  create_time: z.number().min(2000).max(2100),
  designation: string,
  additional_info: string,
  enabled: z.literal([0, 1]),
});

const chatFacts = {
  chat_id: number,
  chat_request_time: number,
  is_missed: z.literal([0, 1]),
  chat_started_by: z.literal([1, 2]),
  is_chat_transferred: z.literal([0, 1]),
  conversation_start_time: number,
  conversation_end_time: number,
  chat_ended_by: z.literal([0, 1, 2]),
  visitor_id: number,
  visitor_email: string,
  visitor_name: string,
  visitor_phone: string,
  agent_id: number,
  first_name: string,
  last_name: string,
  rating: z.literal([0, 1, 2, 3, 4, 5]),
};
const chatItem = z.strictObject({ ...chatFacts, email: string });

const place = {
  ip_address: string,
  platform: string,
  browser: string,
  country: string,
  region: string,
  latitude: string,
  longitude: string,
  isp: string,
  city: string,
  referrer_link: string,
};
const message = z.strictObject({
  author_name: string,
  message: string,
  message_time: number,
  user_type: z.literal([1, 2, 3, 4]),
  message_type: z.literal('chat'),
});
const chatDetail = z.strictObject({
  ...chatFacts,
  ...place,
  first_visit_time: number,
  browser_version: string,
  agent_email: string,
  messages: z.array(message),
});

const offlineFacts = {
  offline_message_id: number,
  visitor_id: number,
  visitor_name: string,
  visitor_email: string,
  visitor_phone: string,
  subject: string,
  message: string,
  received_time: number,
  unread: z.literal([0, 1]),
};
const offlineItem = z.strictObject({ ...offlineFacts, reply_message_count: number });
const reply = z.strictObject({
  reply_message: string,
  message_reply_time: number,
  agent_id: number,
  first_name: string,
  last_name: string,
  email: string,
});
const offlineDetail = z.strictObject({ ...offlineFacts, reply_messages: z.array(reply) });

const visitorItem = z.strictObject({
  visitor_id: number,
  name: string,
  email: string,
  phone: string,
  first_visit_time: number,
  ...place,
  browser_version: string,
});
const visitorRecord = z.strictObject({ visitor_name: string, visitor_email: string, visitor_phone: string, ...place });
const visitorDetail = z.strictObject({
  visitor_id: number,
  first_visit_time: number,
  visitor_records: z.array(visitorRecord).min(1),
  total_views: number,
  total_visits: number,
  total_chats: number,
  total_chat_duration: number,
  last_chat_start_time: number,
});

test.each([
  { path: '/api/agents', item: agent, detail: agent, id: 'agent_id', count: 6 },
  { path: '/api/chats', item: chatItem, detail: chatDetail, id: 'chat_id', count: 300 },
  { path: '/api/offlinemessages', item: offlineItem, detail: offlineDetail, id: 'offline_message_id', count: 60 },
  { path: '/api/visitors', item: visitorItem, detail: visitorDetail, id: 'visitor_id', count: 150 },
])('$path and each of its records have the fields of section 2', async ({ path, item, detail, id, count }) => {
  const { get } = await openDesk({ pageSize: 1000 });
  const list = await get(`${path}/`);
  expect(list.status).toBe(200);
  expect(list.headers.get('Content-Type')).toMatch(/^application\/json/);
  const rows = z.array(z.record(z.string(), z.unknown())).parse(list.json);
  expect(rows).toHaveLength(count);
  for (const row of rows) {
    item.parse(row);
    const single = await get(`${path}/${String(row[id])}`);
    expect(single.status).toBe(200);
    const record: Record<string, unknown> = detail.parse(single.json);
    // What list and record both show is the same; a visitor's contact and place are in the records.
    for (const [field, value] of Object.entries(row)) {
      if (field in record) expect(record[field]).toEqual(value);
    }
  }
});

test('a missed chat has no agent, no conversation and no rating; a running one has no end', async () => {
  const { get, sandbox } = await openDesk();
  const missed = sandbox.world.chats.find((chat) => chat.missed);
  const running = sandbox.world.chats.find((chat) => !chat.missed && chat.endedAt === undefined);
  const nobody = { agent_id: 0, first_name: '', last_name: '', agent_email: '' };
  expect((await get(`/api/chats/${missed?.chatId}`)).json).toMatchObject({
    is_missed: 1,
    conversation_start_time: 0,
    conversation_end_time: 0,
    chat_ended_by: 0,
    rating: 0,
    ...nobody,
  });
  expect((await get(`/api/chats/${running?.chatId}`)).json).toMatchObject({
    is_missed: 0,
    conversation_start_time: running?.startedAt,
    conversation_end_time: 0,
    chat_ended_by: 0,
    rating: 0,
  });
});

test('the totals of a visitor come from their chats', async () => {
  const { get, sandbox } = await openDesk();
  const { chats, visitors } = sandbox.world;
  for (const { visitorId } of visitors.slice(0, 40)) {
    const own = chats.filter((chat) => chat.visitorId === visitorId && chat.startedAt !== undefined);
    expect((await get(`/api/visitors/${visitorId}`)).json).toMatchObject({
      total_chats: own.length,
      total_chat_duration: own.reduce((sum, { startedAt = 0, endedAt = startedAt }) => sum + endedAt - startedAt, 0),
      last_chat_start_time: own.at(-1)?.startedAt ?? 0,
    });
  }
});
