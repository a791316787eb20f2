import type { MiddlewareHandler } from 'hono';

/** A request's body as JSON, or why it is none. */
export type JsonBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'no_json' }
  | { readonly kind: 'too_large' };

/** The bytes of an unwanted body that are read all the same: a client that is still sending might never read the answer. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;

/** Reads a body up to a size, whether or not it says how long it is. */
export async function jsonBody(request: Request, maximumBytes: number): Promise<JsonBody> {
  const bytes = await read(request, maximumBytes);
  if (bytes === 'too_large') return { kind: 'too_large' };
  // A body that breaks off is none, be it JSON so far.
  if (bytes === 'cut_off') return { kind: 'no_json' };
  try {
    return { kind: 'json', value: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return { kind: 'no_json' };
  }
}

/**
 * Reads what an answer left of its request's body: on a connection with the rest of one, the next request would fail, and
 * whoever is still sending might never read the answer.
 */
export const discardUnread: MiddlewareHandler = async (context, next) => {
  await next();
  if (!context.req.raw.bodyUsed) await read(context.req.raw, 0);
};

/** A body of at most so many bytes; what is beyond is dropped. */
async function read(request: Request, maximumBytes: number): Promise<Buffer | 'too_large' | 'cut_off'> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = request.body;
  try {
    // Leaving the loop cancels the rest.
    for await (const chunk of body ?? []) {
      size += chunk.length;
      if (size <= maximumBytes) chunks.push(chunk);
      if (size > MAX_DISCARDED_BYTES) break;
    }
  } catch {
    return 'cut_off';
  }
  return size <= maximumBytes ? Buffer.concat(chunks) : 'too_large';
}
