import { known } from '../../model/known.ts';
import type { ChatMessage } from '../../model/records.ts';
import type { Steps } from '../../model/slices.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Role } from '../codes/authorship.ts';
import { sentencesOf, withoutAddresses, withoutGreetings } from './sentences.ts';
import { expressionOf } from './vocabulary/languages.ts';

/** A sentence of a message, as it was written. */
export interface Said {
  readonly text: string;
  /** The moment of the message; absent where it has no time. */
  readonly at?: EpochMillis;
  /** The place of the message in its chat, from 0. */
  readonly message: number;
}

const MARK = /[?？؟]["'’”»)\]!?？؟\s]*$/u;
const BEGINNING = expressionOf('sentence beginning', ({ questions }) => questions);

/** Whether a sentence asks: by its mark, or by how it begins where the mark was left out. Marks alone ask nothing. */
export function asks(sentence: string): boolean {
  const text = withoutAddresses(sentence);
  if (!saysSomething(text)) return false;
  return MARK.test(text) || BEGINNING.test(text) || BEGINNING.test(withoutGreetings(text));
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/**
 * The questions that got no answer: what the visitor asked after the last message of an agent, but for greetings and calls
 * ("Anybody there?"). Where no agent ever came, a call is one, too, unless something else was asked. A message of unknown
 * authorship counts as an answer, because it may be one; those of bots and the system do not.
 */
export function* unansweredQuestions(messages: readonly ChatMessage[], roles: readonly Role[]): Steps<Said[]> {
  const answered = roles.findLastIndex((role) => role === 'agent' || role === 'unknown');
  const asked = yield* sentencesSaid(messages, (index) => index > answered && roles[index] === 'visitor', asks);
  const questions = asked.filter(({ text }) => saysSomething(withoutGreetings(text)));
  return questions.length > 0 || answered >= 0 ? questions : asked;
}

/** The sentences that are meant, of messages at places that are, each once, as it was said first. */
export function* sentencesSaid(
  messages: readonly ChatMessage[],
  isPlaceMeant: (index: number) => boolean,
  isMeant: (sentence: string) => boolean,
): Steps<Said[]> {
  const said = new Map<string, Said>();
  for (const [message, { text, at }] of messages.entries()) {
    if (!isPlaceMeant(message)) continue;
    for (const sentence of sentencesOf(text)) {
      if (said.has(sentence) || !isMeant(sentence)) continue;
      said.set(sentence, known({ text: sentence, at, message }));
    }
    yield;
  }
  return [...said.values()];
}
