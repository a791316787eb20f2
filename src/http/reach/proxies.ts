import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** The proxies in front of a server. What they say of a client is believed; anybody else may say it, too, and is not. */
export class Proxies {
  readonly #trusted = new BlockList();
  readonly #areThere: boolean;

  /** @param networks addresses, and networks as in `10.0.0.0/8` */
  constructor(networks: readonly string[]) {
    this.#areThere = networks.length > 0;
    for (const network of networks) {
      const [address = '', prefix] = network.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (prefix === undefined) this.#trusted.addAddress(address, family);
      else this.#trusted.addSubnet(address, Number(prefix), family);
    }
  }

  /** Whether the other side of a connection is one of them. */
  includes(peer: string | undefined): boolean {
    if (!this.#areThere || peer === undefined) return false;
    return isIP(peer) !== 0 && this.#trusted.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4');
  }

  /**
   * Returns the address that a request comes from: that of the other side of its connection; or where this is one of them, the
   * last address that it names and none of them has.
   */
  clientOf(headers: Headers, peer = ''): string {
    if (!this.includes(peer)) return peer;
    return forwardedFor(headers).findLast((address) => !this.includes(address)) ?? peer;
  }

  /** Returns the names under which a client asked one of them, as far as it says so. */
  hostsOf(headers: Headers): string[] {
    const inOwnHeader = headers.get('x-forwarded-host');
    return [...(inOwnHeader === null ? [] : parts(inOwnHeader)), ...valuesOf('host', headers.get('forwarded'))];
  }
}

/** Whether a proxy handed a request on: most proxies say so in one of these headers. */
export function isForwarded({ headers }: IncomingMessage): boolean {
  const { forwarded, via } = headers;
  return (
    forwarded !== undefined || via !== undefined || Object.keys(headers).some((name) => name.startsWith('x-forwarded-'))
  );
}

/** The addresses that a request went through, the client's first. A proxy that knows one of the two headers hands on the other as the client sent it. */
function forwardedFor(headers: Headers): string[] {
  const inOwnHeader = headers.get('x-forwarded-for');
  const given = inOwnHeader === null ? valuesOf('for', headers.get('forwarded')) : parts(inOwnHeader);
  return given.map(withoutPort);
}

const parts = (header: string): string[] => header.split(',').map((part) => part.trim());

/** The values of a parameter of `Forwarded` (RFC 7239). */
function valuesOf(name: string, header: string | null): string[] {
  if (header === null) return [];
  return header.split(/[,;]/).flatMap((pair) => {
    const [key = '', value = ''] = pair.trim().split('=', 2);
    return key.toLowerCase() === name ? [value.replace(/^"(.*)"$/, '$1')] : [];
  });
}

function withoutPort(address: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}
