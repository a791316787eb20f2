import type { Values } from '../../config/settings.ts';

/** What a browser on this machine takes for it. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address to listen on, or a name of a host, is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);
}

/** The settings that say who reaches a server over HTTP. */
export type ReachSettings = Pick<
  Values,
  'host' | 'public_url' | 'allowed_hosts' | 'allowed_origins' | 'trusted_proxies'
>;

/** Whether other machines reach a server: by the address that it listens on, or through a proxy, of which each of these settings tells. */
export function isReachedFromElsewhere(settings: ReachSettings): boolean {
  const { host, public_url: publicUrl, allowed_hosts: allowedHosts = [], trusted_proxies: proxies = [] } = settings;
  const names = [host, ...allowedHosts, ...(publicUrl === undefined ? [] : [publicUrl.hostname])];
  return proxies.length > 0 || !names.every(isLoopback);
}

/** The names that a server has by itself: that of the address it listens on, and those of this machine where these lead to it. */
function ownHosts(host: string): readonly string[] {
  if (host === '0.0.0.0' || host === '::') return LOOPBACK_NAMES;
  const own = host.includes(':') ? `[${host}]` : host;
  return isLoopback(host) ? [...LOOPBACK_NAMES, own] : [own];
}

/** The hosts under whose name the server may be asked: a web page that has its own name point to this server asks under another one. */
export class Hosts {
  readonly #names: ReadonlySet<string>;
  /** Of one client, or behind one proxy, it is the same each time. */
  #lastAllowed: string | undefined;

  constructor({ host, public_url: publicUrl, allowed_hosts: allowedHosts = [] }: ReachSettings) {
    const ofProxy = publicUrl === undefined ? [] : [publicUrl.hostname];
    this.#names = new Set([...ownHosts(host), ...ofProxy, ...allowedHosts].map((name) => name.toLowerCase()));
  }

  /** Whether a request with this Host header may be answered, whichever its port: proxies have their own. */
  allow(header: string | null): boolean {
    if (header === null) return false;
    if (header === this.#lastAllowed) return true;
    const name = AUTHORITY.test(header) ? URL.parse(`http://${header}`)?.hostname : undefined;
    const isAllowed = name !== undefined && this.#names.has(name);
    if (isAllowed) this.#lastAllowed = header;
    return isAllowed;
  }
}

/** A name or an address, and perhaps a port: no login, no path, no second one. */
const AUTHORITY = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
