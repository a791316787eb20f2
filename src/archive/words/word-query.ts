import { textOf, type Foreign } from '../../model/foreign.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { wordsIn } from './indexed-words.ts';
import { CallerText } from '../../model/text/trusted-text.ts';

/** Words that stand side by side, mostly one. */
export interface Term {
  readonly words: readonly CallerText[];
  /** Whether the last word may go on. */
  readonly isPrefix: boolean;
}

/** The place of a term in a text (UTF-16 units). */
export interface TermMatch {
  readonly term: Term;
  readonly start: number;
  readonly end: number;
}

/** A query for transcripts. */
export interface WordQuery {
  /** All of them stand in the transcript, each within one message; at least one. */
  readonly wanted: readonly Term[];
  /** None of them does. */
  readonly unwanted: readonly Term[];
  /** The number of words at its end that were left out. */
  readonly leftOut: number;
  /** Finds the places of the wanted terms in a text, in order. */
  matchesIn(text: string | Foreign): TermMatch[];
}

/** The terms that are looked for. Nobody types more, and each one costs. */
const MAX_TERMS = 32;
/** The words of all of them: those of a phrase are compared wherever it may begin. */
const MAX_WORDS = 64;
/** How often they have the same word: an index goes through all of its places each time. */
const MAX_REPEATS = 4;

/** A phrase in any quotes, also one that is not closed; or what stands between spaces. */
const PART =
  /(-?)["\u201C-\u201F\u00AB\u00BB\u300C-\u300F\uFF02]([^"\u201C-\u201F\u00AB\u00BB\u300C-\u300F\uFF02]*)(?:["\u201C-\u201F\u00AB\u00BB\u300C-\u300F\uFF02](\*?)|$)|([^\s"\u201C-\u201F\u00AB\u00BB\u300C-\u300F\uFF02]+)/gu;

/**
 * Reads a query: words, "phrases", a beginning of a word (`refund*`), and what must not be there (`-word`). All else is
 * no syntax but text. Throws InvalidArgument where there is no word to look for, and nothing else ever.
 */
export function parseQuery(text: CallerText): WordQuery {
  const terms = [...text.matchAll(PART)].flatMap(termOf);
  const distinct = [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
  const kept = withinBounds(distinct);
  const wanted = kept.flatMap(({ isUnwanted, ...term }) => (isUnwanted ? [] : [term]));
  if (wanted.length === 0) {
    throw new InvalidArgument(
      terms.length === 0 ? 'query has no word to search for.' : 'query only excludes words.',
      'Use at least one word, "a phrase" or the beginning of a word (refund*). -word excludes chats with that word.',
    );
  }
  return {
    wanted,
    unwanted: kept.flatMap(({ isUnwanted, ...term }) => (isUnwanted ? [term] : [])),
    leftOut: wordCount(distinct) - wordCount(kept),
    matchesIn: (text) => matchesOf(wanted, typeof text === 'string' ? text : textOf(text)),
  };
}

type WrittenTerm = Term & { readonly isUnwanted: boolean };

/** The first terms, up to the most words. A phrase that is too long keeps its beginning, unless it says what must not be there. */
function withinBounds(terms: readonly WrittenTerm[]): WrittenTerm[] {
  const kept: WrittenTerm[] = [];
  let room = MAX_WORDS;
  const counts = new Map<string, number>();
  for (const term of terms.slice(0, MAX_TERMS)) {
    const after = new Map(counts);
    const firstBeyond = term.words.findIndex((word, index) => {
      after.set(word, (after.get(word) ?? 0) + 1);
      return index >= room || (after.get(word) ?? 0) > MAX_REPEATS;
    });
    const isWhole = firstBeyond === -1;
    const words = isWhole ? term.words : term.words.slice(0, firstBeyond);
    if (words.length === 0 || (term.isUnwanted && !isWhole)) continue;
    kept.push(isWhole ? term : { ...term, words, isPrefix: false });
    room -= words.length;
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return kept;
}

function wordCount(terms: readonly Term[]): number {
  return terms.reduce((sum, { words }) => sum + words.length, 0);
}

function termOf([, minus, quoted, star, plain = '']: RegExpExecArray): WrittenTerm[] {
  const written = (quoted ?? plain).trimEnd();
  const words = wordsIn(written);
  if (words.length === 0) return [];
  // A star after anything but a word is no more than that, and so is a dash before it.
  const isPrefix = star === '*' || (written.endsWith('*') && words.at(-1)?.end === written.length - 1);
  const isUnwanted = minus === '-' || (quoted === undefined && written.startsWith('-') && words[0]?.start === 1);
  // Folded, it is still what the caller wrote.
  return [{ words: words.map(({ word }) => CallerText.parse(word)), isPrefix, isUnwanted }];
}

function matchesOf(terms: readonly Term[], text: string): TermMatch[] {
  const words = wordsIn(text);
  const exact = Map.groupBy(terms, ({ words: [first = ''] }): string => first);
  const beginnings = terms.filter(({ words, isPrefix }) => isPrefix && words.length === 1);
  const mayStandAt = (word: string): readonly Term[] => {
    const terms = exact.get(word) ?? [];
    return beginnings.length === 0 ? terms : [...new Set([...terms, ...beginnings])];
  };
  return words.flatMap(({ word: first, start }, index) =>
    mayStandAt(first).flatMap((term) => {
      const last = words[index + term.words.length - 1];
      const stands = term.words.every((word, offset) => {
        const found = words[index + offset]?.word;
        return (
          found === word || (term.isPrefix && offset === term.words.length - 1 && found?.startsWith(word) === true)
        );
      });
      return stands && last !== undefined ? [{ term, start, end: last.end }] : [];
    }),
  );
}
