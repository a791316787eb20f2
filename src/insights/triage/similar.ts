import { textOf, type Foreign } from '../../model/foreign.ts';
import { mixBits } from '../../model/sampling.ts';
import type { Steps } from '../../model/slices.ts';
import { foldedWords } from './folded-words.ts';

/** Texts that share so much of their runs of words say the same. */
const MIN_SHARED = 0.8;
const WORDS_IN_RUN = 3;
/** Six bands of three: nearly all of what shares enough has a band in common, and little of the rest. */
const BANDS = 6;
const HASHES_IN_BAND = 3;
const MAX_CHARACTERS = 2000;
/** The number of groups with a band in common that a text is compared with. */
const MAX_COMPARED = 8;

/**
 * Groups texts that are nearly the same, as they come of resends, of bots, and of many people with one trouble. Answers
 * for each text the index of the first one like it, which is its own where there is none before it. A text without words
 * is like no other. Takes time in proportion to the texts (MinHash).
 */
export function* firstsLike(texts: readonly Foreign[]): Steps<number[]> {
  const firsts = new Map<string, number[]>();
  const runsOf = new Map<number, ReadonlySet<number>>();
  const like: number[] = [];
  for (const [index, text] of texts.entries()) {
    yield;
    like.push(index);
    const runs = wordRuns(textOf(text));
    if (runs.size === 0) continue;
    const bands = bandsOf(runs);
    const candidates = new Set(bands.flatMap((band) => firsts.get(band) ?? []));
    const known = [...candidates].find((first) => sharedPart(runs, runsOf.get(first)) >= MIN_SHARED);
    if (known !== undefined) {
      like[index] = known;
      continue;
    }
    runsOf.set(index, runs);
    for (const band of bands) {
      const alike = firsts.get(band);
      if (alike === undefined) firsts.set(band, [index]);
      else if (alike.length < MAX_COMPARED) alike.push(index);
    }
  }
  return like;
}

/** The runs of words of a text, as numbers; a text of fewer words is one run. Digits are all the same. */
function wordRuns(text: string): ReadonlySet<number> {
  const words = foldedWords(text.slice(0, MAX_CHARACTERS)).map((word) => hashOf(word.replaceAll(/\d/g, '0')));
  if (words.length === 0) return new Set();
  const runs = new Set<number>();
  for (let start = 0; start === 0 || start + WORDS_IN_RUN <= words.length; start += 1) {
    runs.add(
      words
        .slice(start, start + WORDS_IN_RUN)
        .reduce((run, word) => mixBits(run ^ word), words.length < WORDS_IN_RUN ? 1 : 0),
    );
  }
  return runs;
}

function bandsOf(runs: ReadonlySet<number>): string[] {
  return Array.from({ length: BANDS }, (_, band) => {
    const least = Array.from({ length: HASHES_IN_BAND }, (_, row) => leastHash(runs, band * HASHES_IN_BAND + row + 1));
    return `${band} ${least.join(' ')}`;
  });
}

function leastHash(runs: ReadonlySet<number>, seed: number): number {
  let least = 0xffff_ffff;
  for (const run of runs) least = Math.min(least, mixBits(run ^ Math.imul(seed, 0x9e37_79b1)));
  return least;
}

function sharedPart(one: ReadonlySet<number>, other: ReadonlySet<number> = new Set()): number {
  let shared = 0;
  for (const run of one) if (other.has(run)) shared += 1;
  return shared / (one.size + other.size - shared);
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < word.length; index += 1) hash = Math.imul(hash ^ word.charCodeAt(index), 0x0100_0193);
  return hash >>> 0;
}
