import { sourcesOf } from './vocabulary/languages.ts';

/** The fewest letters of a word in which two may have changed places; of shorter words others are made. */
const SWAPPED_LETTERS = 4;

/** A word without its repetitions: people write "helloooo". */
function squeezed(word: string): string {
  return word.toLowerCase().replaceAll(/(\p{L})\1+/gu, '$1');
}

/** The greetings of one word, as they are and with two neighbouring letters in each other's place. */
const SLIPS: ReadonlySet<string> = new Set(
  sourcesOf(({ greetings }) => greetings)
    .filter((source) => /^\p{L}+$/u.test(source))
    .flatMap((word) => [word, ...(word.length < SWAPPED_LETTERS ? [] : swapsOf(word))])
    .map(squeezed),
);

function swapsOf(word: string): string[] {
  return [...word].slice(1).map((_, index) => {
    const [one = '', other = ''] = word.slice(index, index + 2);
    return `${word.slice(0, index)}${other}${one}${word.slice(index + 2)}`;
  });
}

/** Whether a word is a greeting with a slip in it, such as "ehllo". */
export function isMistypedGreeting(word: string): boolean {
  return SLIPS.has(squeezed(word));
}
