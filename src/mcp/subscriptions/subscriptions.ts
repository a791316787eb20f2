import { ProtocolError, ProtocolErrorCode, type JSONRPCRequest } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Nobody looks at more; addresses of resources are shorter. */
const MAX_ADDRESSES = 100;
const MAX_LENGTH = 200;

/** The addresses of resources of whose changes a client wants to be told. */
export interface Subscriptions {
  /** Throws ProtocolError for one that is too long, and where there are too many. */
  add(uri: string): Promise<void>;
  remove(uri: string): Promise<void>;
}

/** Returns some addresses with another one. Throws ProtocolError for one that is too long, and where there are too many. */
export function withAddress(addresses: ReadonlySet<string>, uri: string): ReadonlySet<string> {
  if (uri.length > MAX_LENGTH) throw new ProtocolError(ProtocolErrorCode.InvalidParams, TOO_LONG);
  if (addresses.size >= MAX_ADDRESSES && !addresses.has(uri))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, TOO_MANY);
  return new Set([...addresses, uri]);
}

/** Why a request to listen is refused; undefined where it is not, and for any other request. */
export function refusalToListen({ method, params }: JSONRPCRequest): string | undefined {
  const asked = method === 'subscriptions/listen' ? Listening.safeParse(params).data : undefined;
  const addresses = asked?.notifications.resourceSubscriptions ?? [];
  if (addresses.length > MAX_ADDRESSES) return TOO_MANY;
  return addresses.some(({ length }) => length > MAX_LENGTH) ? TOO_LONG : undefined;
}

const Listening = z.object({ notifications: z.object({ resourceSubscriptions: z.array(z.string()).optional() }) });

/** Those of a connection that lasts as long as this process. */
export class OwnSubscriptions implements Subscriptions {
  #addresses: ReadonlySet<string> = new Set();

  has(uri: string): boolean {
    return this.#addresses.has(uri);
  }

  add(uri: string): Promise<void> {
    this.#addresses = withAddress(this.#addresses, uri);
    return Promise.resolve();
  }

  remove(uri: string): Promise<void> {
    this.#addresses = new Set([...this.#addresses].filter((one) => one !== uri));
    return Promise.resolve();
  }
}

const TOO_LONG = `The address of a resource has at most ${MAX_LENGTH} characters.`;
const TOO_MANY = `A client may subscribe to ${MAX_ADDRESSES} resources. Unsubscribe from some.`;
