import { PARSE_ERROR, readRequestBody } from '@modelcontextprotocol/server';
import { exceeded, type JsonBounds } from './json-bounds.ts';
import { CONTENT_TOO_LARGE, errorResponse } from '../responses.ts';

/** Answers of tools are small, and so are their arguments: the webhook's data is the largest. */
export const MAX_BODY_BYTES = 256 * 1024;

/**
 * Nothing that tools take has half of it. What goes through values from level to level runs out of stack at some thousand, and
 * 256 KiB of short keys took 100 ms of computing.
 */
const BOUNDS: JsonBounds = { levels: 64, keys: 4000 };

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
      announced !== null && Number(announced) <= MAX_BODY_BYTES
        ? { tooLarge: false as const, text: await request.text() }
        : await readRequestBody(request, MAX_BODY_BYTES);
    if (body.tooLarge) {
      return refused(CONTENT_TOO_LARGE, -32_000, `The body has more than ${MAX_BODY_BYTES} bytes.`);
    }
    return parsed(body.text);
  } catch {
    return refused(400, PARSE_ERROR, 'The body is not JSON, or broke off.');
  }
}

/** Throws SyntaxError for what is no JSON. */
function parsed(text: string): Body {
  const bound = exceeded(text, BOUNDS);
  if (bound === 'levels') return refused(400, -32_600, `The body is nested more than ${BOUNDS.levels} levels deep.`);
  if (bound === 'keys') return refused(400, -32_600, `The body has more than ${BOUNDS.keys} keys.`);
  const json: unknown = JSON.parse(text);
  if (Array.isArray(json) && json.length > MAX_MESSAGES) {
    return refused(400, -32_600, `The body has more than ${MAX_MESSAGES} messages.`);
  }
  return { parsed: json };
}

function refused(...refusal: Parameters<typeof errorResponse>): Body {
  return { refused: errorResponse(...refusal) };
}
