import { Foreign, textOf } from '../../model/foreign.ts';
import type { ChatMessage } from '../../model/records.ts';
import type { EpochMillis } from '../../model/time/units.ts';

// What a transcript says without what was written in it. Its text, which lies beside the transcript, is JSON:
//
//   [when the transcript was read, [name, code, name, code, …], [author of each message], [time of each message]]
//
// An author is a name under a code, by its place among these. A time is the difference from the known one before it. What
// is not known is null.

/** A name under a code. */
export type Author = Pick<ChatMessage, 'authorName' | 'userTypeCode'>;

/** The authors and times of the messages of a chat, as columns: a place for each message, in their order. */
export interface Authored {
  readonly authors: readonly Author[];
  /** The place of each message's author among the authors. */
  readonly by: readonly number[];
  /** Epoch milliseconds; NaN where that is not known. */
  readonly at: readonly number[];
}

/** The columns of messages. */
export interface AuthoredRow {
  readonly author_name: string | null;
  readonly user_type_code: number | null;
  readonly at: EpochMillis | null;
}

/** Puts messages, in their order, into columns. */
export function authoredFrom(messages: readonly AuthoredRow[]): Authored {
  const places = new Map<string, number>();
  const authors: Author[] = [];
  const by: number[] = [];
  for (const { author_name: name, user_type_code: code } of messages) {
    const author = JSON.stringify([name, code]);
    const place = places.get(author) ?? authors.push(authorOf(name, code)) - 1;
    places.set(author, place);
    by.push(place);
  }
  return { authors, by, at: messages.map(({ at }) => at ?? Number.NaN) };
}

/** The text of a transcript that was read at `fetchedAt`. */
export function authoredText({ authors, by, at }: Authored, fetchedAt: EpochMillis): string {
  let last = 0;
  const times = at.map((time) => {
    if (Number.isNaN(time)) return null;
    const difference = time - last;
    last = time;
    return difference;
  });
  const named = authors.flatMap(({ authorName, userTypeCode }) => [textOf(authorName) ?? null, userTypeCode ?? null]);
  return JSON.stringify([fetchedAt, named, by, times]);
}

/** Parses a text; undefined for one that is broken, or of another reading of the transcript. */
export function authoredIn(text: string, fetchedAt: EpochMillis): Authored | undefined {
  const [readAt, named, by, times, ...others] = arrayIn(text);
  if (readAt !== fetchedAt || !Array.isArray(named) || !Array.isArray(by) || !Array.isArray(times)) return undefined;
  const authors = authorsIn(named);
  const at = timesIn(times);
  if (authors === undefined || at === undefined || by.length !== at.length || others.length > 0) return undefined;
  return isOfPlaces(by, authors.length) ? { authors, by, at } : undefined;
}

function arrayIn(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

function authorsIn(named: readonly unknown[]): Author[] | undefined {
  if (named.length % 2 !== 0) return undefined;
  const authors: Author[] = [];
  for (let place = 0; place < named.length; place += 2) {
    const [name, code] = [named[place], named[place + 1]];
    if ((name !== null && typeof name !== 'string') || (code !== null && typeof code !== 'number')) return undefined;
    authors.push(authorOf(name, code));
  }
  return authors;
}

function authorOf(name: string | null, code: number | null): Author {
  return { ...(name !== null && { authorName: new Foreign(name) }), ...(code !== null && { userTypeCode: code }) };
}

function timesIn(times: readonly unknown[]): number[] | undefined {
  const at: number[] = [];
  let last = 0;
  for (const difference of times) {
    if (difference === null) {
      at.push(Number.NaN);
      continue;
    }
    if (typeof difference !== 'number') return undefined;
    last += difference;
    if (!Number.isSafeInteger(last)) return undefined;
    at.push(last);
  }
  return at;
}

function isOfPlaces(by: readonly unknown[], count: number): by is readonly number[] {
  return by.every((place) => typeof place === 'number' && Number.isInteger(place) && place >= 0 && place < count);
}
