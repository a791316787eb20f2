import type { HttpBindings } from '@hono/node-server';
import type { CallerId } from '../model/caller.ts';

/** What the routes of a server have at hand of a request. */
export interface Bound {
  readonly Bindings: HttpBindings;
  readonly Variables: { readonly caller?: CallerId };
}

/** The paths that a server answers; `other` stands for all else, which may be anything. */
export const PATHS = ['/', '/mcp', '/healthz', '/readyz', '/metrics', '/.well-known'] as const;

/** A request and how it was answered. Nothing of it is a person's, or secret. */
export interface Exchange {
  readonly path: (typeof PATHS)[number] | 'other';
  readonly method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS' | 'other';
  readonly status: number;
  /** Absent where it was refused before that was known. */
  readonly caller?: CallerId;
  /** Until the answer was over, or the connection. */
  readonly milliseconds: number;
  /** The bytes that were sent, with those of headers. */
  readonly bytes: number;
}

const METHODS = ['GET', 'POST', 'DELETE', 'OPTIONS'] as const;

/** Names the path and the method of a request by words of our own: a stranger's could hold anything. */
export function requestWords(path: string, method: string): Pick<Exchange, 'path' | 'method'> {
  return {
    path: PATHS.find((known) => path === known || (known !== '/' && path.startsWith(`${known}/`))) ?? 'other',
    method: METHODS.find((known) => method === known) ?? 'other',
  };
}
