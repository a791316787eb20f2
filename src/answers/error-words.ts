import { ChatOperationsError, type ArchiveUnwritable, type Retry, InvalidArgument } from '../model/errors.ts';
import { deskBlock, safe, type OwnText } from '../privacy/safe-text.ts';
import { type TrustedText, trusted } from '../model/text/trusted-text.ts';

/** Several visitors match, and one was asked for. Who they are is what strangers wrote, in its boundary. */
export class SeveralVisitors extends InvalidArgument<TrustedText, TrustedText> {
  readonly candidates: OwnText;

  constructor(count: number, candidates: OwnText) {
    super(trusted`${count} visitors match.`, trusted`Ask again with the id of the one that is meant.`);
    this.candidates = candidates;
  }
}

/**
 * Words an error for an assistant: what happened, whether asking again helps, and what can be done. What is not one
 * of our own errors is a bug, of which nothing is told but that it is one: its message may hold anything.
 */
export function renderError(error: unknown): OwnText {
  if (!(error instanceof ChatOperationsError)) {
    return safe`Something went wrong inside the server. Asking again will hardly help; the log on standard error says more to the person who runs it.`;
  }
  const candidates = error instanceof SeveralVisitors ? safe`\n${error.candidates}` : safe``;
  return safe`${deskBlock(error.message, 1500)}${candidates}
${retryWords(error.retry)} ${deskBlock(error.advice, 1500)}`;
}

/** The key of an error's metadata under which a program finds whether asking again helps. */
export const ASK_AGAIN = 'chat-operations-mcp/ask-again';

/** Whether asking the same again helps after an error: `now`, `no`, or the seconds after which it does. */
export function askAgainAfter(error: unknown): 'now' | 'no' | number {
  if (!(error instanceof ChatOperationsError)) return 'no';
  return typeof error.retry === 'string' ? error.retry : Math.ceil(error.retry.after);
}

/** Says of a record that it was read, and that the archive could not keep it. */
export function unkeptWords(why: ArchiveUnwritable | undefined): OwnText | undefined {
  return (
    why &&
    safe`**This was read, and cannot be kept for now.** ${deskBlock(why.message, 1500)} ${deskBlock(why.advice, 1500)}`
  );
}

/** Says whether asking again helps. */
export function retryWords(retry: Retry): OwnText {
  if (retry === 'now') return safe`Asking again may help.`;
  if (retry === 'no') return safe`Asking the same again will not help.`;
  return safe`Ask again in ${Math.ceil(retry.after)} s.`;
}
