import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

// The registries of IANA for special purposes (RFC 6890) have these networks.

const PRIVATE_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
/** Leads to IPv4 from networks that have only IPv6 (RFC 6052). */
const NAT64 = '64:ff9b::';
/** 6to4 and Teredo hold IPv4 addresses, too, and nobody needs them for a server. */
const TUNNELS = [
  ['2001::', 32],
  ['2002::', 16],
] as const;

const notPublic = new BlockList();
for (const [network, prefix] of PRIVATE_IPV4) {
  notPublic.addSubnet(network, prefix, 'ipv4');
  notPublic.addSubnet(NAT64 + network, 96 + prefix, 'ipv6');
}
for (const [network, prefix] of TUNNELS) notPublic.addSubnet(network, prefix, 'ipv6');

const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');
globalIpv6.addSubnet(NAT64, 96, 'ipv6');

/** Names that only this machine or its network resolves (RFC 6761, RFC 6762, RFC 8375, and `internal`, reserved by ICANN). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/;

/** Whether an IP address is one of the public internet: not of this machine, a private network or a link, and no multicast. */
export function isPublicAddress(address: string): boolean {
  const [bare = ''] = address.split('%');
  if (isIP(bare) === 4) return !notPublic.check(bare, 'ipv4');
  return isIP(bare) === 6 && globalIpv6.check(bare, 'ipv6') && !notPublic.check(bare, 'ipv6');
}

/** Whether the host of a URL may be on the public internet: a public address, or a name that is not reserved for local use. */
export function isPublicHost({ hostname }: URL): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? !LOCAL_NAME.test(hostname) : isPublicAddress(address);
}

/** A name has an address that is not public. */
export class PrivateAddress extends Error {}

/** Resolves a name for a connection, which then goes to the very addresses that were checked. Fails with PrivateAddress if one of them is not public. */
export const publicLookup: LookupFunction = (name, options, done) => {
  dns.lookup(name, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null) done(error, []);
    else if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      done(new PrivateAddress(), []);
    } else if (options.all === true) done(null, addresses);
    else done(null, first.address, first.family);
  });
};
