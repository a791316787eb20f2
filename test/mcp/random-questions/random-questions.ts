import { array, boolean, constant, constantFrom, integer, oneof, record, tuple, type Arbitrary } from 'fast-check';
import { expect } from 'vitest';
import { truth } from '../../oracle/truth.ts';
import type { Chat, OfflineMessage, Rating, World } from '../../../src/sandbox/world/world.ts';
import { DAY, type Desk } from '../desk.ts';
import {
  agentMetricsOf,
  beforeCut,
  changeOf,
  EVERY_METRIC,
  chatsOn,
  comparedDays,
  daysOf,
  groupsOf,
  isoTime,
  metricsOf,
  near,
  numberOfDays,
  nameOf,
  ofRows,
  plusDays,
  rowOf,
  sameLetters,
  startOfDay,
  wallTime,
  weekdayOf,
  WEEKDAYS,
  type Asked,
  type Days,
  type Filter,
  type Grouping,
} from '../expected.ts';
import type { Coverage } from '../protocol/shapes.ts';

// Random questions, and what is true about each. A question is asked through a real client and every number of its
// answer is held against the world.

/** With and without daylight saving, east and west, whole hours, half hours and quarters, days that begin at one. */
export const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
] as const;

const PERIODS = [
  'today',
  'yesterday',
  'last_7_days',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'last_30_days',
  'last_90_days',
  'this_year',
] as const;
export const GROUPINGS: readonly Grouping[] = [
  'agent',
  'day',
  'week',
  'month',
  'hour',
  'weekday',
  'visitor',
  'started_by',
  'ended_by',
  'transferred',
  'rating',
];
const CHAT_ORDERS = ['newest', 'oldest', 'longest', 'longest_wait', 'lowest_rating'] as const;
const STATES = ['unanswered', 'unread', 'all'] as const;

/** The days of a question, in a zone. */
export interface Timed {
  readonly asked: Asked;
  readonly timezone: string;
}

interface PerformanceQuestion {
  readonly kind: 'performance';
  readonly timed: Timed;
  readonly agent: Name | undefined;
  readonly groupBy: readonly Grouping[] | undefined;
  readonly compareTo: 'previous_period' | 'same_period_last_year' | undefined;
}

interface ChatsQuestion {
  readonly kind: 'chats';
  readonly timed: Timed;
  readonly agent: Name | undefined;
  readonly visitor: Name | undefined;
  readonly filter: {
    readonly missed: boolean | undefined;
    readonly transferred: boolean | undefined;
    readonly rated: boolean | undefined;
    readonly minRating: Rating | undefined;
    readonly maxRating: Rating | undefined;
  };
  readonly country: string | undefined;
  readonly minDuration: number | undefined;
  readonly minWait: number | undefined;
  readonly weekdays: readonly string[] | undefined;
  readonly hours: readonly [from: number, until: number] | undefined;
  readonly order: (typeof CHAT_ORDERS)[number] | undefined;
  readonly limit: number;
}

interface OfflineQuestion {
  readonly kind: 'offline';
  readonly timed: Timed | undefined;
  readonly state: (typeof STATES)[number] | undefined;
  readonly order: 'newest' | 'oldest' | undefined;
  readonly query: string | undefined;
  readonly limit: number;
}

export type RandomQuestion = PerformanceQuestion | ChatsQuestion | OfflineQuestion;

/** Somebody, as a question calls them. */
export interface Name {
  readonly id: number;
  readonly name: string;
}

/** Questions that make sense of this world, at the moment at which it ends. */
export function questionsAbout(world: World): Arbitrary<RandomQuestion> {
  const timed = timesAround(world.now);
  const agent = perhaps(3, constantFrom(...agentNames(world)));
  const limit = constantFrom(9, 20, 50, 100);
  const flag = perhaps(2, boolean());
  const rating = perhaps(1, constantFrom(1, 2, 3, 4, 5));
  const performance: Arbitrary<PerformanceQuestion> = record({
    kind: constant('performance'),
    timed,
    agent,
    groupBy: perhaps(7, array(constantFrom(...GROUPINGS), { minLength: 1, maxLength: 2 })),
    compareTo: perhaps(5, constantFrom('previous_period', 'same_period_last_year')),
  });
  const chats: Arbitrary<ChatsQuestion> = record({
    kind: constant('chats'),
    timed,
    agent,
    visitor: perhaps(3, constantFrom(...visitorNames(world))),
    filter: record({ missed: flag, transferred: flag, rated: flag, minRating: rating, maxRating: rating }).filter(
      ({ minRating = 1, maxRating = 5 }) => minRating <= maxRating,
    ),
    country: perhaps(2, constantFrom(...new Set(world.visitors.map(countryOf)))).map((name) => name?.toUpperCase()),
    minDuration: perhaps(2, constantFrom(0, 60, 300, 900.5)),
    minWait: perhaps(2, constantFrom(0, 5, 20, 60)),
    weekdays: perhaps(3, array(constantFrom(...WEEKDAYS), { minLength: 1, maxLength: 3 })),
    hours: perhaps(
      3,
      tuple(integer({ min: 0, max: 23 }), integer({ min: 1, max: 24 })).filter(([from, until]) => from !== until),
    ),
    order: perhaps(7, constantFrom(...CHAT_ORDERS)),
    limit,
  });
  const offline: Arbitrary<OfflineQuestion> = record({
    kind: constant('offline'),
    timed: perhaps(5, timed),
    state: perhaps(8, constantFrom(...STATES)),
    order: perhaps(6, constantFrom('newest', 'oldest')),
    query: perhaps(3, queryIn(world)),
    limit,
  });
  return oneof(
    { weight: 5, arbitrary: performance },
    { weight: 4, arbitrary: chats },
    { weight: 2, arbitrary: offline },
  );
}

/** In so many of ten cases; else nothing. */
export const perhaps = <T>(ofTen: number, arbitrary: Arbitrary<T>): Arbitrary<T | undefined> =>
  oneof({ weight: ofTen, arbitrary }, { weight: 10 - ofTen, arbitrary: constant(undefined) });

export function timesAround(now: number): Arbitrary<Timed> {
  return tuple(
    constantFrom(...ZONES),
    oneof(
      constantFrom(...PERIODS, undefined),
      tuple(integer({ min: 0, max: 100 }), integer({ min: 0, max: 45 }), integer({ min: 0, max: 9 })),
    ),
  ).map(([timezone, choice]) => {
    const { day: today } = wallTime(timezone, now);
    if (!Array.isArray(choice)) return { timezone, asked: choice === undefined ? {} : { period: choice } };
    const [back, length, open] = choice;
    const from = plusDays(today, -back);
    const to = plusDays(from, length);
    return { timezone, asked: open === 0 ? { from } : open === 1 ? { to } : { from, to } };
  });
}

export function agentNames({ agents }: World): Name[] {
  const fullName = (agent: World['agents'][number]) => `${agent.firstName} ${agent.lastName}`;
  return agents.flatMap((agent): Name[] => [
    { id: agent.agentId, name: String(agent.agentId) },
    { id: agent.agentId, name: agent.email.toUpperCase() },
    ...(agents.filter((other) => fullName(other) === fullName(agent)).length === 1
      ? [{ id: agent.agentId, name: fullName(agent).toLowerCase() }]
      : []),
  ]);
}

/** Visitors by their id, and by an email address that no other visitor ever gave. */
function visitorNames({ visitors, chats, offlineMessages }: World): Name[] {
  const given = [
    ...visitors.flatMap(({ visitorId, records }) =>
      records.map(({ contact }) => ({ id: visitorId, name: contact.email })),
    ),
    ...[...chats, ...offlineMessages].map(({ visitorId, visitorEmail }) => ({ id: visitorId, name: visitorEmail })),
  ].map(({ id, name }) => ({ id, name: name.toLowerCase() }));
  const owners = Map.groupBy(given, ({ name }) => name);
  const chatting = new Set(chats.map(({ visitorEmail }) => visitorEmail.toLowerCase()));
  return [
    ...visitors.map(({ visitorId }) => ({ id: visitorId, name: String(visitorId) })),
    ...given.filter(
      ({ id, name }) =>
        /^\S+@\S+$/.test(name) && chatting.has(name) && owners.get(name)?.every((owner) => owner.id === id),
    ),
  ];
}

/** One or two words that some offline message has, in any case. */
function queryIn({ offlineMessages }: World): Arbitrary<string> {
  const words = ({ text, subject }: OfflineMessage): string[] =>
    `${subject} ${text}`.split(/\s+/u).filter((word) => word.length > 2 && word.length < 40);
  return constantFrom(...offlineMessages.filter((message) => words(message).length > 1)).chain((message) =>
    array(constantFrom(...words(message)), { minLength: 1, maxLength: 2 }).map((some) => some.join(' ').toUpperCase()),
  );
}

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
    transcripts: 'at_hand',
  };
  const { result, requests } = await desk.spentOn(() => desk.ask('get_support_performance', args));
  const { period, overall, groups, comparison, coverage } = result.data;
  const metrics = agent === undefined ? metricsOf : agentMetricsOf;

  const days = daysOf(asked, wallTime(timezone, clock.now).day);
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
  else {
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

function countryOf({ records }: World['visitors'][number]): string {
  return records.at(-1)?.whereabouts.country ?? '';
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
      const text = [message.subject, message.text, message.visitorName, message.visitorEmail].join('\n').toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((one, other) => other.receivedAt - one.receivedAt || other.offlineMessageId - one.offlineMessageId);
  if (order === 'oldest') expected.reverse();

  const rows = expected.map((message) => () => offlineRowOf(message, zone, clock.now));
  await checkPages(rows, limit, mostPages, async (cursor) => {
    const args = { ...timed?.asked, timezone: timed?.timezone, state, order: order ?? 'newest', query, limit, cursor };
    const { result, requests } = await desk.spentOn(() => desk.ask('list_offline_messages', args));
    const { total, coverage, messages: shown, next_cursor: next } = result.data;
    expect(total).toBe(expected.length);
    expect(coverage).toMatchObject({ complete: true, upstream_requests: requests, rejected_records: 0 });
    return { shown: shown.map(withoutTriage), next };
  });
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

function definedOf({ missed, transferred, rated, minRating, maxRating }: ChatsQuestion['filter']): Filter {
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

/** The fields of a row beside its urgency. */
export function withoutTriage(row: object): Readonly<Record<string, unknown>> {
  const beside = ['language', 'priority', 'similar', 'triage'];
  return Object.fromEntries(Object.entries(row).filter(([key]) => !beside.includes(key)));
}

/** An offline message as a row of an answer. */
export function offlineRowOf(message: OfflineMessage, zone: string, now: number): unknown {
  const name = nameOf(message);
  return {
    offline_message_id: message.offlineMessageId,
    received_at: isoTime(zone, message.receivedAt),
    age_hours: near((now - message.receivedAt) / (DAY / 24), 1),
    visitor: {
      visitor_id: message.visitorId,
      name: name && sameLetters(name),
      email: message.visitorEmail === '' ? undefined : message.visitorEmail,
    },
    subject: message.subject.trim() === '' ? undefined : sameLetters(message.subject),
    text: message.text.trim() === '' ? undefined : sameLetters(message.text),
    unread: message.unread,
    replies: message.replies.length,
  };
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
