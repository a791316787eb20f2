import { expect } from 'vitest';
import { z } from 'zod';
import { sandboxAccount } from '../../../src/commands/sandbox/sandbox-account.ts';
import { CODE_NAMES } from '../../../src/model/codes.ts';
import type { Dialect } from '../../../src/sandbox/dialects.ts';
import type { Chat, OfflineMessage } from '../../../src/sandbox/world/world.ts';
import { type Days, chatsOn, isoTime, numberOfDays, plusDays, wallTime } from '../../oracle/calendar.ts';
import { near } from '../../oracle/figures.ts';
import {
  expectListed,
  inListOrder,
  type ListedMessage,
  nameOf,
  offlineRowOf,
  sameLetters,
  withPage,
  withoutTriage,
} from '../../oracle/rows.ts';
import { expectChatRow } from './matrix-chats.ts';
import { costOfAgents, costOfOfflineMessages, costOnce, walkOf } from './matrix-costs.ts';
import {
  ask,
  count,
  saysOpen,
  expectFacts,
  expectWhole,
  type Facts,
  type Inquiry,
  type Told,
} from './matrix-inquiry.ts';
import type { ToolName } from '../protocol/shapes.ts';

// Questions about single records and the lists that have no period, held against the world.

/** `list_offline_messages` in a state, all of its pages. */
export async function checkOfflineMessages(inquiry: Inquiry, state: 'all' | 'unanswered' | 'unread'): Promise<void> {
  const { world, clock } = inquiry.desk.service;
  // Who was served later shows in the chats that the service lists.
  const expected = inListOrder(
    inquiry,
    clock.now,
    world.offlineMessages
      .filter(({ unread }) => state !== 'unread' || unread)
      .filter(({ replies }) => state !== 'unanswered' || replies.length === 0),
  );
  let atMost = costOfOfflineMessages(inquiry);
  const shown: ListedMessage[] = [];
  let cursor: string | undefined;
  do {
    const args = { state, order: 'newest', limit: 100, ...(cursor && { cursor }) };
    const told = await ask(inquiry, 'list_offline_messages', args, atMost, state === 'unread' ? ['unread'] : []);
    if (told === undefined) return;
    const { total, messages, coverage, next_cursor: next } = told.data;
    expect(total, `offline messages ${state}`).toBe(expected.length);
    expectWhole(inquiry, coverage, told.requests);
    shown.push(...messages);
    for (const row of messages) {
      const message = expected.find(({ offlineMessageId }) => offlineMessageId === row.offline_message_id);
      expect(message, 'a row of another list').toBeDefined();
      if (message !== undefined) expectFacts(inquiry, told, withoutTriage(row), offlineFacts(message, clock.now));
    }
    cursor = next;
    atMost = 0;
    if (cursor !== undefined) expect(messages.length).toBeGreaterThan(0);
  } while (cursor !== undefined);
  expectListed(shown, expected);
}

const offlineFacts = (message: OfflineMessage, now: number): Facts =>
  Object.assign({}, offlineRowOf(message, 'UTC', now));

/** `get_offline_message`, after all lists were read. */
export async function checkOfflineMessage(inquiry: Inquiry, message: OfflineMessage): Promise<void> {
  const { world, clock } = inquiry.desk.service;
  const { offlineMessageId: id, visitorId } = message;
  const told = await ask(inquiry, 'get_offline_message', { offline_message_id: id }, 1);
  if (told === undefined) return;
  const { data } = told;
  expectFacts(inquiry, told, withoutTriage(data.message), offlineFacts(message, clock.now));
  expect(data.replies).toEqual(
    message.replies.map(({ text, at, agentId }) => {
      const agent = world.agents.find((one) => one.agentId === agentId);
      return { at: isoTime('UTC', at), agent: `${agent?.firstName} ${agent?.lastName}`, text: sameLetters(text) };
    }),
  );
  const others = world.offlineMessages.filter((other) => other.visitorId === visitorId && other !== message);
  expect(data.other_messages).toHaveLength(Math.min(others.length, 5));
  for (const [index, other] of others.toReversed().slice(0, 5).entries()) {
    expectFacts(inquiry, told, data.other_messages[index], offlineFacts(other, clock.now));
  }
  expectChatRows(inquiry, told, data.chats, chatsOfVisitor(inquiry, visitorId).slice(0, 5));
}

function expectChatRows(inquiry: Inquiry, told: Told<ToolName>, rows: readonly Facts[], chats: readonly Chat[]): void {
  expect(rows).toHaveLength(chats.length);
  for (const [index, chat] of chats.entries()) expectChatRow(inquiry, told, rows[index], chat, 'UTC');
}

const chatsOfVisitor = ({ chats }: Inquiry, visitorId: number): Chat[] =>
  chats.filter((chat) => chat.visitorId === visitorId).toReversed();

/** The words that the sandbox has for what the world knows. */
const WORDS: Readonly<Record<Dialect['words'], Readonly<Record<string, string>>>> = {
  observed: {},
  others: { Admin: 'Supervisor', Agent: 'Team Lead', Offline: 'Away' },
};

/** `list_support_agents`, after the chats of the week were read. */
export async function checkAgents(inquiry: Inquiry): Promise<void> {
  const { world, clock } = inquiry.desk.service;
  const told = await ask(inquiry, 'list_support_agents', {}, costOfAgents(inquiry));
  if (told === undefined) return;
  const { day: today } = wallTime('UTC', clock.now);
  const week = { from: plusDays(today, -7), to: plusDays(today, -1) };
  const examined = { from: week.from, to: today };
  const chats = chatsOn(inquiry.chats, week, 'UTC');
  const ofToday = chatsOn(inquiry.chats, { from: today, to: today }, 'UTC');
  const of = (some: readonly Chat[], agent: number) => some.filter(({ agentId }) => agentId === agent).length;
  const isOpen = ({ startedAt, endedAt }: Chat) => startedAt !== undefined && endedAt === undefined;
  const words = WORDS[inquiry.dialect.words];
  const { data } = told;
  expect(data.total).toBe(world.agents.length);
  expect(data.agents).toHaveLength(world.agents.length);
  expectWhole(inquiry, data.coverage, told.requests);
  expectWhole(inquiry, data.chats_coverage, told.requests, examined);
  const agents = world.agents.toSorted((one, other) => one.agentId - other.agentId);
  for (const [index, agent] of agents.entries()) {
    expectFacts(inquiry, told, data.agents[index], {
      agent_id: agent.agentId,
      name: `${agent.firstName} ${agent.lastName}`,
      email: agent.email,
      role: words[agent.role] ?? agent.role,
      status: words[agent.status] ?? agent.status,
      enabled: agent.enabled,
      last_login_at: isoTime('UTC', agent.lastLoginAt),
      concurrent_chat_limit: agent.concurrentChatLimit,
      open_chats: of([...chats, ...ofToday].filter(isOpen), agent.agentId),
      chats_today: of(ofToday, agent.agentId),
      chats_last_7_days: of(chats, agent.agentId),
    });
  }
}

/** `get_visitor_stats`, by id or as `wanted`, after all days since one were read and all offline messages. */
export async function checkVisitor(inquiry: Inquiry, visitorId: number, since: string, wanted?: string): Promise<void> {
  const { world, clock } = inquiry.desk.service;
  const search = wanted === undefined ? 0 : costOnce(inquiry, 'visitors', walkOf(inquiry, world.visitors.length));
  const args = { visitor: wanted ?? String(visitorId) };
  const told = await ask(inquiry, 'get_visitor_stats', args, search + costOnce(inquiry, `visitor ${visitorId}`, 1));
  const visitor = world.visitors.find((one) => one.visitorId === visitorId);
  expect(visitor).toBeDefined();
  if (told === undefined || visitor === undefined) return;
  const { data } = told;
  const served = world.chats.filter((chat) => chat.visitorId === visitorId && !chat.missed);
  const starts = served.flatMap(({ startedAt }) => startedAt ?? []);
  const lengths = served.map(({ startedAt = 0, endedAt = startedAt }) => endedAt - startedAt);
  const chats = chatsOfVisitor(inquiry, visitorId);
  const messages = world.offlineMessages.filter((message) => message.visitorId === visitorId).toReversed();
  expect(data).toMatchObject({
    visitor_id: visitorId,
    first_visit_at: isoTime('UTC', visitor.firstVisitAt),
    totals: {
      views: visitor.totalViews,
      visits: visitor.totalVisits,
      chats: served.length,
      chat_duration_seconds: near(lengths.reduce((sum, length) => sum + length, 0) / 1000, 3),
    },
    chats_known: chats.length,
    records_known: visitor.records.length,
    offline_messages_known: messages.length,
    as_of: isoTime('UTC', clock.now),
  });
  expect(data.last_chat_at).toBe(starts.length === 0 ? undefined : isoTime('UTC', Math.max(...starts)));
  const isListed = chats.length === world.chats.filter((chat) => chat.visitorId === visitorId).length;
  const isWhole = wallTime('UTC', visitor.firstVisitAt).day >= since && isListed;
  expect(data.coverage.complete, `all chats of visitor ${visitorId}`).toBe(isWhole);
  expectChatRows(inquiry, told, data.chats, chats.slice(0, 10));
  for (const [index, message] of messages.slice(0, 10).entries()) {
    expectFacts(inquiry, told, data.offline_messages[index], offlineFacts(message, clock.now));
  }
  const isCountryOfAll = inquiry.dialect.country === 'top_level' && visitor.records.length > 1;
  expect(data.records).toEqual(
    visitor.records.slice(0, 10).map(({ contact, whereabouts }) => ({
      name: lineOf(nameOf({ visitorName: contact.name, visitorEmail: '', visitorPhone: '' })),
      email: lineOf(contact.email),
      phone: lineOf(contact.phone),
      // One country for all of several records may be that of none of them.
      country: isCountryOfAll ? undefined : lineOf(whereabouts.country),
      city: lineOf(whereabouts.city),
      platform: lineOf(whereabouts.platform),
      browser: lineOf(whereabouts.browser),
    })),
  );
}

/** `list_visitors`, all of its pages. */
export async function checkVisitors(inquiry: Inquiry): Promise<void> {
  const { visitors } = inquiry.desk.service.world;
  const expected = visitors.toSorted(
    (one, other) => other.firstVisitAt - one.firstVisitAt || other.visitorId - one.visitorId,
  );
  let atMost = costOnce(inquiry, 'visitors', walkOf(inquiry, visitors.length));
  const rows: Facts[] = [];
  let cursor: string | undefined;
  do {
    const told = await ask(inquiry, 'list_visitors', { limit: 100, ...(cursor && { cursor }) }, atMost);
    if (told === undefined) return;
    expect(told.data.total).toBe(visitors.length);
    expectWhole(inquiry, told.data.coverage, told.requests);
    expect(told.data.visitors.length).toBeGreaterThan(0);
    rows.push(...told.data.visitors);
    cursor = told.data.next_cursor;
    atMost = 0;
  } while (cursor !== undefined);
  expect(rows).toEqual(
    expected.map(({ visitorId, firstVisitAt, records }) => {
      const { contact, whereabouts } = records.at(-1) ?? {};
      return {
        visitor_id: visitorId,
        name: lineOf(nameOf({ visitorName: contact?.name ?? '', visitorEmail: '', visitorPhone: '' })),
        email: lineOf(contact?.email),
        phone: lineOf(contact?.phone),
        first_visit_at: isoTime('UTC', firstVisitAt),
        country: lineOf(whereabouts?.country),
        city: lineOf(whereabouts?.city),
      };
    }),
  );
}

const lineOf = (text: string | undefined): unknown =>
  text === undefined || text.trim() === '' ? undefined : sameLetters(text);

/** `get_chat_transcript`, all of its pages. */
export async function checkTranscript(inquiry: Inquiry, chat: Chat): Promise<void> {
  const atMost = costOnce(inquiry, `chat ${chat.chatId}`, 1);
  const told = await ask(inquiry, 'get_chat_transcript', { chat_id: chat.chatId }, atMost);
  if (told === undefined) return;
  const { data } = told;
  let messages = [...data.messages];
  for (let cursor = data.next_cursor; cursor !== undefined;) {
    const page = await ask(inquiry, 'get_chat_transcript', { chat_id: chat.chatId, cursor }, 0);
    expect(page?.data.messages.length).toBeGreaterThan(0);
    if (page !== undefined) messages = withPage(messages, page.data);
    cursor = page?.data.next_cursor;
  }
  expectChatRow(inquiry, told, data.chat, chat, 'UTC');
  const roles = messages.map(({ role }) => role);
  const isUnknown = !inquiry.hasCodes && roles.includes('unknown') && saysOpen(told.text, 'user_type');
  if (isUnknown) count(inquiry, told.tool, 'user_type', 'left out');
  expect(messages).toEqual(
    chat.messages.map(({ author, authorName, text, at }, index) => ({
      at: isoTime('UTC', at),
      role: isUnknown && roles[index] === 'unknown' ? 'unknown' : author,
      author: lineOf(authorName),
      text: sameLetters(text),
    })),
  );
  const asked = chat.messages.findIndex(({ author }) => author === 'visitor');
  const answer = chat.messages.slice(asked).find(({ author }) => author === 'agent');
  const question = chat.messages[asked];
  const response = question === undefined || answer === undefined ? undefined : (answer.at - question.at) / 1000;
  const last = chat.messages.findLast(({ author }) => author === 'visitor' || author === 'agent');
  const { digest } = data;
  const orNothing = (told: unknown, value: unknown) => (isUnknown && told === undefined ? undefined : value);
  expect(digest.first_response_seconds).toBe(orNothing(digest.first_response_seconds, response));
  const endsWithVisitor = last?.author === 'visitor';
  expect(digest.ends_with_visitor).toBe(orNothing(digest.ends_with_visitor, endsWithVisitor));
  const counts = Map.groupBy(roles, (role) => role);
  for (const [role, number] of Object.entries(digest.messages)) {
    expect(number, role).toBe([...counts].find(([name]) => name === role)?.[1].length ?? 0);
  }
}

const Values = z.array(z.object({ value: z.number(), meaning: z.string().optional() }));

/** `get_service_status`: what is at hand after all chats of some days and all lists were read, and what codes mean. */
export async function checkStatus(inquiry: Inquiry, days: Days): Promise<void> {
  const { world, dialect, clock } = inquiry.desk.service;
  const told = await ask(inquiry, 'get_service_status', days, 0);
  if (told === undefined) return;
  const { archive, codebook, plan } = told.data;
  expect(plan).toMatchObject({ ...days, requests: 0, seconds: 0, basis: 'nothing', fits_one_answer: true });
  // A full page is one that another one follows.
  const expectPageSize = (size: unknown, rows: number): void => {
    if (size !== undefined || rows > 4 * dialect.page_size) expect(size, 'page size').toBe(dialect.page_size);
  };
  const as_of = isoTime('UTC', clock.now);
  // Of the last 90 days, which end yesterday.
  const daysCovered = numberOfDays(days) - 1;
  expect(archive.chats).toMatchObject({ known: inquiry.chats.length, days_covered: daysCovered, as_of });
  expectPageSize(archive.chats['page_size'], inquiry.chats.length);
  for (const [list, rows] of [
    [archive.agents, world.agents],
    [archive.offline_messages, world.offlineMessages],
  ] as const) {
    expect(list).toEqual({ known: rows.length, as_of, page_size: list.page_size });
    expectPageSize(list.page_size, rows.length);
  }
  const meanings = sandboxAccount({ url: 'http://127.0.0.1', world, dialect }).codes;
  expect(codebook.map(({ code }) => code)).toEqual(CODE_NAMES);
  for (const { code, ...entry } of codebook) {
    const name = CODE_NAMES.find((name) => name === code);
    for (const { value, meaning } of Values.parse(entry['values'])) {
      if (name !== undefined && meaning !== undefined)
        expect(meaning, `${code} ${value}`).toBe(meanings[name]?.[value]);
    }
    if (inquiry.hasCodes) expect(entry.settled, code).toBe(true);
  }
}
