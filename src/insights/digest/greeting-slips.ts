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
  return Array.from({ length: word.length - 1 }, (_, place) => {
    const [one = '', other = ''] = word.slice(place, place + 2);
    return `${word.slice(0, place)}${other}${one}${word.slice(place + 2)}`;
  });
}

/** Whether a word is a greeting with a slip in it, such as "ehllo". */
export function isMistypedGreeting(word: string): boolean {
  return SLIPS.has(squeezed(word));
}
