import { isVisitorId, type ChatSelection } from '../../model/chat-columns.ts';
import type { VisitorId } from '../../model/ids.ts';
import type { ChatCodes } from '../../model/records.ts';
import type { Steps } from '../../model/slices.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { isMissed, ratingValueOf } from '../codes/code-states.ts';
import { likelyMeaningOf, meaningOf, type Codebook } from '../codes/codebook.ts';

/** The chats of one visitor in numbers. */
export interface VisitorFigures {
  readonly chats: number;
  readonly missed: number;
  /** The chats that were rated. */
  readonly rated: number;
  readonly ratingSum: number;
  /** Infinity where none was. */
  readonly lowestRating: number;
  /** The request of the newest chat. */
  readonly latestAt: EpochMillis;
}

/** The codes that figures of visitors rest on, and have no settled meaning. */
export interface CodesTaken {
  /** Those that are taken for what they likely mean. */
  readonly likely: ReadonlySet<'is_missed' | 'rating'>;
  /** Those of which nothing tells what is likely. */
  readonly open: ReadonlySet<'is_missed' | 'rating'>;
}

/** How many chats are looked at in one step. */
const STEP = 4096;

/** The chats of a period, summed up by visitor. */
export class VisitorTally {
  readonly #book: Codebook;
  readonly #visitors = new Map<VisitorId, { -readonly [Field in keyof VisitorFigures]: VisitorFigures[Field] }>();
  readonly #likely = new Set<'is_missed' | 'rating'>();
  readonly #open = new Set<'is_missed' | 'rating'>();
  #chats = 0;
  #nameless = 0;

  constructor(book: Codebook) {
    this.#book = book;
  }

  get figures(): ReadonlyMap<VisitorId, VisitorFigures> {
    return this.#visitors;
  }

  /** The chats, and those of them whose rows name no visitor. */
  get counts(): { readonly chats: number; readonly nameless: number } {
    return { chats: this.#chats, nameless: this.#nameless };
  }

  get codes(): CodesTaken {
    return { likely: this.#likely, open: this.#open };
  }

  /** Adds some chats, in steps. */
  *add({ columns, rows }: ChatSelection): Steps<void> {
    const { codeSets, codes, requests, visitors } = columns;
    const read = codeSets.map((set) => ({ missed: this.#missedIn(set), rating: this.#ratingIn(set) }));
    for (let index = 0; index < rows.length; index += 1) {
      if (index % STEP === STEP - 1) yield;
      const row = rows[index] ?? 0;
      const visitorId = visitors[row];
      this.#chats += 1;
      if (!isVisitorId(visitorId)) {
        this.#nameless += 1;
        continue;
      }
      const { missed = false, rating } = read[codes[row] ?? 0] ?? {};
      const at = epochMillis(requests[row] ?? 0);
      const theirs = this.#visitors.get(visitorId);
      if (theirs === undefined) {
        this.#visitors.set(visitorId, {
          chats: 1,
          missed: missed ? 1 : 0,
          rated: rating === undefined ? 0 : 1,
          ratingSum: rating ?? 0,
          lowestRating: rating ?? Infinity,
          latestAt: at,
        });
        continue;
      }
      theirs.chats += 1;
      if (missed) theirs.missed += 1;
      if (rating !== undefined) {
        theirs.rated += 1;
        theirs.ratingSum += rating;
        theirs.lowestRating = Math.min(theirs.lowestRating, rating);
      }
      if (at > theirs.latestAt) theirs.latestAt = at;
    }
  }

  #missedIn(codes: ChatCodes): boolean {
    const { missedCode } = codes;
    const missed = isMissed(codes, this.#book);
    if (missed !== undefined || missedCode === undefined) return missed === true;
    const likely = likelyMeaningOf(this.#book, 'is_missed', missedCode);
    (likely === undefined ? this.#open : this.#likely).add('is_missed');
    return likely === 'missed';
  }

  #ratingIn(codes: ChatCodes): number | undefined {
    const { ratingCode } = codes;
    if (this.#book.rating.settled || ratingCode === undefined) return ratingValueOf(codes, this.#book);
    if (meaningOf(this.#book, 'rating', ratingCode) === 'not rated') return undefined;
    // Without any value that likely stands for none, nobody knows which of them is a rating.
    const isTold = [...this.#book.rating.values.values()].some(({ likely }) => likely !== undefined);
    (isTold ? this.#likely : this.#open).add('rating');
    return !isTold || likelyMeaningOf(this.#book, 'rating', ratingCode) === 'not rated' ? undefined : ratingCode;
  }
}
