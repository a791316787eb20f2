import { ProtocolErrorCode, type ProtocolError } from '@modelcontextprotocol/server';
import { renderError } from './error-words.ts';
import { wordedError } from './protocol-errors.ts';

/** An error in the words of an answer, as the protocol has it for what has no results that say that they are errors. */
export function asProtocolError(error: unknown): ProtocolError {
  return wordedError(ProtocolErrorCode.InternalError, renderError(error));
}
