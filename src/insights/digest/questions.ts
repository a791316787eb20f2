import { omitUndefined } from '../../model/omit-undefined.ts';
import type { Steps } from '../../model/slices.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Role } from '../codes/authorship.ts';
import { sentencesOf, withoutAddresses, withoutGreetings, type ReadMessage } from './sentences.ts';
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
const BEGINNING = expressionOf('sentence beginning', ({ questions, calls }) => [...questions, ...calls]);
const PLEASANTRY = expressionOf('words', ({ pleasantries }) => pleasantries);

/** Whether a sentence asks: by its mark, or by how it begins where the mark was left out. Marks alone ask nothing. */
export function asks(sentence: string): boolean {
  const text = withoutAddresses(sentence);
  if (!saysSomething(text)) return false;
  return MARK.test(text) || BEGINNING.test(text) || BEGINNING.test(withoutGreetings(text));
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Whether a question asks for a sign of life and no more: "Anybody there?" */
function isCall(question: string): boolean {
  return !saysSomething(withoutGreetings(question));
}

/**
 * The questions that got no answer: what the visitor asked after the last message of an agent, calls ("Anybody there?") among
 * them, but not how somebody is. A message of unknown authorship counts as an answer, because it may be one; those of bots and
 * the system do not.
 */
export function unansweredQuestions(messages: readonly ReadMessage[], roles: readonly Role[]): Steps<Said[]> {
  const answered = roles.findLastIndex((role) => role === 'agent' || role === 'unknown');
  return sentencesSaid(
    messages,
    (index) => index > answered && roles[index] === 'visitor',
    (sentence) => asks(sentence) && !(isCall(sentence) && PLEASANTRY.test(sentence)),
  );
}

/** The questions among which calls are told from others. */
const LATEST = 50;

/** The last `count` of some questions, calls only where there is room beside the others. */
export function lastQuestions(questions: readonly Said[], count: number): Said[] {
  const latest = questions.slice(-LATEST);
  const calls = latest.filter(({ text }) => isCall(text));
  const chosen = new Set([...calls, ...latest.filter((one) => !calls.includes(one))].slice(-count));
  return latest.filter((one) => chosen.has(one));
}

/** The sentences that are meant, of messages at places that are, each once, as it was said first. */
export function* sentencesSaid(
  messages: readonly ReadMessage[],
  isPlaceMeant: (index: number) => boolean,
  isMeant: (sentence: string, message: number) => boolean,
): Steps<Said[]> {
  const said = new Map<string, Said>();
  for (const [message, { text, at }] of messages.entries()) {
    if (!isPlaceMeant(message)) continue;
    for (const sentence of sentencesOf(text)) {
      if (said.has(sentence) || !isMeant(sentence, message)) continue;
      said.set(sentence, omitUndefined({ text: sentence, at, message }));
    }
    yield;
  }
  return [...said.values()];
}
