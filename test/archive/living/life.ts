import { array, boolean, constantFrom, integer, nat, oneof, record, type Arbitrary } from 'fast-check';
import { PLACES, type Happening, type Kind } from './events.ts';
import { PAST_ENDS, type Ways } from './moving-service.ts';
import { ORDERS } from './moving-world.ts';

// What chance decides of a living desk: how it begins, the ways of its service, what happens to it and what it is asked.

const MINUTE = 60_000;

export type Subject = 'chats' | 'chats of an agent' | 'visitors' | 'messages' | 'transcript' | 'message';

export interface Step {
  readonly server: number;
  readonly about: Subject;
  /** The days asked for, counted back from today. */
  readonly oldest: number;
  readonly newest: number;
  /** The place of the agent, or of the chat, of a thousand. */
  readonly which: number;
  readonly withinSeconds: number;
  readonly cancelledAfter: number | undefined;
  /** Whether the next step does not wait for the answer. */
  readonly isHasty: boolean;
  /** The time until the next step. */
  readonly pass: number;
}

const step: Arbitrary<Step> = record({
  server: nat(2),
  about: constantFrom(
    ...(['chats', 'chats', 'chats', 'chats of an agent', 'chats of an agent', 'transcript', 'transcript'] as const),
    ...(['visitors', 'messages', 'message'] as const),
  ),
  oldest: nat(4),
  newest: nat(4),
  which: nat(999),
  withinSeconds: constantFrom(900, 900, 900, 900, 2, 0.3),
  cancelledAfter: constantFrom(...Array<undefined>(9).fill(undefined), 40, 400),
  isHasty: boolean(),
  pass: constantFrom(0, 100, 2000, 61_000, 65_000, 65_000, 6 * MINUTE, 61 * MINUTE, 24 * 60 * MINUTE),
});

/** A question of today that waits for its answer. */
export const PATIENTLY = {
  oldest: 0,
  newest: 0,
  which: 0,
  withinSeconds: 900,
  cancelledAfter: undefined,
  isHasty: false,
  pass: 0,
};

/** A record that is on its way while the list with it is read, and answered from afterwards. */
const recordBesideItsList: Arbitrary<readonly Step[]> = record({
  server: nat(2),
  other: nat(2),
  which: integer({ min: 400, max: 999 }),
  isTranscript: boolean(),
}).map(({ server, other, which, isTranscript }) => {
  const list = { ...PATIENTLY, server: other, about: isTranscript ? ('chats' as const) : ('messages' as const) };
  return [
    { ...list, pass: isTranscript ? 61_000 : 6 * MINUTE },
    { ...PATIENTLY, server, which, about: isTranscript ? 'transcript' : 'message', isHasty: true },
    list,
    list,
  ];
});

const happening: Arbitrary<Omit<Happening, 'event'> & { readonly what: number }> = record({
  gap: oneof(integer({ min: 1, max: 8 }), integer({ min: 1, max: 2 })),
  when: constantFrom('before', 'after'),
  what: nat(999),
  place: constantFrom(...PLACES),
  which: nat(999),
});

/** A desk, what happens to it, and what it is asked. */
export const life = record({
  kind: constantFrom(
    'quiet',
    'arrivals',
    'changes',
    'transfers',
    'deletions',
    'moves',
    'mixed',
    'mixed',
  ) satisfies Arbitrary<Kind>,
  servers: constantFrom(1, 3),
  asked: constantFrom('as tools ask', 'as tools ask', 'as tools ask', 'as tools ask', 'by an assistant'),
  beginning: record({
    seed: nat(999),
    chats: nat(60),
    visitors: nat(24),
    messages: nat(24),
    hasScatteredIds: boolean(),
  }),
  ways: record({
    order: constantFrom(...ORDERS),
    pastEnd: constantFrom(...PAST_ENDS),
    pageSize: integer({ min: 1, max: 7 }),
    isDateToInclusive: boolean(),
    listsPastAgents: boolean(),
    heldPercent: constantFrom(0, 0, 10, 40),
    heldRecordsPercent: constantFrom(0, 80),
    // A row a page in no order, with rows coming in all the time, shows the same page thrice as the end does.
  }).map((ways) => (ways.order === 'none' ? { ...ways, pageSize: ways.pageSize + 1 } : ways)) satisfies Arbitrary<Ways>,
  happenings: array(happening, { maxLength: 30, size: 'max' }),
  steps: array(
    oneof({ weight: 6, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: recordBesideItsList }),
    {
      minLength: 1,
      maxLength: 14,
      size: 'max',
    },
  ),
});
export type Life = typeof life extends Arbitrary<infer Value> ? Value : never;
