import type { ChatOperationsError } from '../../model/errors.ts';
import { deskBlock } from '../../privacy/cleaned-text.ts';
import { uncapitalised } from '../../model/words/capitals.ts';

/** The most characters of an error's advice. */
const MAX_LENGTH = 1500;

/** What an assistant is to do about an error: to follow the advice, or to tell the user, who alone can. */
export function adviceWords({ advice, advised }: Pick<ChatOperationsError, 'advice' | 'advised'>): string {
  const words = deskBlock(advice, MAX_LENGTH);
  return advised === 'assistant' ? words : `Tell the user to ${uncapitalised(words)}`;
}
