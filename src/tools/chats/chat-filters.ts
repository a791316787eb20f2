import { z } from 'zod';
import {
  agentArgument,
  countryArgument,
  visitorArgument,
  workingTimeArguments,
  workingTimeOf,
} from '../../answers/selection/arguments.ts';
import { codesFilter } from '../../answers/selection/code-filter.ts';
import { readCode } from '../../answers/codes.ts';
import { filter, outcomeOf, type Filter, type Outcome, type Phrase } from '../../answers/rows/filters.ts';
import type { Order } from '../../answers/rows/list.ts';
import { keyOfFraction, LAST } from '../../answers/rows/row-cursor.ts';
import type { VisitorsOfCountry } from '../../archive/records/visitors/visitor-countries.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import { ratingValueOf } from '../../model/codebook/code-states.ts';
import { CODES_OF_ROWS } from '../../figures/code-counts.ts';
import { isWithin, type WorkingTime } from '../../figures/groupings/wall-clock.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { chatIdAt, isVisitorId, type ChatColumns } from '../../model/chat-columns.ts';
import type { ChatId } from '../../model/ids.ts';
import type { ChatCodes } from '../../model/records.ts';
import { keysOf } from '../../model/keys-of.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { spanText } from '../../model/words/duration.ts';
import { callerQuotation } from '../../privacy/cleaned-text.ts';

/** A chat as a place in columns: of a million chats, those of a page alone are read whole. */
export interface ChatRow {
  readonly columns: ChatColumns;
  readonly row: number;
}

/** What filters and orders are given beside a chat. */
export interface ChatContext {
  readonly book: Codebook;
  /** The same with what is likely as if it was known. */
  readonly assumed: Codebook;
  readonly zone: Zone;
  /** The chats of the visitor who is asked about; undefined where none is. */
  readonly ofVisitor?: ReadonlySet<ChatId> | undefined;
  readonly ofCountry?: VisitorsOfCountry | undefined;
  /** Whether the visitor wrote last, by chat; one is absent whose transcript is not loaded, or does not say. */
  readonly wroteLast?: ReadonlyMap<ChatId, boolean> | undefined;
}

export const ROW_CODES = keysOf(CODES_OF_ROWS);

export const idOf = ({ columns, row }: ChatRow): ChatId => chatIdAt(columns, row);

const codesOf = ({ columns, row }: ChatRow): ChatCodes => columns.codeSets[columns.codes[row] ?? 0] ?? {};

const requestedAt = ({ columns, row }: ChatRow): EpochMillis => epochMillis(columns.requests[row] ?? Number.NaN);

/** Seconds from request to start, and from start to end: NaN for a chat that never started, undefined where the rest is unknown. */
const waitOf = ({ columns, row }: ChatRow) =>
  Number.isNaN(columns.starts[row]) ? NEVER : secondsFrom(columns.requests[row], columns.starts[row]);
const durationOf = ({ columns, row }: ChatRow) => secondsFrom(columns.starts[row], columns.ends[row]);

const NEVER: Known<number> = { value: Number.NaN, isLikely: false };

function secondsFrom(from = Number.NaN, to = Number.NaN): Known<number> | undefined {
  if (Number.isNaN(from)) return NEVER;
  return to >= from ? { value: (to - from) / 1000, isLikely: false } : undefined;
}

/** What a chat says in answer to a condition; undefined where it does not say. */
interface Known<Value> {
  readonly value: Value;
  /** Whether that rests on the likely meaning of a code. */
  readonly isLikely: boolean;
}

function flagOf(
  code: 'is_missed' | 'is_chat_transferred',
  meaning: string,
): (row: ChatRow, context: ChatContext) => Known<boolean> | undefined {
  return (row, { book }) => {
    const reading = readCode(book, code, CODES_OF_ROWS[code](codesOf(row)));
    return reading && { value: reading.meaning === meaning, isLikely: reading.isLikely };
  };
}

const missedOf = flagOf('is_missed', 'missed');

/** The rating of a chat, NaN for one without. */
function ratingOf(row: ChatRow, { book, assumed }: ChatContext): Known<number> | undefined {
  const codes = codesOf(row);
  if (codes.ratingCode === undefined) return { value: Number.NaN, isLikely: false };
  if (!assumed.rating.settled) return undefined;
  return { value: ratingValueOf(codes, assumed) ?? Number.NaN, isLikely: !book.rating.settled };
}

function isRated(row: ChatRow, context: ChatContext): Known<boolean> | undefined {
  const rating = ratingOf(row, context);
  return rating && { ...rating, value: !Number.isNaN(rating.value) };
}

/** Whether a chat was served and the visitor wrote last. */
function isUnanswered(row: ChatRow, context: ChatContext): Known<boolean> | undefined {
  const missed = missedOf(row, context);
  if (missed?.value === true) return { ...missed, value: false };
  const value = context.wroteLast?.get(idOf(row));
  return missed && value !== undefined ? { ...missed, value } : undefined;
}

/** What a filter on one property of a chat needs. */
interface Property<Value> {
  readonly of: (row: ChatRow, context: ChatContext) => Known<Value> | undefined;
  /** Whether it rests on codes alone: chats have few different ones, and each is read once. */
  readonly isOfCodes?: boolean;
}

/** A filter on whether a property holds. */
function flagFilter(
  argument: string,
  property: Property<boolean>,
  words: readonly [yes: string, no: string],
  schema: z.ZodType<boolean> = z.boolean(),
): Filter<ChatRow, ChatContext> {
  const [yes, no] = words;
  const phrase = (wanted: boolean) => ({ before: wanted ? yes : no, isShare: argument === 'missed' });
  return propertyFilter(argument, schema, property, phrase, (value, wanted) => value === wanted);
}

/** A filter on a number that has a bound. */
function boundFilter(
  argument: string,
  schema: z.ZodType<number>,
  property: Property<number>,
  words: (bound: number) => string,
): Filter<ChatRow, ChatContext> {
  const isLeast = argument.startsWith('min_');
  const phrase = (bound: number) => ({ behind: words(bound) });
  return propertyFilter(argument, schema, property, phrase, (value, bound) =>
    isLeast ? value >= bound : value <= bound,
  );
}

function propertyFilter<Value>(
  argument: string,
  schema: z.ZodType<Value>,
  { of, isOfCodes = false }: Property<Value>,
  words: (wanted: Value) => Phrase,
  isMet: (value: Value, wanted: Value) => boolean,
): Filter<ChatRow, ChatContext> {
  return {
    argument,
    schema,
    condition: (args, context) => {
      if (args[argument] === undefined) return undefined;
      const wanted = schema.parse(args[argument]);
      const judge = (row: ChatRow) => outcomeFor(of(row, context), (value) => isMet(value, wanted));
      const test = isOfCodes ? oncePerCodes(judge) : judge;
      return { argument, words: words(wanted), without: `without ${argument}`, test };
    },
  };
}

function oncePerCodes(judge: (row: ChatRow) => Outcome): (row: ChatRow) => Outcome {
  const outcomes = new Map<ChatCodes, Outcome>();
  return (row) => {
    const codes = codesOf(row);
    const before = outcomes.get(codes);
    if (before !== undefined) return before;
    const outcome = judge(row);
    outcomes.set(codes, outcome);
    return outcome;
  };
}

function outcomeFor<Value>(known: Known<Value> | undefined, isMet: (value: Value) => boolean): Outcome {
  if (known === undefined) return 'unknown';
  return !isMet(known.value) ? 'no' : known.isLikely ? 'assumed' : 'yes';
}

/** A filter on the local time at which a chat was requested. */
function timeFilter<Schema extends z.ZodType>(
  argument: string,
  schema: Schema,
  timeOf: (value: z.output<Schema>) => WorkingTime,
  words: (time: WorkingTime) => string,
): Filter<ChatRow, ChatContext> {
  return {
    argument,
    schema,
    condition: (args, { zone }) => {
      if (args[argument] === undefined) return undefined;
      const time = timeOf(schema.parse(args[argument]));
      const test = (row: ChatRow) => outcomeOf(isWithin(time, requestedAt(row), zone));
      return { argument, words: { behind: words(time) }, without: `without ${argument}`, test };
    },
  };
}

const MISSED: Property<boolean> = { of: missedOf, isOfCodes: true };
const TRANSFERRED: Property<boolean> = { of: flagOf('is_chat_transferred', 'transferred'), isOfCodes: true };
const RATED: Property<boolean> = { of: isRated, isOfCodes: true };
const RATING: Property<number> = { of: ratingOf, isOfCodes: true };
const WAIT: Property<number> = { of: waitOf };
const DURATION: Property<number> = { of: durationOf };

const length = z.number().nonnegative();

export const CHAT_FILTERS: readonly Filter<ChatRow, ChatContext>[] = [
  // The archive gives the chats of one agent alone.
  { argument: 'agent', schema: agentArgument, condition: () => undefined },
  filter(
    'visitor',
    visitorArgument,
    (visitor) => `by visitor ${callerQuotation(visitor)}`,
    (row, _, { ofVisitor }: ChatContext) => outcomeOf(ofVisitor?.has(idOf(row))),
  ),
  filter(
    'country',
    countryArgument,
    (country) => (country === undefined ? {} : `from ${callerQuotation(country)}`),
    ({ columns, row }, _, { ofCountry }: ChatContext) => {
      const visitorId = columns.visitors[row];
      return outcomeOf(isVisitorId(visitorId) ? ofCountry?.has(visitorId) : undefined);
    },
  ),
  flagFilter('missed', MISSED, ['missed', 'served'], z.boolean().describe('true: only these; false: all others.')),
  flagFilter('transferred', TRANSFERRED, ['transferred', 'not transferred']),
  flagFilter('rated', RATED, ['rated', 'unrated']),
  flagFilter(
    'unanswered',
    { of: isUnanswered },
    ['unanswered', 'not unanswered'],
    z.boolean().describe('Served, and the visitor wrote last.'),
  ),
  boundFilter(
    'min_rating',
    z.number().describe("On the desk's own scale; answers show the values seen."),
    RATING,
    (least) => `with rating at least ${least}`,
  ),
  boundFilter('max_rating', z.number(), RATING, (most) => `with rating at most ${most}`),
  boundFilter('min_duration_seconds', length, DURATION, (least) => `of at least ${spanText(least)}`),
  boundFilter('max_duration_seconds', length, DURATION, (most) => `of at most ${spanText(most)}`),
  boundFilter('min_wait_seconds', length, WAIT, (least) => `with a wait of at least ${spanText(least)}`),
  timeFilter(
    'weekdays',
    workingTimeArguments.weekdays,
    (weekdays) => workingTimeOf({ weekdays }),
    ({ weekdays = [] }) => `on ${[...weekdays].join(', ')}`,
  ),
  timeFilter(
    'hours',
    workingTimeArguments.hours,
    (hours) => workingTimeOf({ hours }),
    ({ hours }) => `from ${hours?.from ?? 0}:00 to ${hours?.until ?? 24}:00`,
  ),
  codesFilter(ROW_CODES, (row, name) => CODES_OF_ROWS[name](codesOf(row)), 'rating=1'),
];

/** Of a tie, the lower id is the older chat. */
const newerFirst = ({ columns, row }: ChatRow) => -(columns.ids[row] ?? 0);

/** The longest first; those without a length last. */
const longestFirst = (of: (row: ChatRow) => Known<number> | undefined) => (row: ChatRow) => {
  const { value: seconds = Number.NaN } = of(row) ?? {};
  return [Number.isNaN(seconds) ? LAST : -Math.round(seconds * 1000), newerFirst(row)];
};

export const CHAT_ORDERS: Readonly<Record<string, Order<ChatRow, ChatContext>>> = {
  newest: { keys: ({ columns, row }) => [-(columns.requests[row] ?? 0), newerFirst({ columns, row })] },
  oldest: { words: 'oldest first', keys: (row) => [requestedAt(row), idOf(row)] },
  longest: { words: 'longest first', by: 'a duration', keys: longestFirst(durationOf) },
  longest_wait: { words: 'longest wait first', by: 'a wait', keys: longestFirst(waitOf) },
  lowest_rating: {
    words: 'lowest rating first',
    by: 'a rating',
    keys: (row, context) => {
      const { value: rating = Number.NaN } = ratingOf(row, context) ?? {};
      return [keyOfFraction(rating), newerFirst(row)];
    },
  },
};
