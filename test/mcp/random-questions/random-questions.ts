import { expect } from 'vitest';
import {
  type Days,
  beforeCut,
  chatsOn,
  comparedDays,
  daysOf,
  isoTime,
  numberOfDays,
  plusDays,
  startOfDay,
  wallTime,
  weekdayOf,
} from '../../oracle/calendar.ts';
import { EVERY_METRIC, agentMetricsOf, changeOf, meanOfWeeks, metricsOf, ofRows } from '../../oracle/figures.ts';
import { groupsOf } from '../../oracle/groups.ts';
import {
  countryOf,
  type CHAT_ORDERS,
  type ChatsQuestion,
  type OfflineQuestion,
  type PerformanceQuestion,
  type RandomQuestion,
} from '../../oracle/random-questions.ts';
import {
  expectListed,
  hasQueryWord,
  inListOrder,
  offlineRowOf,
  rowOf,
  withoutTriage,
  type ListedMessage,
} from '../../oracle/rows.ts';
import { type ChatFilter, truth } from '../../oracle/truth.ts';
import type { Chat } from '../../../src/sandbox/world/world.ts';
import { DAY, type Desk } from '../desk.ts';
import type { Coverage } from '../protocol/shapes.ts';

// Random questions, and what is true about each. A question is asked through a real client and every number of its
// answer is held against the world.

/** Asks a question and holds every number of the answer against the world, and of its next pages until `mostPages`. */
export async function check(desk: Desk, question: RandomQuestion, mostPages = Infinity): Promise<void> {
  switch (question.kind) {
    case 'performance':
      return checkPerformance(desk, question);
    case 'chats':
      return checkChats(desk, question, mostPages);
    case 'offline':
      return checkOffline(desk, question, mostPages);
  }
}

async function checkPerformance(desk: Desk, question: PerformanceQuestion): Promise<void> {
  const { world, clock } = desk.service;
  const { agent, groupBy, compareTo } = question;
  const { asked, timezone } = question.timed;
  const args = {
    ...asked,
    timezone,
    agent: agent?.name,
    ...(groupBy !== undefined && { group_by: groupBy, metrics: EVERY_METRIC, limit: 100 }),
    compare_to: compareTo,
    transcripts: 'loaded',
  };
  const { result, requests } = await desk.spentOn(() => desk.ask('get_support_performance', args));
  const days = daysOf(asked, wallTime(timezone, clock.now).day);
  if (compareTo === 'same_weekdays' && numberOfDays(days) > 7) {
    expect(result.text).toContain('same_weekdays compares at most 7 days.');
    return;
  }
  const { period, overall, groups, comparison, coverage } = result.data;
  const metrics = agent === undefined ? metricsOf : agentMetricsOf;

  const ofAgent = world.chats.filter(({ agentId }) => agent === undefined || agentId === agent.id);
  const chats = chatsOn(ofAgent, days, timezone);
  expect(period).toEqual({ ...days, timezone });
  expect(ofRows(overall)).toEqual(metrics(chats));
  expectWhole(coverage, days, timezone, desk, requests);

  const groupings = [...new Set(groupBy)];
  if (groupings.length === 0) expect(groups).toBeUndefined();
  else {
    const expected = groupsOf(chats, groupings, days, timezone);
    const shown = [...(groups ?? [])];
    for (let cursor = result.data.next_cursor; cursor !== undefined;) {
      const page = (await desk.ask('get_support_performance', { ...args, cursor })).data;
      expect(page.groups?.length).toBeGreaterThan(0);
      expect(page.comparison).toEqual(comparison && { ...comparison, coverage: page.comparison?.coverage });
      shown.push(...(page.groups ?? []));
      cursor = page.next_cursor;
    }
    expect(shown).toHaveLength(expected.size);
    const keys = shown.map(({ key }) => [key].flat().join(' '));
    expect(new Set(keys).size).toBe(shown.length);
    const isOfAgents = (key: string) =>
      agent !== undefined || (groupings.includes('agent') && !key.split(' ').includes('none'));
    expect(shown.map(({ metrics }) => ofRows(metrics))).toEqual(
      keys.map((key) => (isOfAgents(key) ? agentMetricsOf : metricsOf)(expected.get(key) ?? [])),
    );
    expect(keys.filter((key) => !expected.has(key))).toEqual([]);
  }

  if (compareTo === undefined) expect(comparison).toBeUndefined();
  else if (compareTo === 'same_weekdays') {
    const weeks = weeksBefore(ofAgent, days, timezone, clock.now);
    expect(comparison).toMatchObject({
      period: { from: plusDays(days.from, -28), to: plusDays(days.to, -7), timezone },
      mean_of: 4,
    });
    if (weeks === undefined) return;
    expect(ofRows(comparison?.overall)).toEqual(meanOfWeeks(metrics(weeks), 4));
    expect(ofRows(comparison?.change)).toEqual(changeOf(weeks, chats, agent !== undefined, 1, 4));
  } else {
    const before = comparedDays(asked, days, compareTo, wallTime(timezone, clock.now).day);
    const isRunning = days.to === wallTime(timezone, clock.now).day;
    const cutAt = comparison?.cut_at;
    expect(cutAt !== undefined && Date.parse(cutAt) >= startOfDay(timezone, before.to)).toBe(isRunning);
    const earlier = beforeCut(chatsOn(ofAgent, before, timezone), cutAt, clock.now);
    expect(comparison?.period).toEqual({ ...before, timezone });
    expect(ofRows(comparison?.overall)).toEqual(metrics(earlier));
    expect(ofRows(comparison?.change)).toEqual(changeOf(earlier, chats, agent !== undefined));
    expect(comparison?.running).toBe(isRunning);
    if (comparison !== undefined) expectWhole(comparison.coverage, before, timezone, desk, requests);
  }
}

/**
 * The chats of the same weekdays of the four weeks before, until the same time of the day where the period still runs; undefined where
 * clocks change on such a day.
 */
function weeksBefore(chats: readonly Chat[], { from, to }: Days, zone: string, now: number): Chat[] | undefined {
  const today = wallTime(zone, now).day;
  const weeks = [7, 14, 21, 28].map((back) => ({ from: plusDays(from, -back), to: plusDays(to, -back) }));
  const inWeeks = weeks.map((days) => chatsOn(chats, days, zone));
  if (to < today) return inWeeks.flat();
  const startsOf = (day: string) => [day, plusDays(day, 1)].map((one) => startOfDay(zone, one));
  const [begun = 0] = startsOf(today);
  const lasts = weeks.map((days) => startsOf(days.to));
  if ([startsOf(today), ...lasts].some(([start = 0, end = 0]) => end - start !== DAY)) return undefined;
  return inWeeks.flatMap((some, index) =>
    some.filter(({ requestedAt }) => requestedAt - (lasts[index]?.[0] ?? 0) < now - begun),
  );
}

async function checkChats(desk: Desk, question: ChatsQuestion, mostPages: number): Promise<void> {
  const { world, clock } = desk.service;
  const { agent, visitor, filter, limit } = question;
  const { asked, timezone } = question.timed;
  const args = {
    ...asked,
    timezone,
    limit,
    agent: agent?.name,
    visitor: visitor?.name,
    missed: filter.missed,
    transferred: filter.transferred,
    rated: filter.rated,
    min_rating: filter.minRating,
    max_rating: filter.maxRating,
    country: question.country,
    min_duration_seconds: question.minDuration,
    min_wait_seconds: question.minWait,
    weekdays: question.weekdays,
    hours: question.hours?.join('-'),
    order: question.order,
  };
  const days = daysOf(asked, wallTime(timezone, clock.now).day);
  const inPeriod = { ...world, chats: chatsOn(world.chats, days, timezone) };
  const matching = truth(inPeriod).chatsIn({
    ...definedOf(filter),
    ...(agent && { agentId: agent.id }),
    ...(visitor && { visitorId: visitor.id }),
  });
  const countries = new Map(world.visitors.map((one) => [one.visitorId, countryOf(one).toUpperCase()]));
  const { country, minDuration, minWait } = question;
  /** A length that is not known is at least nothing. */
  const isLong = (length: number, least: number | undefined) => least === undefined || length >= least;
  const chats: Chat[] = matching
    .filter(({ visitorId }) => country === undefined || countries.get(visitorId) === country)
    .filter((chat) => isLong(durationOf(chat), minDuration) && isLong(waitOf(chat), minWait))
    .filter((chat) => isInWeek(chat, question, timezone))
    .sort(IN_ORDER[question.order ?? 'newest']);

  const rows = chats.map((chat) => () => rowOf(world, chat, timezone));
  await checkPages(rows, limit, mostPages, async (cursor) => {
    const { result, requests } = await desk.spentOn(() => desk.ask('list_chats', { ...args, cursor }));
    const { total, summary, coverage, chats: shown, next_cursor: next } = result.data;
    expect(total).toBe(chats.length);
    expect(summary).toEqual((agent === undefined ? metricsOf : agentMetricsOf)(chats));
    expectWhole(coverage, days, timezone, desk, requests);
    return { shown, next };
  });
}

/** Seconds; NaN where the chat has not begun, or not ended. */
const durationOf = ({ startedAt = Number.NaN, endedAt = Number.NaN }: Chat) => (endedAt - startedAt) / 1000;
const waitOf = ({ requestedAt, startedAt = Number.NaN }: Chat) => (startedAt - requestedAt) / 1000;

/** Whether a chat was requested at the times of the week that a question asks about; hours may go over midnight. */
function isInWeek(chat: Chat, { weekdays, hours = [0, 24] }: Pick<ChatsQuestion, 'weekdays' | 'hours'>, zone: string) {
  const { day, time } = wallTime(zone, chat.requestedAt);
  const hour = Number(time.slice(0, 2));
  const [from, until] = hours;
  const isInHours = from < until ? hour >= from && hour < until : hour >= from || hour < until;
  return isInHours && (weekdays?.includes(weekdayOf(day)) ?? true);
}

/** The highest first, what is unknown last, and of those that are as high the newer id. */
const highestFirst = (of: (chat: Chat) => number) => (one: Chat, other: Chat) => {
  const [height, otherHeight] = [one, other].map((chat) => (Number.isNaN(of(chat)) ? -Infinity : of(chat)));
  return height === otherHeight ? other.chatId - one.chatId : (otherHeight ?? 0) - (height ?? 0);
};

const IN_ORDER: Readonly<Record<(typeof CHAT_ORDERS)[number], (one: Chat, other: Chat) => number>> = {
  newest: highestFirst(({ requestedAt }) => requestedAt),
  oldest: (one, other) => one.requestedAt - other.requestedAt || one.chatId - other.chatId,
  longest: highestFirst(durationOf),
  longest_wait: highestFirst(waitOf),
  lowest_rating: highestFirst(({ rating = Number.NaN }) => -rating),
};

async function checkOffline(desk: Desk, question: OfflineQuestion, mostPages: number): Promise<void> {
  const { world, clock } = desk.service;
  const { timed, state, order, query, limit } = question;
  const zone = timed?.timezone ?? 'UTC';
  const isDated = timed !== undefined && Object.keys(timed.asked).length > 0;
  const today = wallTime(zone, clock.now).day;
  // A list of all time that is to end somewhere begins with the first of all.
  const isOpen = isDated && timed.asked.from === undefined && timed.asked.to !== undefined;
  const days = isDated ? daysOf(isOpen ? { ...timed.asked, from: '1970-01-01' } : timed.asked, today) : undefined;
  const words = query?.toLowerCase().split(' ') ?? [];
  const expected = world.offlineMessages
    .filter(({ receivedAt }) => days === undefined || isOn(receivedAt, days, zone))
    .filter(({ unread }) => state !== 'unread' || unread)
    .filter(({ replies }) => (state ?? 'unanswered') !== 'unanswered' || replies.length === 0)
    .filter((message) => {
      const text = [message.subject, message.text, message.visitorName, message.visitorEmail].join('\n');
      return words.every((word) => hasQueryWord(text, word));
    });

  const shown: ListedMessage[] = [];
  let cursor: string | undefined;
  for (let page = 1; page <= mostPages; page += 1) {
    const args = { ...timed?.asked, timezone: timed?.timezone, state, order, query, limit, cursor };
    const { result, requests } = await desk.spentOn(() => desk.ask('list_offline_messages', args));
    const { total, coverage, messages, next_cursor: next } = result.data;
    expect(total).toBe(expected.length);
    expect(coverage).toMatchObject({ complete: true, upstream_requests: requests, rejected_records: 0 });
    expect(messages.length).toBeLessThanOrEqual(limit);
    for (const row of messages) {
      const message = expected.find(({ offlineMessageId }) => offlineMessageId === row.offline_message_id);
      if (message === undefined) throw new Error('a row of another list');
      expect(withoutTriage(row)).toEqual(offlineRowOf(message, zone, clock.now));
    }
    shown.push(...messages);
    cursor = next;
    if (cursor === undefined) return expectListed(shown, inListOrder(world, clock.now, expected, order));
    expect(messages.length).toBeGreaterThan(0);
  }
}

interface Page {
  readonly shown: readonly unknown[];
  readonly next: string | undefined;
}

/** Follows the cursor: every row comes once, in its place, and the last page is the one that has no cursor. */
async function checkPages(
  rows: readonly (() => unknown)[],
  limit: number,
  mostPages: number,
  ask: (cursor: string | undefined) => Promise<Page>,
): Promise<void> {
  let have = 0;
  let cursor: string | undefined;
  for (let page = 1; page <= mostPages; page += 1) {
    const { shown, next } = await ask(cursor);
    expect(shown.length).toBeLessThanOrEqual(limit);
    for (const [index, row] of shown.entries()) expect(row).toEqual(rows[have + index]?.());
    have += shown.length;
    cursor = next;
    if (cursor === undefined) return expect(have).toBe(rows.length);
    expect(shown.length).toBeGreaterThan(0);
  }
}

function definedOf({ missed, transferred, rated, minRating, maxRating }: ChatsQuestion['filter']): ChatFilter {
  return {
    ...(missed !== undefined && { missed }),
    ...(transferred !== undefined && { transferred }),
    ...(rated !== undefined && { rated }),
    ...(minRating !== undefined && { minRating }),
    ...(maxRating !== undefined && { maxRating }),
  };
}

function isOn(at: number, { from, to }: Days, zone: string): boolean {
  const { day } = wallTime(zone, at);
  return day >= from && day <= to;
}

/** Holds for coverage that says: all of these days are known, as of now, for so many requests. */
function expectWhole(coverage: Coverage, days: Days, zone: string, desk: Desk, requests: number): void {
  const { now } = desk.service.clock;
  expect(coverage).toEqual({
    complete: true,
    basis: 'proven',
    ...days,
    days_asked: numberOfDays(days),
    days_covered: numberOfDays(days),
    as_of: isoTime(zone, now),
    upstream_requests: requests,
    rejected_records: 0,
  });
}
