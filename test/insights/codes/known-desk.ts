import { Foreign } from '../../../src/model/foreign.ts';
import {
  array,
  boolean,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  record,
  uniqueArray,
  type Arbitrary,
} from 'fast-check';
import type {
  CodeObservations,
  SeenAuthor,
  SeenChats,
  SeenOfflineMessages,
  SeenTranscript,
} from '../../../src/model/codes.ts';
import { AgentId, ChatId } from '../../../src/model/ids.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../../src/model/time/units.ts';

// Desks whose truth is known, and what a server would see of them. Nothing of the codebook has a part in it.

const NOW = Date.UTC(2026, 10, 18);
const HOUR = 3_600_000;

/** The numbers of the meanings. */
export interface Numbering {
  readonly is_missed: { readonly served: number; readonly missed: number };
  readonly chat_started_by: { readonly visitor: number; readonly agent: number };
  readonly is_chat_transferred: { readonly transferred: number; readonly 'not transferred': number };
  readonly chat_ended_by: { readonly visitor: number; readonly agent: number; readonly nobody: number };
  readonly unread: { readonly unread: number; readonly read: number };
  readonly enabled: { readonly enabled: number; readonly disabled: number };
  /** Of what is not rated; ratings are 1 to 5 times `star`. */
  readonly rating: number;
  readonly star: number;
  readonly user_type: Readonly<Record<'visitor' | 'agent' | 'bot' | 'system', number>>;
}

interface KnownChat {
  readonly missed: boolean;
  /** Asked just now, and nobody has come yet. */
  readonly waits: boolean;
  readonly transferred: boolean;
  readonly startedBy: 'visitor' | 'agent';
  readonly endedBy: 'visitor' | 'agent';
  readonly stars: number;
  readonly agent: number;
  readonly hasTranscript: boolean;
  readonly visitorHasName: boolean;
  readonly bot: boolean;
}

/** The ways of a service that may look like something else. */
interface Ways {
  readonly timesOfMissed: 'none' | 'times' | 'times and agent';
  readonly missedNameAgent: boolean;
  /** The rating that a missed chat carries. */
  readonly ratingOfMissed: 'as not rated' | 'absent' | 'a default' | 'another none';
  readonly notRatedIsAbsent: boolean;
  /** A message in an agent's name that no agent wrote. */
  readonly greeting: 'none' | 'before' | 'after';
  readonly greetingCode: 'agent' | 'bot';
  readonly knocksInTranscript: boolean;
  readonly agentsWriteAs: 'their names' | 'nicknames';
  readonly botWritesAs: 'bot' | 'agent';
  readonly visitorsAreCalled: 'by names' | 'as agents';
  readonly firstAgentWrites: boolean;
  /** One in so many untransferred chats has a second agent, who only helps. */
  readonly colleagueIn: number;
  readonly replyMarksRead: boolean;
  /** Whether agents who open a message here do not answer it, and those who answer it do not open it. */
  readonly answersFromElsewhere: boolean;
  readonly disabledStayOnline: boolean;
}

interface KnownMail {
  readonly replied: boolean;
  readonly opened: boolean;
  readonly isRecent: boolean;
}

interface KnownAgent {
  readonly enabled: boolean;
  readonly online: boolean;
  readonly daysSinceLogin: number;
}

export interface KnownDesk {
  readonly codes: Numbering;
  readonly ways: Ways;
  readonly chats: readonly KnownChat[];
  readonly mail: readonly KnownMail[];
  readonly staff: readonly KnownAgent[];
}

const numberings: Arbitrary<Numbering> = oneof(
  constantFrom<Numbering[]>(
    {
      is_missed: { served: 0, missed: 1 },
      chat_started_by: { visitor: 1, agent: 2 },
      is_chat_transferred: { 'not transferred': 0, transferred: 1 },
      chat_ended_by: { nobody: 0, visitor: 1, agent: 2 },
      unread: { read: 0, unread: 1 },
      enabled: { disabled: 0, enabled: 1 },
      rating: 0,
      star: 1,
      user_type: { visitor: 1, agent: 2, bot: 3, system: 4 },
    },
    {
      is_missed: { served: 1, missed: 0 },
      chat_started_by: { visitor: 2, agent: 1 },
      is_chat_transferred: { 'not transferred': 1, transferred: 0 },
      chat_ended_by: { nobody: 3, visitor: 2, agent: 1 },
      unread: { read: 1, unread: 0 },
      enabled: { disabled: 1, enabled: 0 },
      rating: -1,
      star: 1,
      user_type: { visitor: 2, agent: 1, bot: 0, system: 5 },
    },
  ),
  uniqueArray(integer({ min: -100, max: 70_000 }), { minLength: 4, maxLength: 4 }).map(
    ([a = 0, b = 1, c = 2, d = 3]): Numbering => ({
      is_missed: { served: a, missed: b },
      chat_started_by: { visitor: c, agent: d },
      is_chat_transferred: { 'not transferred': b, transferred: c },
      chat_ended_by: { nobody: d, visitor: a, agent: b },
      unread: { read: c, unread: a },
      enabled: { disabled: d, enabled: b },
      rating: 99,
      star: 10,
      user_type: { visitor: d, agent: c, bot: b, system: a },
    }),
  ),
);

const oftenOrNever = constantFrom(0, 10, 50, 90, 100);

/** Something that is so in about this share of cases. */
const inPercent = (share: number): Arbitrary<boolean> => nat(99).map((dice) => dice < share);

const chatsOf = (shares: {
  readonly missed: number;
  readonly transferred: number;
  readonly proactive: number;
  readonly rated: number;
  readonly transcripts: number;
}): Arbitrary<KnownChat[]> =>
  array(
    record({
      missed: inPercent(shares.missed),
      waits: inPercent(2),
      transferred: inPercent(shares.transferred),
      startedBy: inPercent(shares.proactive).map((is) => (is ? 'agent' : 'visitor')),
      endedBy: constantFrom('visitor', 'agent'),
      stars: inPercent(shares.rated).chain((is) => (is ? integer({ min: 1, max: 5 }) : constant(0))),
      agent: nat(5),
      hasTranscript: inPercent(shares.transcripts),
      visitorHasName: inPercent(80),
      bot: boolean(),
    }),
    { maxLength: 150, size: 'max' },
  );

/** Desks of every kind. */
export const desks: Arbitrary<KnownDesk> = record({
  codes: numberings,
  ways: record<Ways>({
    timesOfMissed: constantFrom('none', 'times', 'times and agent'),
    missedNameAgent: boolean(),
    ratingOfMissed: constantFrom('as not rated', 'absent', 'a default', 'another none'),
    notRatedIsAbsent: boolean(),
    greeting: constantFrom('none', 'before', 'after'),
    greetingCode: constantFrom('agent', 'bot'),
    knocksInTranscript: boolean(),
    agentsWriteAs: constantFrom('their names', 'nicknames'),
    botWritesAs: constantFrom('bot', 'agent'),
    visitorsAreCalled: constantFrom('by names', 'as agents'),
    firstAgentWrites: boolean(),
    colleagueIn: constantFrom(0, 2, 10, 50),
    replyMarksRead: boolean(),
    answersFromElsewhere: boolean(),
    disabledStayOnline: boolean(),
  }),
  chats: record({
    missed: oftenOrNever,
    transferred: oftenOrNever,
    proactive: oftenOrNever,
    rated: oftenOrNever,
    transcripts: oftenOrNever,
  }).chain(chatsOf),
  mail: record({ replied: oftenOrNever, opened: oftenOrNever }).chain(({ replied, opened }) =>
    array(record({ replied: inPercent(replied), opened: inPercent(opened), isRecent: inPercent(10) }), {
      maxLength: 120,
      size: 'max',
    }),
  ),
  staff: oftenOrNever.chain((enabled) =>
    array(record({ enabled: inPercent(enabled), online: boolean(), daysSinceLogin: nat(30) }), {
      maxLength: 60,
      size: 'max',
    }),
  ),
});

const many = <T>(length: number, of: (index: number) => T): readonly T[] =>
  Array.from({ length }, (_, index) => of(index));

/** Desks with a lot of everything, of a service that is what it seems to be. */
export const benign: Arbitrary<KnownDesk> = numberings.map((codes) => ({
  codes,
  ways: {
    timesOfMissed: 'none',
    missedNameAgent: false,
    ratingOfMissed: 'as not rated',
    notRatedIsAbsent: false,
    greeting: 'none',
    greetingCode: 'bot',
    knocksInTranscript: true,
    agentsWriteAs: 'their names',
    botWritesAs: 'bot',
    visitorsAreCalled: 'by names',
    firstAgentWrites: true,
    colleagueIn: 0,
    replyMarksRead: true,
    answersFromElsewhere: false,
    disabledStayOnline: false,
  },
  chats: many(400, (index) => ({
    missed: index % 10 === 0,
    waits: false,
    transferred: index % 10 === 1,
    startedBy: index % 10 === 2 ? 'agent' : 'visitor',
    endedBy: index % 2 === 0 ? 'visitor' : 'agent',
    stars: index % 3 === 0 ? 1 + (index % 5) : 0,
    agent: index % 6,
    hasTranscript: index % 2 === 1 || index % 20 === 0,
    visitorHasName: index % 5 !== 0,
    bot: index % 3 !== 0,
  })),
  mail: many(160, (index) => ({ replied: index % 4 !== 0, opened: index % 8 === 0, isRecent: index % 40 === 4 })),
  staff: many(40, (index) => ({ enabled: index % 4 !== 0, online: index % 3 !== 0, daysSinceLogin: 5 })),
}));

const AGENTS = many(6, (index) => ({
  agentId: AgentId.parse(index + 1),
  firstName: DeskText.parse(`Agent${index}`),
  lastName: DeskText.parse('Smith'),
}));

/** Every meaning of the desk, as `code value = meaning`. */
export function meaningsIn({ codes: { rating, star: _, ...codes } }: KnownDesk): string[] {
  return [
    `rating ${rating} = not rated`,
    ...Object.entries<Readonly<Record<string, number>>>(codes).flatMap(([name, values]) =>
      Object.entries(values).map(([meaning, value]) => `${name} ${value} = ${meaning}`),
    ),
  ];
}

/** Every value that is a rating, and nothing else besides. */
export function ratingsIn({ codes, ways }: KnownDesk): number[] {
  return [1, 2, 3, 4, 5]
    .map((stars) => stars * codes.star)
    .filter((value) => ways.ratingOfMissed !== 'a default' || value !== codes.star);
}

/** Returns everything that a server sees of the desk. */
export function observe(desk: KnownDesk): CodeObservations {
  const { chats, codes, mail, staff, ways } = desk;
  return {
    said: [],
    chats: chats.map((chat) => seenChat(chat, desk)),
    transcripts: chats.flatMap((chat, index) => (chat.hasTranscript ? [transcriptOf(chat, index, desk)] : [])),
    agentNames: AGENTS,
    offlineMessages: mail.map((message) => seenMail(message, desk)),
    agents: staff.map(({ enabled, online, daysSinceLogin }) => ({
      enabledCode: enabled ? codes.enabled.enabled : codes.enabled.disabled,
      status:
        online && (enabled || (ways.disabledStayOnline && daysSinceLogin === 0))
          ? DeskText.parse('Online')
          : DeskText.parse('Offline'),
      lastLoginAt: epochMillis(NOW - (daysSinceLogin + (enabled ? 0 : 2)) * 24 * HOUR),
      seenAt: epochMillis(NOW),
    })),
  };
}

function seenMail({ replied, opened, isRecent }: KnownMail, { codes, ways }: KnownDesk): SeenOfflineMessages {
  const isRead = ways.answersFromElsewhere
    ? opened && !isRecent && !replied
    : (opened && !isRecent) || (replied && ways.replyMarksRead);
  return { unreadCode: isRead ? codes.unread.read : codes.unread.unread, replied, isRecent, count: 1 };
}

function seenChat(chat: KnownChat, { codes, ways }: KnownDesk): SeenChats {
  const isMissed = chat.missed && !chat.waits;
  const hasTimes = isMissed ? ways.timesOfMissed !== 'none' : !chat.waits;
  const namesAgent = isMissed ? ways.timesOfMissed === 'times and agent' || ways.missedNameAgent : !chat.waits;
  const rating = ratingOf(chat, codes, ways);
  return {
    missedCode: isMissed ? codes.is_missed.missed : codes.is_missed.served,
    startedByCode: codes.chat_started_by[chat.startedBy],
    transferredCode: codes.is_chat_transferred[chat.transferred && !isMissed ? 'transferred' : 'not transferred'],
    endedByCode: codes.chat_ended_by[hasTimes ? chat.endedBy : 'nobody'],
    ...(rating !== undefined && { ratingCode: rating }),
    hasStarted: hasTimes,
    hasEnded: hasTimes,
    namesAgent,
    isRecent: chat.waits,
    count: 1,
  };
}

function ratingOf({ missed, waits, stars }: KnownChat, codes: Numbering, ways: Ways): number | undefined {
  const none = ways.notRatedIsAbsent ? undefined : codes.rating;
  if (!missed || waits) return stars === 0 || waits ? none : stars * codes.star;
  switch (ways.ratingOfMissed) {
    case 'as not rated':
      return none;
    case 'absent':
      return undefined;
    case 'a default':
      return codes.star;
    case 'another none':
      return codes.rating - 1;
  }
}

function transcriptOf(chat: KnownChat, index: number, desk: KnownDesk): SeenTranscript {
  const { codes, ways } = desk;
  const isMissed = chat.missed && !chat.waits;
  const requestedAt = NOW - 1000 * HOUR + index * HOUR;
  const agent = AGENTS[chat.agent];
  const colleague = AGENTS[(chat.agent + 1) % AGENTS.length];
  const nameOf = (one: typeof agent) =>
    ways.agentsWriteAs === 'nicknames' ? `Nick ${one?.agentId ?? 0}` : `${one?.firstName ?? ''} ${one?.lastName ?? ''}`;
  const visitor = !chat.visitorHasName
    ? undefined
    : ways.visitorsAreCalled === 'by names'
      ? `Visitor ${index}`
      : `Agent${(chat.agent + 3) % 6} Smith`;
  const row = seenChat(chat, desk);
  const written = (name: string, role: keyof Numbering['user_type'], at: number): SeenAuthor => ({
    name: new Foreign(name),
    userTypeCode: codes.user_type[role],
    firstAt: epochMillis(requestedAt + at),
  });
  const helps = ways.colleagueIn > 0 && index % ways.colleagueIn === 0;
  const isKnock = chat.startedBy === 'agent' && ways.knocksInTranscript;
  const greetsAt = ways.greeting === 'before' ? -5000 : 5000;
  return {
    chat: {
      chatId: ChatId.parse(index + 1),
      requestedAt: epochMillis(requestedAt),
      ...(row.hasStarted && { startedAt: epochMillis(requestedAt + 10_000) }),
      ...(row.missedCode !== undefined && { missedCode: row.missedCode }),
      ...(row.startedByCode !== undefined && { startedByCode: row.startedByCode }),
      ...(row.transferredCode !== undefined && { transferredCode: row.transferredCode }),
      visitor: { ...(visitor !== undefined && { name: new Foreign(visitor) }) },
      ...(row.namesAgent && agent !== undefined && { agent }),
    },
    authors: [
      written(visitor ?? 'Visitor', 'visitor', 1000),
      ...(chat.bot ? [written(ways.botWritesAs === 'bot' ? 'Shop assistant' : nameOf(agent), 'bot', 500)] : []),
      ...(ways.greeting === 'none' || chat.startedBy === 'agent'
        ? []
        : [written(nameOf(agent), ways.greetingCode, greetsAt)]),
      ...(isMissed || chat.waits
        ? [written('System', 'system', 60_000)]
        : [
            written(nameOf(agent), 'agent', isKnock ? -10_000 : 20_000),
            ...(chat.transferred && ways.firstAgentWrites ? [written(nameOf(colleague), 'agent', 15_000)] : []),
            ...(helps ? [written(nameOf(colleague), 'agent', 40_000)] : []),
          ]),
    ],
  };
}
