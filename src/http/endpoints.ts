import { createMcpHandler, isJSONRPCRequest, type McpHttpHandler, type McpServer } from '@modelcontextprotocol/server';
import type { CallerChanges } from '../mcp/subscriptions/caller-changes.ts';
import { refusalToListen, type Subscriptions } from '../mcp/subscriptions/subscriptions.ts';
import type { Caller } from '../model/caller.ts';
import { methodNamed } from './bounds/body.ts';
import type { WhenOver } from './bounds/connections.ts';
import type { CallerKey, Sender } from './identity/identities.ts';

/**
 * Makes a server for a caller; where `method` names what the only request is, one that answers this. `subscriptions` are those of a
 * session.
 */
export type Serve = (caller: Caller, method?: string, subscriptions?: Subscriptions) => McpServer;

const LISTEN = 'subscriptions/listen';

/** An endpoint that nobody uses holds little, and takes little to make. */
const MAX_IDLE = 1000;

interface Endpoint {
  readonly key: CallerKey;
  readonly handler: McpHttpHandler;
  readonly changes: CallerChanges | undefined;
  /** Requests that are being answered, open streams among them. */
  open: number;
}

export interface EndpointOptions {
  readonly maxBodyBytes: number;
  /** Tells of what changes, for each caller; absent where nobody is told. */
  readonly changesFor?: ((caller: Caller) => CallerChanges) | undefined;
  readonly onDisturbance: (error: unknown) => void;
}

/**
 * The handlers of the protocol's stateless requests, of both eras: one for each caller, so that whatever a handler keeps between
 * requests, such as subscriptions, never crosses callers.
 */
export class Endpoints {
  readonly #serve: Serve;
  readonly #options: EndpointOptions;
  /** Those last used come last. */
  readonly #endpoints = new Map<CallerKey, Endpoint>();

  constructor(serve: Serve, options: EndpointOptions) {
    this.#serve = serve;
    this.#options = options;
  }

  /**
   * Answers a request that belongs to no session. `whenOver` calls back when its answer has gone out; `parsedBody` is that of a
   * POST.
   */
  async answer(request: Request, { caller, key }: Sender, whenOver: WhenOver, parsedBody?: unknown): Promise<Response> {
    const listens = methodNamed(parsedBody) === LISTEN && isJSONRPCRequest(parsedBody);
    const refusal = listens ? refusalToListen(parsedBody) : undefined;
    if (listens && refusal !== undefined) {
      return Response.json({ jsonrpc: '2.0', id: parsedBody.id, error: { code: -32_602, message: refusal } });
    }
    const endpoint = this.#endpoints.get(key) ?? this.#made(caller, key);
    endpoint.open += 1;
    whenOver(() => this.#left(endpoint));
    const response = await endpoint.handler.fetch(request, { parsedBody });
    // Whoever is told that the server listens misses nothing from then on.
    if (listens) await endpoint.changes?.isReady();
    return response;
  }

  /** Ends every stream, and the calls under way. */
  async close(): Promise<void> {
    await Promise.all([...this.#endpoints.values()].map(({ handler }) => handler.close()));
  }

  #made(caller: Caller, key: CallerKey): Endpoint {
    const { maxBodyBytes, changesFor, onDisturbance } = this.#options;
    const changes = changesFor?.(caller);
    // In 2026-07-28 a request says in its headers, too, what it asks for, and is refused where its body says something else.
    const handler = createMcpHandler(
      ({ era, requestInfo }) =>
        this.#serve(caller, era === 'modern' ? (requestInfo?.headers.get('mcp-method') ?? undefined) : undefined),
      { maxRequestBodySize: maxBodyBytes, onerror: onDisturbance, ...(changes !== undefined && { bus: changes }) },
    );
    const endpoint = { key, handler, changes, open: 0 };
    this.#endpoints.set(key, endpoint);
    return endpoint;
  }

  #left(endpoint: Endpoint): void {
    endpoint.open -= 1;
    this.#endpoints.delete(endpoint.key);
    this.#endpoints.set(endpoint.key, endpoint);
    if (this.#endpoints.size <= MAX_IDLE) return;
    const longestIdle = [...this.#endpoints.values()].find(({ open }) => open === 0);
    if (longestIdle === undefined) return;
    this.#endpoints.delete(longestIdle.key);
    void longestIdle.handler.close().catch(this.#options.onDisturbance);
  }
}
