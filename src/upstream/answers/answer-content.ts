import type { Headers } from 'undici';
import { slices } from '../../model/slices.ts';
import { JsonSplitter, NotJson, type Piece } from './json-splitter.ts';
import { MAX_ANSWER_BYTES, MAX_PARTS_LENGTH, MAX_PARTS, MAX_ROWS } from './limits.ts';

/**
 * The content of an answer. A list is an array, in which an element that is larger than what is read is undefined; so is a list
 * that is a field of an object, and it may end with a LeftOut.
 */
export type Content = { readonly value: unknown } | { readonly flaw: Flaw };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The content of an answer with status 200; absent in any other. */
  readonly content?: Content;
  /** The beginning of the text of any other. */
  readonly text: string;
}

/** Why nothing can be made of an answer, in our own words. */
export type Flaw = 'more than 20 MB' | 'text that is not JSON' | 'more than 5,000 records on one page';

/** Stands at the end of a list: so many further parts of a record came and were not read, because there were too many. */
export class LeftOut {
  readonly count: number;
  constructor(count: number) {
    this.count = count;
  }
}

/**
 * Reads an answer while it comes, a record at a time and in slices, within the limits of limits.ts. Throws what the body
 * throws, and the reason of an aborted signal.
 */
export async function readContent(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Content> {
  const splitter = new JsonSplitter();
  const lists: Gathered[] = [];
  let left = MAX_ANSWER_BYTES;
  try {
    for await (const bytes of body) {
      left -= bytes.byteLength;
      if (left < 0) return { flaw: 'more than 20 MB' };
      for (const { list, piece } of splitter.take(bytes)) {
        const gathered = (lists[list] ??= splitter.isList ? new Rows() : new Parts());
        if (!gathered.add(piece)) return { flaw: 'more than 5,000 records on one page' };
        if (slices.isOver()) await slices.next(signal);
      }
      if (slices.isOver()) await slices.next(signal);
    }
    return { value: withLists(splitter.end().value(), lists) };
  } catch (error) {
    if (error instanceof NotJson || error instanceof SyntaxError) return { flaw: 'text that is not JSON' };
    throw error;
  }
}

/** The elements of a list, as far as they are read. */
interface Gathered {
  /** Answers false when the list is none of the service's. */
  add(piece: Piece): boolean;
  readonly values: readonly unknown[];
}

class Rows implements Gathered {
  readonly values: unknown[] = [];

  add(piece: Piece): boolean {
    return this.values.push(piece.value()) <= MAX_ROWS;
  }
}

class Parts implements Gathered {
  readonly #values: unknown[] = [];
  #characters = 0;
  #leftOut = 0;

  add(piece: Piece): boolean {
    const value = this.#isFull ? undefined : piece.value();
    this.#characters += charactersIn(value);
    if (this.#isFull) this.#leftOut += 1;
    else this.#values.push(value);
    return true;
  }

  get values(): readonly unknown[] {
    return this.#leftOut === 0 ? this.#values : [...this.#values, new LeftOut(this.#leftOut)];
  }

  get #isFull(): boolean {
    return this.#values.length >= MAX_PARTS || this.#characters > MAX_PARTS_LENGTH;
  }
}

function charactersIn(part: unknown): number {
  return typeof part === 'object' && part !== null
    ? Object.values(part).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
    : 0;
}

/** Puts the lists where the splitter has left their numbers. */
function withLists(frame: unknown, lists: readonly Gathered[]): unknown {
  const listOf = (value: unknown): unknown =>
    Array.isArray(value) && typeof value[0] === 'number' ? (lists[value[0]]?.values ?? []) : value;
  if (typeof frame !== 'object' || frame === null || Array.isArray(frame)) return listOf(frame);
  return Object.fromEntries(Object.entries(frame).map(([name, value]): [string, unknown] => [name, listOf(value)]));
}
