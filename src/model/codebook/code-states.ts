import type { ChatColumns, ChatSelection } from '../chat-columns.ts';
import type { CodeName } from '../codes.ts';
import type { ChatCodes } from '../records.ts';
import { isAssumed, meaningOf, type Codebook } from './codebook.ts';

// What stands in a column of values beside numbers. A figure of some chats is absent where one of them is UNSETTLED.

/** The chat has no value, or is outside of what is asked. */
export const NONE = Number.NaN;
/** The chat's row does not say. */
export const UNTOLD = Number.NEGATIVE_INFINITY;
/** The chat's row has a code whose meaning is not settled. */
export const UNSETTLED = Number.POSITIVE_INFINITY;

export const YES = 1;
export const NO = 0;
/** Neither, because the row does not say. */
export const UNKNOWN = 0.5;

/** Whether a chat was missed; undefined where the row does not say, or the code has no settled meaning. */
export function isMissed({ missedCode }: Pick<ChatCodes, 'missedCode'>, book: Codebook): boolean | undefined {
  const meaning = meaningOf(book, 'is_missed', missedCode);
  return meaning === undefined ? undefined : meaning === 'missed';
}

/** Whether a chat was transferred; undefined where the row does not say, or the code has no settled meaning. */
export function isTransferred({ transferredCode }: ChatCodes, book: Codebook): boolean | undefined {
  const meaning = meaningOf(book, 'is_chat_transferred', transferredCode);
  return meaning === undefined ? undefined : meaning === 'transferred';
}

/** Returns the rating that the visitor gave; undefined for a chat that was not rated. */
export function ratingValueOf({ ratingCode }: ChatCodes, book: Codebook): number | undefined {
  return ratingCode === undefined || meaningOf(book, 'rating', ratingCode) === 'not rated' ? undefined : ratingCode;
}

/** A number for each chat that follows from its codes alone. */
export function columnOfCodes({ count, codes, codeSets }: ChatColumns, stateOf: (codes: ChatCodes) => number) {
  const states = Float64Array.from(codeSets, stateOf);
  const column = new Float64Array(count);
  for (let row = 0; row < count; row += 1) column[row] = states[codes[row] ?? 0] ?? NONE;
  return column;
}

/** Whether a chat was missed: YES, NO, UNTOLD or UNSETTLED. What is asked of served chats alone is UNTOLD with it. */
export function missedState(codes: ChatCodes, book: Codebook): number {
  if (codes.missedCode === undefined) return UNTOLD;
  const missed = isMissed(codes, book);
  return missed === undefined ? UNSETTLED : missed ? YES : NO;
}

/** Returns a state that only served chats have: NONE for a missed chat; where it is not known whether it was missed, that. */
export function ofServed(codes: ChatCodes, book: Codebook, state: (codes: ChatCodes) => number): number {
  const missed = missedState(codes, book);
  if (missed === YES) return NONE;
  return missed === NO ? state(codes) : missed;
}

/** The column of a length in seconds of each served chat, from one moment to another; NONE where either is not known, or they are reversed. */
export function lengthOfServed(
  columns: ChatColumns,
  from: Float64Array,
  to: Float64Array,
  book: Codebook,
): Float64Array {
  const column = columnOfCodes(columns, (codes) => ofServed(codes, book, () => NO));
  for (let row = 0; row < columns.count; row += 1) {
    if (column[row] !== NO) continue;
    const millis = (to[row] ?? NONE) - (from[row] ?? NONE);
    column[row] = millis >= 0 ? millis / 1000 : NONE;
  }
  return column;
}

/** The moments at which the conversations of served chats began. */
export function startsOfServed(columns: ChatColumns, book: Codebook): Float64Array {
  const states = columnOfCodes(columns, (codes) => ofServed(codes, book, () => YES));
  return states.map((state, row) => (state === YES ? (columns.starts[row] ?? NONE) : state));
}

/** The codes of some chats that have a value whose meaning is only likely, or not even that. */
export interface OpenCodes {
  readonly assumed: Set<CodeName>;
  readonly unknown: Set<CodeName>;
}

/**
 * Adds the codes of some chats that are open, in the book of what is assumed. Metrics ask who ended a chat of served ones alone,
 * a grouping of missed ones, too.
 */
export function addOpenCodes(
  open: OpenCodes,
  { columns: { codes, codeSets }, rows }: ChatSelection,
  book: Codebook,
  areGroupedByEnd: boolean,
): void {
  const occurs = new Uint8Array(codeSets.length);
  for (let index = 0; index < rows.length; index += 1) occurs[codes[rows[index] ?? 0] ?? 0] = 1;
  const isRatingAssumed = [...book.rating.values.values()].some(isAssumed);
  for (const [place, set] of codeSets.entries()) {
    if (occurs[place] !== 1) continue;
    const note = (name: CodeName, code: number | undefined) => {
      if (code === undefined) return;
      const value = book[name].values.get(code);
      if (value?.meaning === undefined) open.unknown.add(name);
      else if (isAssumed(value)) open.assumed.add(name);
    };
    note('is_missed', set.missedCode);
    note('is_chat_transferred', set.transferredCode);
    note('chat_started_by', set.startedByCode);
    if (areGroupedByEnd || isMissed(set, book) === false) note('chat_ended_by', set.endedByCode);
    // A rating needs no meaning of its own: which value stands for none decides for all.
    if (set.ratingCode !== undefined && !book.rating.settled) open.unknown.add('rating');
    if (set.ratingCode !== undefined && isRatingAssumed) open.assumed.add('rating');
  }
}

/** Whether a missed chat among these names its agent. */
export function missedNamesAgent(
  { columns: { codes, codeSets, agents }, rows }: ChatSelection,
  book: Codebook,
): boolean {
  const missed = codeSets.map((set) => isMissed(set, book) === true);
  return rows.some((row) => missed[codes[row] ?? 0] === true && agents[row] !== 0);
}
