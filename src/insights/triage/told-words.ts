import { foldedWords } from './folded-words.ts';
import { longestPhrase, phraseTreeOf, type PhraseTree } from './phrase-tree.ts';
import { VOCABULARIES } from './vocabulary/languages.ts';
import type { WordGroup } from './vocabulary/word-groups.ts';

/** Made when first needed: most servers never are asked for triage, and it takes memory. */
let madePhrases: PhraseTree | undefined;
const phrases = (): PhraseTree => (madePhrases ??= phraseTreeOf(VOCABULARIES));

/** Returns for each group that a text speaks of its first phrase, as it was written. */
export function toldByWords(text: string): ReadonlyMap<WordGroup, string> {
  const told = new Map<WordGroup, string>();
  const words = foldedWords(text);
  for (let index = 0; index < words.length;) {
    const found = longestPhrase(phrases(), words, index);
    if (found === undefined) {
      index += 1;
      continue;
    }
    const [first, last] = [words[index], words[index + found.length - 1]];
    for (const group of found.groups) {
      if (first !== undefined && last !== undefined && !told.has(group))
        told.set(group, text.slice(first.start, last.end));
    }
    // A longer phrase is the whole of what is meant: "not urgent" is not urgent.
    index += found.length;
  }
  return told;
}
