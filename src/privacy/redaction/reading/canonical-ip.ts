import { isIPv6 } from 'node:net';

/** The longest address, in characters. */
const MAX_LENGTH = 45;
const IS_OCTET = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;

/** An IP address as RFC 5952 writes it; undefined for any other text. */
export function canonicalIp(written: string): string | undefined {
  const octets = written.split('.');
  if (octets.length === 4 && octets.every((octet) => IS_OCTET.test(octet))) return written;
  if (written.length > MAX_LENGTH || !isIPv6(written)) return undefined;
  return new URL(`http://[${written}]/`).hostname.slice(1, -1);
}
