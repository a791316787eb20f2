import type { CodeMeaning, CodeName, SaidMeaning } from '../codes.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { ProgramText } from '../text/trusted-text.ts';

/** The number of those that agree, of some that were asked, or of the rows that can speak for a claim. */
export interface Agreement {
  readonly n: number;
  readonly agreeing: number;
}

/** Why a value of a code has a meaning. */
export interface Proof<Meaning extends string> {
  readonly meaning: Meaning;
  readonly agreement: Agreement;
  /** The thing that those that agree have in common: `without a conversation`. */
  readonly because: ProgramText;
}

/** What a value of a code likely means, which is less than a proof. */
export interface Likely<Meaning extends string> {
  readonly meaning: Meaning;
  /** What speaks for it, with its numbers and what they count. */
  readonly because: ProgramText;
}

/** One value of a code. */
export interface ReadValue<Name extends CodeName> {
  readonly value: number;
  /** The number of times that it was seen among the newest loaded rows. */
  readonly count: number;
  /** The counts beside it, in words; empty for a value that was not seen. */
  readonly evidence: ProgramText;
  /** Absent where it is not settled. */
  readonly meaning?: CodeMeaning<Name>;
  /** Where the meaning comes from. */
  readonly source?: MeaningSource;
  /** What it likely is. Absent where it is settled; in the book of what is assumed, beside the meaning that rests on it. */
  readonly likely?: Likely<CodeMeaning<Name>>;
  /** What it likely is instead of what a person said. */
  readonly against?: Likely<CodeMeaning<Name>>;
  /** What a person said about it, also where the setting says otherwise. */
  readonly said?: SaidMeaning;
  /** The meaning that the data prove, and how sure it is (`confidenceOf`), also where the setting says otherwise. */
  readonly proof?: Proof<CodeMeaning<Name>> & { readonly confidence: number };
}

/** `setting`: the setting `codes`; `said`: a person, by record_code_meaning; `evidence`: what the data prove. */
export const MEANING_SOURCES = ['setting', 'said', 'evidence'] as const;
export type MeaningSource = (typeof MEANING_SOURCES)[number];

/** The meanings of one code's values on this desk, or why they are not settled. */
export interface Reading<Name extends CodeName> {
  /** Whether figures may rest on it: as far as its values have a meaning. */
  readonly settled: boolean;
  /** The strongest of the sources of its meanings. */
  readonly source: MeaningSource;
  /** By value, in order. */
  readonly values: ReadonlyMap<number, ReadValue<Name>>;
}

export type Codebook = { readonly [Name in CodeName]: Reading<Name> };

/** Returns the meaning of a code's value here; undefined where that is not settled. */
export function meaningOf<Name extends CodeName>(
  book: Codebook,
  name: Name,
  code: number | undefined,
): CodeMeaning<Name> | undefined {
  const { values }: Reading<Name> = book[name];
  return code === undefined ? undefined : values.get(code)?.meaning;
}

/**
 * The book in which the likely meanings of the codes of chats stand as their meanings: figures and lists go by it, and mark what
 * rests on them.
 */
export function assumedBook(book: Codebook): Codebook {
  return {
    ...book,
    is_missed: assumed(book.is_missed),
    chat_started_by: assumed(book.chat_started_by),
    is_chat_transferred: assumed(book.is_chat_transferred),
    chat_ended_by: assumed(book.chat_ended_by),
    // Once it is known which value stands for none, all others are ratings.
    rating: book.rating.settled ? book.rating : assumed(book.rating),
  };
}

function assumed<Name extends CodeName>(reading: Reading<Name>): Reading<Name> {
  const values = [...reading.values].map(([raw, value]) => {
    const { meaning = value.likely?.meaning } = value;
    return [raw, { ...value, ...omitUndefined({ meaning }) }] as const;
  });
  const settled = reading.settled || [...reading.values.values()].some(({ likely }) => likely !== undefined);
  return { ...reading, settled, values: new Map(values) };
}

/** Whether a value has a meaning that is only likely, in the book of what is assumed. */
export function isAssumed({ meaning, likely }: Pick<ReadValue<CodeName>, 'meaning' | 'likely'>): boolean {
  return meaning !== undefined && likely !== undefined;
}

/** Returns the value of a code that was seen most; undefined where none was. */
export function commonestOf(book: Codebook, name: CodeName): number | undefined {
  let commonest: { readonly value: number; readonly count: number } | undefined;
  for (const one of book[name].values.values()) {
    if (one.count > (commonest?.count ?? 0)) commonest = one;
  }
  return commonest?.value;
}

/** Returns what a code's value likely means here; undefined where it is settled, or nothing tells. */
export function likelyMeaningOf<Name extends CodeName>(
  book: Codebook,
  name: Name,
  code: number | undefined,
): CodeMeaning<Name> | undefined {
  const { values }: Reading<Name> = book[name];
  return code === undefined ? undefined : values.get(code)?.likely?.meaning;
}

/** The ratings that were seen. The service tells no scale, so there may be values beyond. */
export interface RatingScale {
  readonly least: number;
  readonly most: number;
}

/**
 * The scale as far as it was seen, by the book and in `others`, which may be older than what the book counts;
 * undefined where what is not a rating is not settled, or where there is none.
 */
export function ratingScaleOf({ rating }: Codebook, others: readonly number[] = []): RatingScale | undefined {
  if (!rating.settled) return undefined;
  const ratings = [...rating.values.values()].filter(({ meaning }) => meaning === undefined);
  const values = [...ratings.map(({ value }) => value), ...others];
  return values.length === 0
    ? undefined
    : { least: values.reduce((a, b) => Math.min(a, b)), most: values.reduce((a, b) => Math.max(a, b)) };
}

/** A scale in words: `seen 1 to 5`. */
export function scaleText(scale: RatingScale | undefined): string | undefined {
  return scale && (scale.least === scale.most ? `seen only ${scale.least}` : `seen ${scale.least} to ${scale.most}`);
}
