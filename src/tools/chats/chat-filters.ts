import { meaningOf, type Codebook } from '../../insights/codes/codebook.ts';
import {
  isMissed,
  isTransferred,
  NO,
  ratingValueOf,
  UNKNOWN,
  UNSETTLED,
  YES,
} from '../../insights/codes/code-states.ts';
import { CODES_OF_ROWS, type RowCode } from '../../insights/figures/code-counts.ts';
import { isAllTime, isWithin, type WorkingTime } from '../../insights/groupings/wall-clock.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { isVisitorId, type ChatColumns } from '../../model/chat-columns.ts';
import { InvalidArgument } from '../../model/errors.ts';
import type { VisitorsOfCountry } from '../../archive/records/visitors/visitor-countries.ts';
import type { ChatId } from '../../model/ids.ts';
import type { ChatCodes } from '../../model/records.ts';
import { keysOf, trusted, type CallerText } from '../../model/text/trusted-text.ts';
import { joinSafe, ownWord, safe, type OwnText, callerLine } from '../../privacy/safe-text.ts';
import { epochMillis } from '../../model/time/units.ts';
import type { CodeFilter } from '../../answers/selection/code-filter.ts';
import { durationWords } from '../../answers/words/quantities.ts';

/** The arguments of a list of chats that choose among those of a period. */
export interface ChatFilterArguments {
  readonly agent?: CallerText | undefined;
  readonly visitor?: CallerText | undefined;
  readonly country?: CallerText | undefined;
  readonly missed?: boolean | undefined;
  readonly transferred?: boolean | undefined;
  readonly rated?: boolean | undefined;
  readonly min_rating?: number | undefined;
  readonly max_rating?: number | undefined;
  readonly min_duration_seconds?: number | undefined;
  readonly min_wait_seconds?: number | undefined;
}

/** What is known of the people that a question is about. */
export interface ChatPeople {
  /** The chats of the visitor who is asked about. */
  readonly theirs: ReadonlySet<ChatId> | undefined;
  /** The visitors from the country that is asked about. */
  readonly ofCountry: VisitorsOfCountry | undefined;
}

/** The times of the week that a question is limited to, by the clocks of a zone. */
export interface ZonedTime {
  readonly time: WorkingTime;
  readonly zone: Zone;
}

/** One condition that chats meet or not. */
export interface ChatFilter {
  /** What a chat lacks that is UNKNOWN to it. */
  readonly noun: OwnText;
  /** The code that it rests on, if it is one whose meaning has to be settled. */
  readonly code?: RowCode;
  /** YES, NO, UNKNOWN where its row or its visitor's record does not say, UNSETTLED where the meaning of its code is open. */
  readonly stateIn: (columns: ChatColumns) => (row: number) => number;
}

export const ROW_CODES = keysOf(CODES_OF_ROWS);

/** The conditions of a question. */
export function chatFilters(
  args: ChatFilterArguments,
  raw: CodeFilter<RowCode>,
  { theirs, ofCountry }: ChatPeople,
  { time, zone }: ZonedTime,
  book: Codebook,
): ChatFilter[] {
  const { missed, transferred, min_duration_seconds: duration, min_wait_seconds: wait } = args;
  return [
    ...(raw.size === 0
      ? []
      : [
          ofCodes(safe`code`, (codes) =>
            stateOf([...raw].every(([name, values]) => values.has(CODES_OF_ROWS[name](codes) ?? Number.NaN))),
          ),
        ]),
    ...(isAllTime(time) ? [] : [{ noun: safe`request`, stateIn: isRequestedWithin(time, zone) }]),
    ...(theirs === undefined ? [] : [{ noun: safe`visitor`, stateIn: isAmong(theirs) }]),
    ...(ofCountry === undefined ? [] : [{ noun: safe`country`, stateIn: isOfVisitors(ofCountry) }]),
    ...(duration === undefined
      ? []
      : [{ noun: safe`duration`, stateIn: isAtLeast(duration, ({ starts, ends }) => [starts, ends]) }]),
    ...(wait === undefined
      ? []
      : [{ noun: safe`wait`, stateIn: isAtLeast(wait, ({ requests, starts }) => [requests, starts]) }]),
    ...(missed === undefined ? [] : [ofCode('is_missed', book, (codes) => isMissed(codes, book) === missed)]),
    ...(transferred === undefined
      ? []
      : [ofCode('is_chat_transferred', book, (codes) => isTransferred(codes, book) === transferred)]),
    ...(codesAskedFor(args).includes('rating') ? [ofRating(args, book)] : []),
  ];
}

function ofCodes(noun: OwnText, state: (codes: ChatCodes) => number): ChatFilter {
  return {
    noun,
    stateIn: ({ codes, codeSets }) => {
      const states = codeSets.map(state);
      return (row) => states[codes[row] ?? 0] ?? UNKNOWN;
    },
  };
}

function ofCode(code: RowCode, book: Codebook, isSo: (codes: ChatCodes) => boolean): ChatFilter {
  const filter = ofCodes(ownWord(code), (codes) => {
    const value = CODES_OF_ROWS[code](codes);
    if (value === undefined) return UNKNOWN;
    return meaningOf(book, code, value) === undefined ? UNSETTLED : stateOf(isSo(codes));
  });
  return { ...filter, code };
}

/** A chat without a value was not rated; which value stands for that is settled or not of all values at once. */
function ofRating(args: ChatFilterArguments, book: Codebook): ChatFilter {
  const { rated, min_rating: least = -Infinity, max_rating: most = Infinity } = args;
  const isBounded = args.min_rating !== undefined || args.max_rating !== undefined;
  const filter = ofCodes(safe`rating`, (codes) => {
    if (codes.ratingCode !== undefined && !book.rating.settled) return UNSETTLED;
    const rating = ratingValueOf(codes, book);
    const isRated = rating !== undefined;
    const isWithin = !isBounded || (isRated && rating >= least && rating <= most);
    return stateOf((rated === undefined || isRated === rated) && isWithin);
  });
  return { ...filter, code: 'rating' };
}

function isRequestedWithin(time: WorkingTime, zone: Zone): ChatFilter['stateIn'] {
  return ({ requests }) =>
    (row) =>
      stateOf(isWithin(time, epochMillis(requests[row] ?? Number.NaN), zone));
}

function isAmong(chats: ReadonlySet<number>): ChatFilter['stateIn'] {
  return ({ ids }) =>
    (row) =>
      stateOf(chats.has(ids[row] ?? Number.NaN));
}

function isOfVisitors({ has }: VisitorsOfCountry): ChatFilter['stateIn'] {
  return ({ visitors }) =>
    (row) => {
      const visitorId = visitors[row];
      const isFrom = isVisitorId(visitorId) ? has(visitorId) : undefined;
      return isFrom === undefined ? UNKNOWN : stateOf(isFrom);
    };
}

function isAtLeast(
  seconds: number,
  ends: (columns: ChatColumns) => readonly [from: Float64Array, to: Float64Array],
): ChatFilter['stateIn'] {
  return (columns) => {
    const [from, to] = ends(columns);
    return (row) => {
      const millis = (to[row] ?? Number.NaN) - (from[row] ?? Number.NaN);
      return millis >= 0 ? stateOf(millis >= seconds * 1000) : UNKNOWN;
    };
  };
}

function stateOf(isSo: boolean): number {
  return isSo ? YES : NO;
}

/** The codes on which filters rest that name a meaning. */
export function codesAskedFor(args: ChatFilterArguments): RowCode[] {
  const { missed, transferred, rated, min_rating: least, max_rating: most } = args;
  return [
    ...(missed === undefined ? [] : ['is_missed' as const]),
    ...(transferred === undefined ? [] : ['is_chat_transferred' as const]),
    ...(rated === undefined && least === undefined && most === undefined ? [] : ['rating' as const]),
  ];
}

/** Throws InvalidArgument for a lowest rating above the highest. */
export function requireRatingRange({ min_rating: least, max_rating: most }: ChatFilterArguments): void {
  if (least === undefined || most === undefined || least <= most) return;
  throw new InvalidArgument(trusted`min_rating (${least}) is above max_rating (${most}).`, 'Swap them.');
}

/** Which filters made the selection, so that "100 % missed" is not read as a rate of the desk. */
export function filterWords(args: ChatFilterArguments, raw: CodeFilter<RowCode>): OwnText {
  const { agent, visitor, country, min_duration_seconds: duration, min_wait_seconds: wait } = args;
  const filters = [
    ...(agent === undefined ? [] : [safe`agent ${callerLine(agent, 60)}`]),
    ...(visitor === undefined ? [] : [safe`visitor ${callerLine(visitor, 60)}`]),
    ...(country === undefined ? [] : [safe`visitors from ${callerLine(country, 60)}`]),
    ...codeFilterWords(args),
    ...(duration === undefined ? [] : [safe`lasted at least ${durationWords(duration)}`]),
    ...(wait === undefined ? [] : [safe`waited at least ${durationWords(wait)}`]),
    ...[...raw].map(
      ([name, values]) =>
        safe`${ownWord(name)} ${joinSafe(
          [...values].map((value) => safe`${value}`),
          ', ',
        )}`,
    ),
  ];
  return filters.length === 0 ? safe`` : safe`; only ${joinSafe(filters, ', ')}`;
}

/** The filters that name the meaning of a code. */
export function codeFilterWords(args: ChatFilterArguments): OwnText[] {
  const { missed, transferred, rated, min_rating: least, max_rating: most } = args;
  const flag = (name: OwnText, value: boolean | undefined) =>
    value === undefined ? [] : [value ? name : safe`not ${name}`];
  return [
    ...flag(safe`missed`, missed),
    ...flag(safe`transferred`, transferred),
    ...flag(safe`rated`, rated),
    ...(least === undefined ? [] : [safe`rating at least ${least}`]),
    ...(most === undefined ? [] : [safe`rating at most ${most}`]),
  ];
}
