import type { IncomingMessage } from 'node:http';
import { errorResponse } from '../responses.ts';
import type { Hosts } from './hosts.ts';
import type { Origins } from './origins.ts';
import type { Proxies } from './proxies.ts';

/** Who may reach a server: under which names, from which pages, through which proxies. */
export interface Reach {
  readonly hosts: Hosts;
  readonly origins: Origins;
  readonly proxies: Proxies;
}

/**
 * Refuses a request under a name that is not the server's, as that of a web page is which has its own name point here, and
 * one of a page whose origin nobody has allowed. Returns nothing where it may be answered.
 */
export function misdirected(
  { headers }: Request,
  { url = '', socket }: IncomingMessage,
  { hosts, origins, proxies }: Reach,
): Response | undefined {
  // A target may have a host of its own, and a proxy says which one it was asked by: none of them may be another's.
  const further = [
    ...(url.startsWith('/') ? [] : [URL.parse(url)?.host ?? '']),
    ...(proxies.includes(socket.remoteAddress) ? proxies.hostsOf(headers) : []),
  ];
  if (!hosts.allow(headers.get('host')) || !further.every((host) => hosts.allow(host))) {
    return errorResponse(
      403,
      -32_000,
      'This server does not answer under that host name. The settings public_url and allowed_hosts add names.',
    );
  }
  if (origins.allow(headers.get('origin'))) return undefined;
  return errorResponse(
    403,
    -32_000,
    'Pages of that origin may not ask this server. The setting allowed_origins adds origins.',
  );
}
