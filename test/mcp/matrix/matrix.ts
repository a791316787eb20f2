import { codesOf } from '../../../src/sandbox/codes.ts';
import { constantFrom, record, sample } from 'fast-check';
import { Dialect, DIMENSIONS, USUAL_DIALECT, type DialectOptions } from '../../../src/sandbox/dialects.ts';
import type { Chat, World } from '../../../src/sandbox/world/world.ts';
import { first, openServer, startService, type Desk } from '../desk.ts';
import { plusDays } from '../../oracle/calendar.ts';
import { checkChats, checkPerformance } from './matrix-chats.ts';
import { checkAskedAgain, type Inquiry } from './matrix-inquiry.ts';
import {
  checkAgents,
  checkOfflineMessage,
  checkOfflineMessages,
  checkStatus,
  checkTranscript,
  checkVisitor,
  checkVisitors,
} from './matrix-records.ts';
import { EVERYTHING, MIDDLE, TODAY, WORLDS } from './matrix-worlds.ts';

// Every way of the service that the specification leaves open, against every tool (issue 3): whatever the dialect, the
// numbers of each answer are the world's, or the answer names the code that it could not read, and costs what it may.

/** One combination of dialects, world and opening. */
const MATRIX = {
  page_size: [1, 7, 50, 500],
  order: ['newest', 'oldest', 'shuffled'],
  past_end: ['empty', '404', '400', 'last_page'],
  date_to: ['inclusive', 'exclusive'],
  filter_time: ['request', 'start'],
  codes: ['a', 'b', 'c'],
  fields: ['as_written', 'missing_and_null', 'numbers_as_text'],
} as const satisfies { readonly [Name in keyof DialectOptions]: readonly DialectOptions[Name][] };

export const PAGE_SIZES = MATRIX.page_size;

/** A dialect, and how a desk meets it. */
export interface Combination {
  readonly dialect: DialectOptions;
  /** Whether the setting `codes` says what the codes mean. */
  readonly hasCodes: boolean;
  /** One of the worlds, by its place. */
  readonly world: number;
  /** One of the questions that may come first, by its place. */
  readonly opening: number;
}

/** The 432 combinations of one page size; worlds and first questions are spread over them without a pattern. */
export function combinationsOf(pageSize: (typeof PAGE_SIZES)[number]): Combination[] {
  const dialects = MATRIX.order.flatMap((order) =>
    MATRIX.past_end.flatMap((past_end) =>
      MATRIX.date_to.flatMap((date_to) =>
        MATRIX.filter_time.flatMap((filter_time) =>
          MATRIX.codes.flatMap((codes) =>
            MATRIX.fields.map((fields) => ({ order, past_end, date_to, filter_time, codes, fields })),
          ),
        ),
      ),
    ),
  );
  return dialects.map((dialect, index) => ({
    dialect: { page_size: pageSize, ...dialect },
    hasCodes: index % 2 === 0,
    world: scattered(index, WORLDS.length),
    opening: scattered(index + dialects.length, OPENINGS.length),
  }));
}

/** A number below `count` without any order in it. */
function scattered(index: number, count: number): number {
  return (Math.imul(index + 1, 0x9e3779b1) >>> 12) % count;
}

/** Every other way of the service, each beside the usual ones, on a desk with the setting `codes` and on one without. */
export function singleSweep(): Combination[] {
  const others = DIMENSIONS.filter(({ name }) => !(name in MATRIX) && !name.startsWith('webhook_'));
  return others
    .flatMap(({ name, values, usual }) => values.filter((value) => value !== usual).map((value) => ({ [name]: value })))
    .flatMap((other, index) =>
      [true, false].map((hasCodes) => ({
        dialect: Dialect.parse({ page_size: 7, ...other }),
        hasCodes,
        world: scattered(index, WORLDS.length),
        opening: scattered(index + 1, OPENINGS.length),
      })),
    );
}

/** Dialects in which anything may be otherwise; the same for a seed. */
export function mixes(count: number, seed: number): Combination[] {
  const ways = Object.fromEntries(DIMENSIONS.map(({ name, values }) => [name, constantFrom(...values)]));
  const mix = record({ page_size: constantFrom(...PAGE_SIZES), ...ways });
  return sample(mix, { numRuns: count, seed }).map((dialect, index) => ({
    dialect: Dialect.parse(dialect),
    hasCodes: index % 2 === 0,
    world: scattered(index, WORLDS.length),
    opening: scattered(index + 1, OPENINGS.length),
  }));
}

/** The unusual parts of a combination, for the name of a test. */
export function nameOf({ dialect, hasCodes, world, opening }: Combination): string {
  const unusual = Object.entries(dialect).filter(([name, value]) => !isUsual(name, value));
  const words = unusual.map(([name, value]) => `${name} ${value}`);
  return [...words, hasCodes ? 'codes set' : 'codes unset', `world ${world}`, `opening ${opening}`].join(', ');
}

function isUsual(name: string, value: unknown): boolean {
  return Object.entries(USUAL_DIALECT).some(([usual, its]) => usual === name && its === value);
}

/** The first question to a server that has read nothing. */
const OPENINGS: readonly ((inquiry: Inquiry) => Promise<void>)[] = [
  (inquiry) => checkChats(inquiry, { days: MIDDLE }),
  (inquiry) => checkPerformance(inquiry, { days: MIDDLE, agent: agentOf(inquiry) }),
  (inquiry) => checkChats(inquiry, { days: EVERYTHING }),
  (inquiry) =>
    checkPerformance(inquiry, {
      days: { from: plusDays(TODAY, -1), to: TODAY },
      compared: { from: plusDays(TODAY, -3), to: plusDays(TODAY, -2) },
    }),
];

/** An agent who passed a chat on, so that what they had a part in is not what names them. */
function agentOf({ chats }: Inquiry): number {
  return first(chats.flatMap(({ transferredFrom }) => transferredFrom ?? []));
}

/** Asks a fresh server every question there is about a world that a service in this dialect shows. */
export async function checkCombination({ dialect, hasCodes, world, opening }: Combination): Promise<void> {
  await using service = startService(WORLDS[world], undefined, dialect);
  await using desk = await openServer(service, hasCodes ? {} : { codes: {} });
  const inquiry = inquiryOf(desk, hasCodes);
  await OPENINGS[opening]?.(inquiry);
  await askAll(inquiry);
}

/** The facts of a desk, before it is asked anything. */
export function inquiryOf(desk: Desk, hasCodes: boolean): Inquiry {
  const { world, dialect } = desk.service;
  return {
    desk,
    hasCodes,
    dialect,
    codes: codesOf(dialect),
    chats: world.chats.filter((chat) => dialect.running_chats === 'listed' || !isRunning(chat)),
    asked: [],
    read: { days: new Set(), records: new Set() },
  };
}

const isRunning = ({ missed, endedAt }: Chat): boolean => !missed && endedAt === undefined;

async function askAll(inquiry: Inquiry): Promise<void> {
  const { chats, desk } = inquiry;
  const { world } = desk.service;
  const agent = agentOf(inquiry);

  await checkChats(inquiry, { days: EVERYTHING });
  for (const filter of [
    { missed: true },
    { missed: false },
    { transferred: true },
    { rated: true },
    { minStars: 4 as const },
    { maxStars: 3 as const },
  ]) {
    await checkChats(inquiry, { days: EVERYTHING, filter });
  }
  await checkChats(inquiry, { days: EVERYTHING, agent });
  await checkChats(inquiry, { days: EVERYTHING, visitor: busiest(chats) });
  await checkChats(inquiry, { days: MIDDLE, zone: 'Asia/Kolkata' });

  await checkPerformance(inquiry, { days: EVERYTHING, groupBy: ['agent'] });
  await checkPerformance(inquiry, { days: EVERYTHING, groupBy: ['day'], zone: 'America/New_York' });
  await checkPerformance(inquiry, {
    days: { from: plusDays(TODAY, -2), to: TODAY },
    compared: { from: plusDays(TODAY, -5), to: plusDays(TODAY, -3) },
    agent,
  });
  await checkAgents(inquiry);

  for (const state of ['all', 'unanswered', 'unread'] as const) await checkOfflineMessages(inquiry, state);
  const { offlineMessages } = world;
  await checkOfflineMessage(inquiry, first(offlineMessages.filter(({ replies }) => replies.length > 0)));
  await checkOfflineMessage(inquiry, first(offlineMessages.filter(({ replies }) => replies.length === 0)));

  await checkStatus(inquiry, EVERYTHING);

  // Their chats are at hand, and those of the last one are looked for in the list of visitors.
  const wrote = new Set([...world.chats, ...offlineMessages].map(({ visitorId }) => visitorId));
  const abroad = first(world.visitors.filter(({ visitorId, records }) => wrote.has(visitorId) && records.length > 1));
  const silent = first(world.visitors.filter(({ visitorId }) => !wrote.has(visitorId)));
  const missed = first(chats.filter((chat) => chat.missed));
  const running = first(world.chats.filter(isRunning));
  const askedVisitors = new Set([busiest(chats), abroad.visitorId, missed.visitorId, running.visitorId]);
  for (const visitorId of askedVisitors) await checkVisitor(inquiry, visitorId, EVERYTHING.from);
  await checkVisitor(inquiry, silent.visitorId, EVERYTHING.from, emailOf(world, silent.visitorId));
  await checkVisitors(inquiry);

  const kinds: readonly ((chat: Chat) => boolean)[] = [
    (chat) => chat.missed,
    (chat) => chat.transferred,
    (chat) => chat.rating !== undefined && chat.startedBy === 'agent',
    ({ messages }) => messages.some(({ author }) => author === 'bot'),
    isRunning,
  ];
  for (const kind of kinds) {
    for (const chat of world.chats.filter(kind).slice(-1)) await checkTranscript(inquiry, chat);
  }
  await checkAskedAgain(inquiry);
}

/** The visitor with most chats. */
function busiest(chats: readonly Chat[]): number {
  const counts = Map.groupBy(chats, ({ visitorId }) => visitorId);
  return first([...counts].sort(([, one], [, other]) => other.length - one.length).map(([visitorId]) => visitorId));
}

function emailOf({ visitors }: World, visitorId: number): string | undefined {
  const records = visitors.find((visitor) => visitor.visitorId === visitorId)?.records ?? [];
  return records.at(-1)?.contact.email;
}
