import { asks } from './questions.ts';
import { expressionOf } from './vocabulary/languages.ts';

const WISH = expressionOf('words', ({ wishes }) => wishes);
const TROUBLE = expressionOf('words', ({ troubles }) => troubles);

/** Whether a sentence says what somebody wants: it asks, or wishes. */
export function wants(sentence: string): boolean {
  return asks(sentence) || WISH.test(sentence);
}

/** Whether a sentence says that something is not as it should be. */
export function complains(sentence: string): boolean {
  return TROUBLE.test(sentence);
}
