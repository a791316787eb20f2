import type { ChatMessage } from '../../model/records.ts';
import { expressionOf } from './vocabulary/languages.ts';

/** A message whose text was opened to be read. */
export interface ReadMessage extends Omit<ChatMessage, 'text'> {
  readonly text: string;
}

/** A longer message is a paste; what it is about stands in its beginning. */
export const READ_CHARACTERS = 2000;
/** A longer sentence is none; it is told by its beginning. */
const SENTENCE_CHARACTERS = 400;

const BOUNDARIES = new Intl.Segmenter('en', { granularity: 'sentence' });
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** A question mark in an address ends no sentence. */
const ADDRESS = /\bhttps?:\/\/\S+/giu;

/** The sentences of a message's beginning, in any language, as they were written. A line break ends one, too. */
export function sentencesOf(text: string): string[] {
  return text
    .slice(0, READ_CHARACTERS)
    .split(/[\r\n]+/)
    .flatMap((line) => [...BOUNDARIES.segment(line)].map(({ segment }) => segment.trim().slice(0, SENTENCE_CHARACTERS)))
    .filter((sentence) => sentence !== '');
}

/** Sentences one behind the other, with spaces where the script has some. */
export function inOne(sentences: readonly string[]): string {
  return sentences.join(' ').replaceAll(/(?<=[。！？]) /gu, '');
}

/** The words of a sentence in any language, without regard to case; numbers are words, punctuation is not. */
export function wordsOf(sentence: string): string[] {
  return [...WORDS.segment(sentence.toLowerCase())].flatMap(({ segment, isWordLike }) =>
    isWordLike === true ? [segment] : [],
  );
}

/** A text without the addresses of pages in it. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(ADDRESS, ' ');
}

const GREETING = expressionOf('words', ({ calls, pleasantries, greetings }) => [
  ...calls,
  ...pleasantries,
  ...greetings,
]);
const EVERY_GREETING = new RegExp(GREETING.source, 'giu');

/** Whether somebody is greeted, called or thanked in a text. */
export function greets(text: string): boolean {
  return GREETING.test(text);
}

/** A text without its greetings, calls and thanks; spaces and punctuation stay. */
export function withoutGreetings(text: string): string {
  return text.replaceAll(EVERY_GREETING, ' ');
}
