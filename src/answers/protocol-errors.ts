import { ProtocolError, type JSONRPCErrorResponse, type ProtocolErrorCode } from '@modelcontextprotocol/server';
import { quotable, quotableEnds } from '../model/text/quotable.ts';

// Errors of the protocol have two authors. The errors of this server quote callers as answers do. The errors of the SDK
// repeat whatever a client sent (names, addresses, keys, headers): they leave as a quotation.

type JsonRpcError = JSONRPCErrorResponse['error'];

/** An address of a resource is seldom longer; the words of the SDK around a name are a fifth of it. */
const MAX_LENGTH = 300;

/** Errors about the headers and the revision of a request, which are answered before a server is asked (`HeaderMismatch`, `UnsupportedProtocolVersion`). */
const BEFORE_SERVERS: ReadonlySet<number> = new Set([-32_020, -32_022]);

/** The data of an error on its way to the transport, which says that its words are ours. */
class OwnWords {
  readonly data: unknown;

  constructor(data: unknown) {
    this.data = data;
  }
}

/** A protocol error in our own words, with more than one line. */
export function wordedError(code: ProtocolErrorCode, words: string, data?: unknown): ProtocolError {
  return new ProtocolError(code, words, new OwnWords(data));
}

/** An error as it may leave: its words are ours, or a quotation of the SDK's. */
export function sentError({ data, ...error }: JsonRpcError): JsonRpcError {
  if (data instanceof OwnWords) return withData(error, data.data);
  return withData({ ...error, message: quotableEnds(error.message, MAX_LENGTH) }, data);
}

/** The same for an error that may have been made beside a server. */
export function sentByEntry(error: JsonRpcError): JsonRpcError {
  // Ours have lines, and a header has none.
  const isOurs = error.message.includes('\n') && !BEFORE_SERVERS.has(error.code);
  return isOurs ? error : sentError(error);
}

function withData(error: JsonRpcError, data: unknown): JsonRpcError {
  return data === undefined ? error : { ...error, data: quoted(data) };
}

function quoted(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
    typeof value === 'string' ? quotable(value, MAX_LENGTH) : value,
  );
}
