import {
  ChatOperationsError,
  InvalidArgument,
  OutcomeUnknown,
  PersonNotAsked,
  QuestionClosed,
  RecordNotFound,
  WrongCredentials,
  type ArchiveUnwritable,
  type Retry,
} from '../model/errors.ts';
import { deskBlock } from '../privacy/cleaned-text.ts';
import { uncapitalised } from '../model/words/capitals.ts';
import { adviceWords } from './words/advice-words.ts';
import { type TrustedText, trusted } from '../model/text/trusted-text.ts';

/** Several visitors match, and one was asked for. Who they are is what strangers wrote, in its boundary. */
export class SeveralVisitors extends InvalidArgument<TrustedText, TrustedText> {
  readonly candidates: string;

  constructor(message: TrustedText, candidates: string) {
    super(message, trusted`Ask the user which one, then repeat the call with its id.`);
    this.candidates = candidates;
  }
}

/** Errors whose advice names the next call, or says that no call helps. */
const WITHOUT_RETRY = [
  InvalidArgument,
  OutcomeUnknown,
  PersonNotAsked,
  QuestionClosed,
  RecordNotFound,
  WrongCredentials,
] as const;

/** The most characters of an error's message. */
const MAX_LENGTH = 1500;

/**
 * Words an error for an assistant: what happened, what to do, and when to call again. What is not one of our own errors is a bug,
 * of which nothing is told but that it is one: its message may hold anything.
 */
export function renderError(error: unknown): string {
  if (!(error instanceof ChatOperationsError)) {
    return `Something went wrong inside the server. Tell the user that its log has details. ${retryWords('no')}`;
  }
  const message = deskBlock(error.message, MAX_LENGTH);
  if (error instanceof SeveralVisitors) return `${message}\n${error.candidates}\n${adviceWords(error)}`;
  return [message, ...nextWords(error)].join(' ');
}

/** What follows an error's message, in sentences. */
function nextWords(error: ChatOperationsError): readonly string[] {
  const { retry, advised } = error;
  const advice = error.advice === '' ? [] : [adviceWords(error)];
  if (WITHOUT_RETRY.some((one) => error instanceof one)) return advice;
  if (retry === 'no') return [...advice, retryWords(retry)];
  if (advised === 'assistant') return [retryWords(retry), ...advice];
  return [`${whenWords(retry)}; if it keeps failing, ${uncapitalised(adviceWords(error))}`];
}

/** The key of an error's metadata under which a program finds whether calling again helps. */
export const ASK_AGAIN = 'chat-operations-mcp/ask-again';

/** Whether the same call helps after an error: `now`, `no`, or the seconds after which it does. */
export function askAgainAfter(error: unknown): 'now' | 'no' | number {
  if (!(error instanceof ChatOperationsError)) return 'no';
  return typeof error.retry === 'string' ? error.retry : Math.ceil(error.retry.after);
}

/** Says of a record that it was loaded, and that the archive could not keep it. */
export function unkeptWords(why: ArchiveUnwritable | undefined): string | undefined {
  return why && `**This was loaded but cannot be stored.** ${deskBlock(why.message, MAX_LENGTH)} ${adviceWords(why)}`;
}

/** Says whether calling again helps. */
export function retryWords(retry: Retry): string {
  return retry === 'no' ? 'Calling again will not help.' : `${whenWords(retry)}.`;
}

/** Says when to call again. */
function whenWords(retry: Exclude<Retry, 'no'>): string {
  return retry === 'now' ? 'Call again now' : `Call again in ${Math.ceil(retry.after)} s`;
}
