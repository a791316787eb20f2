import { distance } from 'fastest-levenshtein';

/** A shorter name stands in others by chance. */
const MIN_CONTAINED_LENGTH = 3;

/**
 * The valid names that somebody may have meant by `typed`, closest first: those that begin with it or contain it, those
 * that it contains, the longest first, those that have all of its words, and those within a third of its length in edits. Letter case is ignored, and how
 * words are parted: by space, `_` or `-`. At most `most` of them.
 */
export function closestNames<Name extends string>(typed: string, valid: Iterable<Name>, most = 3): Name[] {
  const wanted = comparable(typed.slice(0, 100));
  if (wanted === '') return [];
  return [...valid]
    .map((name) => ({ name, edits: editsTo(wanted, comparable(name)) }))
    .filter(({ edits }) => edits <= Math.max(2, wanted.length / 3))
    .sort((one, other) => one.edits - other.edits)
    .slice(0, most)
    .map(({ name }) => name);
}

function comparable(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, ' ');
}

function editsTo(wanted: string, name: string): number {
  if (name.startsWith(wanted)) return 0;
  if (name.includes(wanted)) return 1;
  const edits = distance(wanted, name);
  const contained = name.length >= MIN_CONTAINED_LENGTH && wanted.includes(name) ? 1 + 1 / name.length : edits;
  return Math.min(edits, contained, hasWords(name, wanted) ? EDITS_BETWEEN_WORDS : edits);
}

/** What a name counts that has all words of several, and others between them: behind one that has them in a row. */
const EDITS_BETWEEN_WORDS = 1.5;

function hasWords(name: string, wanted: string): boolean {
  const words = wanted.split(' ').filter((word) => word !== '');
  const named = name.split(' ');
  return words.length > 1 && words.every((word) => named.includes(word));
}
