import type { Context, Env } from 'hono';
import { cors } from 'hono/cors';
import type { Origins } from './origins.ts';

/** For how long a browser need not ask again, in seconds. */
const MAX_AGE = 600;

/**
 * Lets the pages of listed origins send requests with any header, `Authorization` and `Mcp-…` among them, and read the answers.
 * A page of any other origin is told nothing, so that its browser keeps it away.
 */
export function crossOrigin<Bound extends Env>(
  origins: Origins,
): (context: Context<Bound, string>, answer: () => Promise<Response> | Response) => Promise<Response> {
  const allowed = cors({
    origin: (origin) => origin,
    allowMethods: ['GET', 'POST', 'DELETE'],
    exposeHeaders: ['Mcp-Session-Id', 'Mcp-Protocol-Version', 'WWW-Authenticate', 'Retry-After'],
    maxAge: MAX_AGE,
  });
  return async (context, answer) => {
    const origin = context.req.raw.headers.get('origin');
    if (origin === null || !origins.isListed(origin)) return answer();
    const preflight = await allowed(context, async () => {
      context.res = await answer();
    });
    return preflight ?? context.res;
  };
}
