import type { Steps } from '../../model/slices.ts';
import type { Role } from '../codes/authorship.ts';
import { wants } from './concerns.ts';
import { isMistypedGreeting } from './greeting-slips.ts';
import { identifiersIn } from './identifiers.ts';
import { inOne, sentencesOf, withoutGreetings, wordsOf, type ReadMessage } from './sentences.ts';

/** The fewest words beside greetings and numbers of a request; fewer say too little, as long as a later message says more. */
const SUBSTANTIAL_WORDS = 3;

/** Stands between two parts of a message that are not next to each other. */
export const LEFT_OUT = ' … ';

/** The most bytes of a request that are quoted in any script. */
export const REQUEST_BYTES = 280;

/**
 * The visitor's request in their own words: their first message that is more than a greeting, a call or a number. Where none
 * says much, the first that says anything; empty where none does. Of a message that is too long to be quoted whole, whose
 * beginning tells what happened and no more, its beginning and the first sentence that says what is wanted.
 */
export function* requestIn(messages: readonly ReadMessage[], roles: readonly Role[]): Steps<readonly string[]> {
  let briefly: string | undefined;
  for (const [index, { text }] of messages.entries()) {
    if (roles[index] !== 'visitor') continue;
    const words = wordsBesideGreetings(text);
    if (words >= SUBSTANTIAL_WORDS) return withWish(text);
    if (words > 0) briefly ??= text;
    yield;
  }
  return briefly === undefined ? [] : withWish(briefly);
}

function withWish(text: string): readonly string[] {
  const fits = (parts: readonly string[]): boolean => Buffer.byteLength(parts.join(LEFT_OUT)) <= REQUEST_BYTES;
  if (fits([text])) return [text];
  const sentences = sentencesOf(text);
  const wish = sentences.findIndex(wants);
  if (wish < 0 || fits([inOne(sentences.slice(0, wish + 1))])) return [text];
  const wanted = sentences[wish] ?? '';
  let count = 0;
  while (count < wish && fits([inOne(sentences.slice(0, count + 1)), wanted])) count += 1;
  return [inOne(sentences.slice(0, count)), wanted];
}

function wordsBesideGreetings(text: string): number {
  const beginning = sentencesOf(text)
    .slice(0, SUBSTANTIAL_WORDS * 2)
    .join(' ');
  const numbers = new Set(identifiersIn(beginning).map(({ value }) => value));
  const words = wordsOf(withoutGreetings(beginning));
  const said = words.filter((word) => /\p{L}/u.test(word) && !numbers.has(word.toUpperCase()));
  return said.every(isMistypedGreeting) ? 0 : said.length;
}
