import { array, boolean, constant, constantFrom, integer, oneof, record, tuple, type Arbitrary } from 'fast-check';
import type { OfflineMessage, Rating, World } from '../../src/sandbox/world/world.ts';
import { namesOf, plusDays, wallTime, WEEKDAYS, type Asked } from './calendar.ts';
import type { Grouping } from './groups.ts';

// Random questions that make sense of a world, with the names of its people and the words of its messages.

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
export const CHAT_ORDERS = ['newest', 'oldest', 'longest', 'longest_wait', 'lowest_rating'] as const;
const STATES = ['unanswered', 'unread', 'all'] as const;

/** The days of a question, in a zone. */
export interface Timed {
  readonly asked: Asked;
  readonly timezone: string;
}

export interface PerformanceQuestion {
  readonly kind: 'performance';
  readonly timed: Timed;
  readonly agent: Name | undefined;
  readonly groupBy: readonly Grouping[] | undefined;
  readonly compareTo: 'previous_period' | 'same_period_last_year' | 'same_weekdays' | undefined;
}

export interface ChatsQuestion {
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

export interface OfflineQuestion {
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
    compareTo: perhaps(5, constantFrom('previous_period', 'same_period_last_year', 'same_weekdays')),
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
      tuple(
        constantFrom('day' as const, 'week' as const, 'month' as const, 'quarter' as const),
        integer({ min: 0, max: 100 }),
      ),
      tuple(integer({ min: 0, max: 100 }), integer({ min: 0, max: 45 }), integer({ min: 0, max: 9 })),
    ),
  ).map(([timezone, choice]) => {
    const { day: today } = wallTime(timezone, now);
    if (!Array.isArray(choice)) return { timezone, asked: choice === undefined ? {} : { period: choice } };
    if (typeof choice[0] === 'string') {
      const [kind, back] = choice;
      return { timezone, asked: { period: namesOf(plusDays(today, -back))[kind] } };
    }
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

const METRICS = ['chats', 'served', 'missed', 'wait', 'duration', 'transferred', 'rating'] as const;
export type MetricName = (typeof METRICS)[number];

export interface ChartQuestion {
  readonly timed: Timed;
  readonly metric: MetricName | undefined;
  readonly agent: Name | undefined;
  readonly groupBy: readonly Grouping[];
  readonly compareTo: 'previous_period' | 'same_period_last_year' | undefined;
}

/** Questions with a picture that make sense of this world, at the moment at which it ends. */
export function chartQuestionsAbout(world: World): Arbitrary<ChartQuestion> {
  return record({
    timed: timesAround(world.now),
    metric: perhaps(8, constantFrom(...METRICS)),
    agent: perhaps(2, constantFrom(...agentNames(world))),
    groupBy: perhaps(7, array(constantFrom(...GROUPINGS), { minLength: 1, maxLength: 2 })).map((some = []) => [
      ...new Set(some),
    ]),
    compareTo: perhaps(4, constantFrom('previous_period' as const, 'same_period_last_year' as const)),
  });
}

/** The country of a visitor, as their last record has it. */
export function countryOf({ records }: World['visitors'][number]): string {
  return records.at(-1)?.whereabouts.country ?? '';
}
