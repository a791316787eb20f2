import { foldedWords } from './folded-words.ts';
import { VOCABULARIES } from './vocabulary/languages.ts';
import { GROUP_NAMES, type Vocabulary, type WordGroup } from './vocabulary/word-groups.ts';

/** The phrases of all languages, made when first needed: most servers never are asked for triage, and it takes memory. */
let madePhrases: PhraseTree | undefined;
const phrases = (): PhraseTree => (madePhrases ??= phraseTreeOf(VOCABULARIES));

/** Returns for each group that a text speaks of its first phrase, as it was written. */
export function findWordGroups(text: string): ReadonlyMap<WordGroup, string> {
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

/** The words of phrases, each of which leads to the next. */
interface PhraseTree {
  readonly words: Map<string, PhraseTree>;
  /** By their first letters, so that few have to be compared. */
  readonly stems: Map<string, { readonly stem: string; readonly tree: PhraseTree }[]>;
  /** Behind a gap of up to three words. */
  gap?: PhraseTree;
  /** Behind a word with at least three digits. */
  number?: PhraseTree;
  /** The groups that the phrase that ends here speaks of. */
  readonly groups: Set<WordGroup>;
}

const KEY_LETTERS = 2;
const MAX_WORDS_IN_GAP = 3;
const NUMBER = /\d.*\d.*\d/;

/** Puts the phrases of vocabularies into one tree, so that a text is read once for all of them. */
function phraseTreeOf(vocabularies: readonly Vocabulary[]): PhraseTree {
  const root = emptyTree();
  for (const vocabulary of vocabularies) {
    for (const group of GROUP_NAMES) {
      for (const phrase of (vocabulary[group] ?? '').split(',')) add(root, phrase, group);
    }
  }
  return root;
}

/** Returns the number of words of the longest phrase at `start`, and the groups that it speaks of; undefined without any. */
function longestPhrase(
  tree: PhraseTree,
  words: readonly { readonly word: string }[],
  start: number,
): { readonly length: number; readonly groups: ReadonlySet<WordGroup> } | undefined {
  const word = words[start]?.word;
  let longest: ReturnType<typeof longestPhrase> =
    tree.groups.size === 0 ? undefined : { length: 0, groups: tree.groups };
  if (word === undefined) return longest;
  const follow = (next: PhraseTree | undefined, taken: number): void => {
    if (next === undefined) return;
    const found = longestPhrase(next, words, start + taken);
    if (found !== undefined && found.length + taken > (longest?.length ?? 0)) {
      longest = { length: found.length + taken, groups: found.groups };
    }
  };
  follow(tree.words.get(word), 1);
  for (const { stem, tree: next } of tree.stems.get(word.slice(0, KEY_LETTERS)) ?? []) {
    if (word.startsWith(stem)) follow(next, 1);
  }
  if (tree.number !== undefined && NUMBER.test(word)) follow(tree.number, 1);
  for (let skipped = 0; tree.gap !== undefined && skipped <= MAX_WORDS_IN_GAP; skipped += 1) follow(tree.gap, skipped);
  return longest;
}

function emptyTree(): PhraseTree {
  return { words: new Map(), stems: new Map(), groups: new Set() };
}

function add(root: PhraseTree, phrase: string, group: WordGroup): void {
  let tree = root;
  for (const part of phrase.trim().split(/\s+/)) tree = grown(tree, part);
  if (tree !== root) tree.groups.add(group);
}

/** The tree behind a part of a phrase; what is written as one may be several words (`can't`). */
function grown(tree: PhraseTree, part: string): PhraseTree {
  if (part === '…') return (tree.gap ??= emptyTree());
  if (part === '#') return (tree.number ??= emptyTree());
  const words = foldedWords(part).map(({ word }) => word);
  const stem = part.endsWith('*') ? words.pop() : undefined;
  let next = tree;
  for (const word of words) {
    const known: PhraseTree = next.words.get(word) ?? emptyTree();
    next.words.set(word, known);
    next = known;
  }
  return stem === undefined ? next : behindStem(next, stem);
}

function behindStem({ stems }: PhraseTree, stem: string): PhraseTree {
  const key = stem.slice(0, KEY_LETTERS);
  const alike = stems.get(key) ?? [];
  stems.set(key, alike);
  const known = alike.find((other) => other.stem === stem);
  if (known !== undefined) return known.tree;
  const tree = emptyTree();
  alike.push({ stem, tree });
  return tree;
}
