import type { MiddlewareHandler } from 'hono';

/**
 * Answers only those who asked this machine by a name that is always its own. A site whose name somebody else let point
 * here (DNS rebinding) would otherwise count as the same origin, and its scripts could read and press everything.
 */
export const onlyLoopback: MiddlewareHandler = async (context, next) => {
  const { hostname } = new URL(context.req.url);
  if (/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)) return next();
  return context.json({ error: 'Ask for localhost or 127.0.0.1: this is a sandbox, for its own machine only' }, 403);
};
