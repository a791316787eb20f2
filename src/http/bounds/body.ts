import { PARSE_ERROR, readRequestBody } from '@modelcontextprotocol/server';
import { MAX_MESSAGE_BYTES, tooMuchIn } from '../../mcp/message-bounds.ts';
import { errorResponse } from '../responses.ts';

/** Clients from 2025 may send several messages at once; none does for more than a few. */
const MAX_MESSAGES = 50;

/** The JSON of a request, or why it is refused. */
export type Body =
  | { readonly parsed: unknown; readonly refused?: never }
  | { readonly parsed?: never; readonly refused: Response };

/** Reads the JSON of a request, or returns its refusal. */
export async function bodyOf(request: Request): Promise<Body> {
  const { headers } = request;
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    return refused(415, -32_000, 'The body has a Content-Encoding. Send it as it is.');
  }
  try {
    const announced = headers.get('content-length');
    // Node.js takes no more than was announced, and reads it without streams in between.
    const body =
      announced !== null && Number(announced) <= MAX_MESSAGE_BYTES
        ? { tooLarge: false as const, text: await request.text() }
        : await readRequestBody(request, MAX_MESSAGE_BYTES);
    if (body.tooLarge) {
      return refused(413, -32_000, `The body has more than ${MAX_MESSAGE_BYTES} bytes.`);
    }
    return parsed(body.text);
  } catch {
    return refused(400, PARSE_ERROR, 'The body is not JSON, or broke off.');
  }
}

/** Throws SyntaxError for what is no JSON. */
function parsed(text: string): Body {
  const tooMuch = tooMuchIn(text);
  if (tooMuch !== undefined) return refused(400, -32_600, `The body ${tooMuch}.`);
  const json: unknown = JSON.parse(text);
  if (Array.isArray(json) && json.length > MAX_MESSAGES) {
    return refused(400, -32_600, `The body has more than ${MAX_MESSAGES} messages.`);
  }
  return { parsed: json };
}

function refused(...refusal: Parameters<typeof errorResponse>): Body {
  return { refused: errorResponse(...refusal) };
}

/**
 * Returns the method that a message names, which is not checked any further: whoever looks for one method checks the message only where
 * it names that. To check each whole message for each of them costs more than many an answer.
 */
export function methodNamed(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined;
}
