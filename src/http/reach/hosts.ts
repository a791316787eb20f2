import { isLoopback } from './loopback.ts';

/** The hosts under whose name the server may be asked: a web page that has its own name point to this server asks under another one. */
export class Hosts {
  readonly #names: ReadonlySet<string>;
  /** Of one client, or behind one proxy, it is the same each time. */
  #lastAllowed: string | undefined;

  /** @param names host names and addresses without a port; of IPv6 in brackets */
  constructor(names: Iterable<string>) {
    this.#names = new Set([...names].map((name) => name.toLowerCase()));
  }

  /** Whether a request with this Host header may be answered, whichever its port: proxies have their own. */
  allow(header: string | null): boolean {
    if (header === null) return false;
    if (header === this.#lastAllowed) return true;
    const name = hostnameIn(header);
    const isAllowed = name !== undefined && this.#names.has(name);
    if (isAllowed) this.#lastAllowed = header;
    return isAllowed;
  }
}

/** The names that a server has by itself: that of the address it listens on, and those of this machine where these lead to it. */
export function ownHosts(host: string): string[] {
  if (host === '0.0.0.0' || host === '::') return [...LOOPBACK_NAMES];
  const own = host.includes(':') ? `[${host}]` : host;
  return isLoopback(host) ? [...LOOPBACK_NAMES, own] : [own];
}

/** What a browser on this machine takes for it. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** A name or an address, and perhaps a port: no login, no path, no second one. */
const AUTHORITY = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

function hostnameIn(header: string): string | undefined {
  return AUTHORITY.test(header) ? URL.parse(`http://${header}`)?.hostname : undefined;
}
