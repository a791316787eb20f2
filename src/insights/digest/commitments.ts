import type { ChatMessage } from '../../model/records.ts';
import type { Steps } from '../../model/slices.ts';
import type { Role } from '../codes/authorship.ts';
import { asks, sentencesSaid, type Said } from './questions.ts';
import { expressionOf } from './vocabulary/languages.ts';

const PROMISE = expressionOf('words', ({ promises }) => promises);

/** Returns what agents committed to: their sentences that promise something, or say when it will be, and do not ask. */
export function commitmentsIn(messages: readonly ChatMessage[], roles: readonly Role[]): Steps<Said[]> {
  return sentencesSaid(
    messages,
    (index) => roles[index] === 'agent',
    (sentence) => PROMISE.test(sentence) && !asks(sentence),
  );
}
