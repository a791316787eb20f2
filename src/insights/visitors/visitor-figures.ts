import { isVisitorId, type ChatSelection } from '../../model/chat-columns.ts';
import type { VisitorId } from '../../model/ids.ts';
import type { ChatCodes } from '../../model/records.ts';
import type { Steps } from '../../model/slices.ts';
import { ratingValueOf } from '../../model/codebook/code-states.ts';
import { likelyMeaningOf, meaningOf, type Codebook } from '../../model/codebook/codebook.ts';

/** The chats of one visitor in numbers. A likely meaning of a code is used, and counted. */
export interface VisitorFigures {
  readonly chats: number;
  readonly missed: number;
  /** The chats of which it is only likely whether they were missed, and those of which it is unknown. */
  readonly missedLikely: number;
  readonly missedUnknown: number;
  /** The chats that were rated. */
  readonly rated: number;
  readonly ratingSum: number;
  /** Infinity where none was. */
  readonly lowestRating: number;
  /** The chats of which it is only likely whether they were rated, and those of which it is unknown. */
  readonly ratedLikely: number;
  readonly ratedUnknown: number;
}

/** The figures of a visitor without chats. */
export const NO_CHATS: VisitorFigures = {
  chats: 0,
  missed: 0,
  missedLikely: 0,
  missedUnknown: 0,
  rated: 0,
  ratingSum: 0,
  lowestRating: Infinity,
  ratedLikely: 0,
  ratedUnknown: 0,
};

/** How many chats are looked at in one step. */
const STEP = 4096;

/** The chats of a period, summed up by visitor. */
export class VisitorTally {
  /** Whether something says which value of the code stands for no rating. */
  readonly areRatingsRead: boolean;
  readonly #book: Codebook;
  readonly #visitors = new Map<VisitorId, { -readonly [Field in keyof VisitorFigures]: VisitorFigures[Field] }>();
  readonly #codes: { readonly codes: ChatCodes; chats: number }[] = [];
  #chats = 0;
  #nameless = 0;

  constructor(book: Codebook) {
    const { settled, values } = book.rating;
    this.#book = book;
    this.areRatingsRead = settled || [...values.values()].some(({ likely }) => likely !== undefined);
  }

  get figures(): ReadonlyMap<VisitorId, VisitorFigures> {
    return this.#visitors;
  }

  /** The chats, and those of them whose rows name no visitor. */
  get counts(): { readonly chats: number; readonly nameless: number } {
    return { chats: this.#chats, nameless: this.#nameless };
  }

  /** The codes of the chats, and how many have them. */
  get codes(): readonly { readonly codes: ChatCodes; readonly chats: number }[] {
    return this.#codes;
  }

  /** Adds some chats, in steps. */
  *add({ columns, rows }: ChatSelection): Steps<void> {
    const { codeSets, codes, visitors } = columns;
    const read = codeSets.map((set) => ({
      codes: set,
      chats: 0,
      missed: this.#missedIn(set),
      rated: this.#ratedIn(set),
    }));
    for (let index = 0; index < rows.length; index += 1) {
      if (index % STEP === STEP - 1) yield;
      const row = rows[index] ?? 0;
      const visitorId = visitors[row];
      const of = read[codes[row] ?? 0];
      if (of !== undefined) of.chats += 1;
      this.#chats += 1;
      if (!isVisitorId(visitorId)) {
        this.#nameless += 1;
        continue;
      }
      const theirs = this.#visitors.get(visitorId) ?? { ...NO_CHATS };
      this.#visitors.set(visitorId, theirs);
      theirs.chats += 1;
      if (of === undefined) continue;
      theirs.missed += of.missed.is;
      theirs.missedLikely += of.missed.isLikely;
      theirs.missedUnknown += of.missed.isUnknown;
      theirs.ratedLikely += of.rated.isLikely;
      theirs.ratedUnknown += of.rated.isUnknown;
      const { rating } = of.rated;
      if (rating === undefined) continue;
      theirs.rated += 1;
      theirs.ratingSum += rating;
      theirs.lowestRating = Math.min(theirs.lowestRating, rating);
    }
    this.#codes.push(...read.filter(({ chats }) => chats > 0));
  }

  #missedIn({ missedCode }: ChatCodes) {
    const known = meaningOf(this.#book, 'is_missed', missedCode);
    const meaning = known ?? likelyMeaningOf(this.#book, 'is_missed', missedCode);
    return {
      is: Number(meaning === 'missed'),
      isLikely: Number(known === undefined && meaning !== undefined),
      isUnknown: Number(missedCode !== undefined && meaning === undefined),
    };
  }

  #ratedIn(codes: ChatCodes) {
    const { ratingCode } = codes;
    const isOpen =
      ratingCode !== undefined &&
      !this.#book.rating.settled &&
      meaningOf(this.#book, 'rating', ratingCode) === undefined;
    const isNone = isOpen && likelyMeaningOf(this.#book, 'rating', ratingCode) === 'not rated';
    return {
      rating: (isOpen && !this.areRatingsRead) || isNone ? undefined : ratingValueOf(codes, this.#book),
      isLikely: Number(isOpen && this.areRatingsRead),
      isUnknown: Number(isOpen && !this.areRatingsRead),
    };
  }
}
