import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/** Refuses requests that change something and do not come from the shop's own pages: a browser says where a request comes from. */
export const onlyFromOwnPages: MiddlewareHandler = async (context, next) => {
  const { method, url } = context.req;
  if (method === 'GET' || method === 'HEAD') return next();
  const site = context.req.header('Sec-Fetch-Site');
  const isOwn = context.req.header('Origin') === new URL(url).origin && (site === undefined || site === 'same-origin');
  return isOwn ? next() : context.text('This has to come from a page of the shop.', 403);
};

/** A strict policy: scripts and styles of the shop and of the chat widget, workers that the widget makes, nothing inline. */
export function shopHeaders(serviceOrigin: string): MiddlewareHandler {
  const own = ["'self'", serviceOrigin];
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: own,
      styleSrc: own,
      connectSrc: own,
      workerSrc: ['blob:'],
      imgSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    // It is plain HTTP, on this machine only.
    strictTransportSecurity: false,
    // With `no-referrer`, a browser would not say where a form was sent from.
    referrerPolicy: 'same-origin',
  });
}
