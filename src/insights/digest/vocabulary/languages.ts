import { arabic } from './arabic.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { japanese } from './japanese.ts';
import { norwegian } from './norwegian.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * All of them at once: a chat may go on in several languages, and a short message shows none. They seldom disturb each
 * other, because their words are whole and mostly several.
 */
const VOCABULARIES: readonly Vocabulary[] = [english, german, french, spanish, portuguese, norwegian, japanese, arabic];

/** The place in which an expression has to stand: as whole words, or as the beginning of a word or of a sentence. */
type Standing = 'words' | 'word beginning' | 'sentence beginning';

/** What all languages have in a place of their vocabularies. */
export function sourcesOf(placeOf: (vocabulary: Vocabulary) => readonly string[]): string[] {
  return VOCABULARIES.flatMap(placeOf);
}

/** One expression for what all languages have in a place of their vocabularies; it is without the flag `g`. */
export function expressionOf(standing: Standing, placeOf: (vocabulary: Vocabulary) => readonly string[]): RegExp {
  const sources = VOCABULARIES.flatMap((vocabulary) => {
    const own = placeOf(vocabulary);
    if (own.length === 0) return [];
    const any = `(?:${own.join('|')})`;
    return [vocabulary.isJoined ? any : standingAs(standing, any)];
  });
  return new RegExp(sources.join('|'), 'iu');
}

function standingAs(standing: Standing, expression: string): string {
  const begins = String.raw`(?<![\p{L}\p{M}\p{N}])${expression}`;
  if (standing === 'word beginning') return begins;
  const whole = String.raw`${begins}(?![\p{L}\p{M}\p{N}])`;
  return standing === 'words' ? whole : String.raw`^[^\p{L}\p{N}]*${expression}(?![\p{L}\p{M}\p{N}])`;
}
