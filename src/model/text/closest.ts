import { distance } from 'fastest-levenshtein';
import { calledElsewhere } from './elsewhere.ts';

/** A shorter name stands in others by chance. */
const MIN_CONTAINED_LENGTH = 3;

/** More candidates are no help. */
const MAX_CANDIDATES = 3;

/**
 * The valid names that `typed` may stand for. First come those that are the same but for letter case and for how words are separated
 * (space, `_`, `-` or a capital letter), and those that people and other programs call so. Where there is neither: the closest of those
 * that begin with it, contain it, are contained in it, have all of its words, or differ in few of its letters.
 */
export function closestNames<Name extends string>(typed: string, valid: Iterable<Name>): Name[] {
  const wanted = comparable(typed.slice(0, 100));
  if (wanted === '') return [];
  const names = [...valid].map((name) => ({ name, text: comparable(name) }));
  const known = [[wanted], ...calledElsewhere(wanted)].flatMap((ours) =>
    ours.flatMap((text) => names.find((one) => one.text === text) ?? []).slice(0, 1),
  );
  return [...new Set(known.length > 0 ? known : similar(wanted, names))]
    .slice(0, MAX_CANDIDATES)
    .map(({ name }) => name);
}

interface Comparable<Name> {
  readonly name: Name;
  readonly text: string;
}

function similar<Name>(wanted: string, names: readonly Comparable<Name>[]): Comparable<Name>[] {
  const edits = names.map(({ text }) => editsTo(wanted, text));
  const fewest = edits.reduce((least, one) => Math.min(least, one), Infinity);
  return fewest > mostEdits(wanted) ? [] : names.filter((_, index) => edits[index] === fewest);
}

/** Two edits make nearly any short word out of another. */
function mostEdits({ length }: string): number {
  return length < 6 ? 1 + 1 / MIN_CONTAINED_LENGTH : Math.max(2, length / 3);
}

function comparable(text: string): string {
  return text
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|[\s_-]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/^chat operations (?=.)/, '');
}

function editsTo(wanted: string, name: string): number {
  if (name.startsWith(wanted)) return 0;
  if (name.includes(wanted)) return 1;
  const edits = hasSameLetters(name, wanted) ? 1 : distance(wanted, name);
  const contained = name.length >= MIN_CONTAINED_LENGTH && wanted.includes(name) ? 1 + 1 / name.length : edits;
  return Math.min(edits, contained, hasWords(name, wanted) ? EDITS_BETWEEN_WORDS : edits);
}

/** Whether letters changed places, as in `form` for `from`. */
function hasSameLetters(name: string, wanted: string): boolean {
  return name.length === wanted.length && sorted(name) === sorted(wanted);
}

function sorted(text: string): string {
  return text.split('').toSorted().join('');
}

/** What a name counts that has all words of several, and others between them: behind one that has them in a row. */
const EDITS_BETWEEN_WORDS = 1.5;

function hasWords(name: string, wanted: string): boolean {
  const words = wanted.split(' ');
  const named = name.split(' ');
  return words.length > 1 && words.every((word) => named.includes(word));
}
