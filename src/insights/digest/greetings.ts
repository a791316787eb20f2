import { expressionOf } from './vocabulary/languages.ts';

const GREETING = expressionOf('words', ({ greetings }) => greetings);
const EVERY_GREETING = new RegExp(GREETING.source, 'giu');

/** Whether somebody is greeted, called or thanked in a text. */
export function greets(text: string): boolean {
  return GREETING.test(text);
}

/** A text without its greetings, calls and thanks; spaces and punctuation stay. */
export function withoutGreetings(text: string): string {
  return text.replaceAll(EVERY_GREETING, ' ');
}
