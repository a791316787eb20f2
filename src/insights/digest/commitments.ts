import type { Steps } from '../../model/slices.ts';
import type { Role } from '../codes/authorship.ts';
import { asks, sentencesSaid, type Said } from './questions.ts';
import type { ReadMessage } from './sentences.ts';
import { expressionOf } from './vocabulary/languages.ts';

const PROMISE = expressionOf('words', ({ promises }) => promises);

const FILLER = expressionOf('words', ({ fillers }) => fillers);
const EVERY_FILLER = new RegExp(FILLER.source, 'giu');

/** Whether a sentence of an agent says what is done while the other waits, such as to have a look. */
export function isFiller(sentence: string): boolean {
  return FILLER.test(sentence);
}

/**
 * Returns what agents committed to: their sentences that promise something, or say when it will be, and do not ask. What is done
 * while the visitor waits ("I will have a look") is a commitment only where no agent wrote after it.
 */
export function commitmentsIn(messages: readonly ReadMessage[], roles: readonly Role[]): Steps<Said[]> {
  const last = roles.lastIndexOf('agent');
  return sentencesSaid(
    messages,
    (index) => roles[index] === 'agent',
    (sentence, message) =>
      PROMISE.test(message === last ? sentence : sentence.replaceAll(EVERY_FILLER, ' ')) && !asks(sentence),
  );
}
