import type { ChatMessage } from '../../model/records.ts';
import type { Steps } from '../../model/slices.ts';
import type { Role } from '../codes/authorship.ts';
import { identifiersIn } from './identifiers.ts';
import { sentencesOf, withoutGreetings, wordsOf } from './sentences.ts';

/** The fewest words beside greetings and numbers of a request; fewer say too little, as long as a later message says more. */
const SUBSTANTIAL_WORDS = 3;

/**
 * The visitor's request in their own words: their first message that is more than a greeting or a number. Where none
 * says much, the first that says anything; undefined where none does.
 */
export function* requestIn(messages: readonly ChatMessage[], roles: readonly Role[]): Steps<string | undefined> {
  let briefly: string | undefined;
  for (const [index, { text }] of messages.entries()) {
    if (roles[index] !== 'visitor') continue;
    const words = wordsBesideGreetings(text);
    if (words >= SUBSTANTIAL_WORDS) return text;
    if (words > 0) briefly ??= text;
    yield;
  }
  return briefly;
}

function wordsBesideGreetings(text: string): number {
  const beginning = sentencesOf(text)
    .slice(0, SUBSTANTIAL_WORDS * 2)
    .join(' ');
  const numbers = new Set(identifiersIn(beginning).map(({ value }) => value));
  return wordsOf(withoutGreetings(beginning)).filter((word) => /\p{L}/u.test(word) && !numbers.has(word.toUpperCase()))
    .length;
}
