import { ChatOperationsError, type Retry } from '../../model/errors.ts';
import { safe, safeBlock, type SafeText } from '../../privacy/safe-text.ts';

/**
 * Words an error for an assistant: what happened, whether asking again helps, and what can be done. What is not one
 * of our own errors is a bug, of which nothing is told but that it is one: its message may hold anything.
 */
export function renderError(error: unknown): SafeText {
  if (!(error instanceof ChatOperationsError)) {
    return safe`Something went wrong inside the server. Asking again will hardly help; the log on standard error says more to the person who runs it.`;
  }
  return safe`${safeBlock(error.message, 1500)}
${retryWords(error.retry)} ${safeBlock(error.advice, 1500)}`;
}

function retryWords(retry: Retry): SafeText {
  if (retry === 'now') return safe`Asking again may help.`;
  if (retry === 'no') return safe`Asking the same again will not help.`;
  return safe`Ask again in ${Math.ceil(retry.after)} s.`;
}
