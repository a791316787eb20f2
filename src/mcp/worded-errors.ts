import { ProtocolErrorCode, type CallToolResult, type ProtocolError } from '@modelcontextprotocol/server';
import { ASK_AGAIN, askAgainAfter, renderError } from '../answers/error-words.ts';
import { wordedError } from '../answers/protocol-errors.ts';
import { RecordNotFound, TooManyCalls } from '../model/errors.ts';

// What went wrong, in the same words wherever it is told.

/** The result of a tool that failed. Errors carry text, and whether to ask again: a client would check structured content against the schema of an answer. */
export function toolError(error: unknown): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: renderError(error) }],
    _meta: { [ASK_AGAIN]: askAgainAfter(error) },
  };
}

/** An error of a prompt: what its arguments may not be. */
export function promptError(error: unknown): ProtocolError {
  if (error instanceof TooManyCalls) return internalError(error);
  return wordedError(ProtocolErrorCode.InvalidParams, renderError(error));
}

/** An error of a resource; of one that is not there as the revision of 2026-07-28 has it. */
export function resourceError(error: unknown, uri: URL): ProtocolError {
  if (!(error instanceof RecordNotFound)) return internalError(error);
  return wordedError(ProtocolErrorCode.InvalidParams, renderError(error), { uri: uri.href });
}

/** An error of anything else. */
export function internalError(error: unknown): ProtocolError {
  return wordedError(ProtocolErrorCode.InternalError, renderError(error));
}
