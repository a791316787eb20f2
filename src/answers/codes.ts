import { assumedBook, type Codebook } from '../model/codebook/codebook.ts';
import type { CodeName } from '../model/codes.ts';
import { ASK, byValue, contradictionsOf } from './words/code-words.ts';

// One policy for integer codes without a documented meaning: a known meaning is used; a likely one is used and marked, and one line
// has the evidence; where nothing is likely, rows are counted by value.

/** What a value of a code means. */
export interface CodeReading {
  readonly meaning: string;
  /** Whether the meaning is only likely. */
  readonly isLikely: boolean;
}

/** Returns the meaning of a code's value, known or likely; undefined where there is neither. */
export function readCode(book: Codebook, name: CodeName, raw: number | undefined): CodeReading | undefined {
  const value = raw === undefined ? undefined : book[name].values.get(raw);
  if (value?.meaning !== undefined) return { meaning: value.meaning, isLikely: false };
  return value?.likely && { meaning: value.likely.meaning, isLikely: true };
}

/** Whether a value of some codes among the rows of an answer has a meaning that is only likely. */
export function areAssumed<Row>(
  codes: readonly CodeCounts<Row>[],
  names: readonly CodeName[],
  book: Codebook,
): boolean {
  return codes.some(
    (counts) => names.includes(counts.name) && counts.values().some(([value]) => isLikely(counts.name, value, book)),
  );
}

/** Whether it is only likely which value of the rating stands for none. */
export function areRatingsAssumed(book: Codebook): boolean {
  return !book.rating.settled && assumedBook(book).rating.settled;
}

function isLikely(name: CodeName, value: number, book: Codebook): boolean {
  // Which value stands for "not rated" decides for all values.
  if (name === 'rating') return areRatingsAssumed(book);
  return readCode(book, name, value)?.isLikely === true;
}

/** Counts the rows of an answer by the values of one code. */
export class CodeCounts<Row> {
  readonly name: CodeName;
  readonly #raw: (row: Row) => number | undefined;
  readonly #counts = new Map<number, number>();

  constructor(name: CodeName, raw: (row: Row) => number | undefined, rows: Iterable<Row> = []) {
    this.name = name;
    this.#raw = raw;
    for (const row of rows) this.add(row);
  }

  /** Adds a row, or as many as are like it. */
  add(row: Row, count = 1): void {
    const raw = this.#raw(row);
    if (raw !== undefined) this.#counts.set(raw, (this.#counts.get(raw) ?? 0) + count);
  }

  /** The values that the rows have, the lowest first, with the number of rows of each. */
  values(): readonly (readonly [value: number, count: number])[] {
    return [...this.#counts].toSorted(([one], [other]) => one - other);
  }
}

/** The values of a code that an answer rests on, with the number of rows of each. */
export type SeenCode = Pick<CodeCounts<never>, 'name' | 'values'>;

/**
 * The line about codes under an answer: what is assumed and on what evidence, what is unknown, and what the data say against a
 * known meaning. Undefined where all is known and nothing speaks against it.
 * @param noun what is counted, in the singular; absent for a single record: counts say nothing there, and no figure is worth a question
 */
export function codesLine(codes: readonly SeenCode[], book: Codebook, noun?: string): string | undefined {
  const open = openSentences(codes, book, noun);
  const sentences = [
    ...contradictionsIn(codes, book),
    ...open,
    ...(noun === undefined || open.length === 0 ? [] : [ASK]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** The same for those who can save no meaning, such as the readers of a report. */
export function codesFacts(codes: readonly SeenCode[], book: Codebook, noun: string): string | undefined {
  const sentences = [...contradictionsIn(codes, book), ...openSentences(codes, book, noun)];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function contradictionsIn(codes: readonly SeenCode[], book: Codebook): string[] {
  return codes.flatMap((counts) => (counts.values().length > 0 ? contradictionsOf(counts.name, book) : []));
}

/** What is assumed, and what is unknown, in a sentence each. */
function openSentences(codes: readonly SeenCode[], book: Codebook, noun?: string): string[] {
  const assumed = codes.flatMap((counts) => (counts.values().length > 0 ? assumptionsOf(counts, book) : []));
  const unknown = codes.flatMap((counts) => {
    const values = unknownValuesOf(counts, book).map(
      ([value, count]) => [value, noun === undefined ? undefined : count] as const,
    );
    return values.length === 0 ? [] : [byValue(counts.name, values, noun)];
  });
  return [
    ...(assumed.length === 0 ? [] : [`Assumed: ${assumed.join('; ')}.`]),
    ...(unknown.length === 0 ? [] : [`Unknown: ${unknown.join('; ')}.`]),
  ];
}

/** The likely meanings of the values seen, grouped by evidence: `enabled 0 = disabled (all 23 agents at work have 1)`. */
function assumptionsOf(counts: SeenCode, book: Codebook): string[] {
  // Which rating stands for none decides for all others.
  const isRating = counts.name === 'rating';
  const values = isRating ? [...book.rating.values.keys()] : counts.values().map(([value]) => value);
  const likely = values.flatMap((value) => {
    const read = book[counts.name].values.get(value);
    return read?.meaning === undefined && read?.likely !== undefined ? [{ value, ...read.likely }] : [];
  });
  const byEvidence = Map.groupBy(likely, ({ because }) => because);
  return [...byEvidence].map(
    ([because, some]) =>
      `${counts.name} ${some.map(({ value, meaning }) => `${value} = ${meaning}`).join(', ')} (${because})`,
  );
}

/** The values seen that have no meaning, not even a likely one, with the number of rows of each. */
export function unknownValuesOf(
  counts: SeenCode,
  book: Codebook,
): readonly (readonly [value: number, count: number])[] {
  // A rating that is a value of its own needs no meaning, once the value for "not rated" is known or likely.
  if (counts.name === 'rating' && assumedBook(book).rating.settled) return [];
  return counts.values().filter(([value]) => readCode(book, counts.name, value) === undefined);
}
