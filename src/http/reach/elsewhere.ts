import type { HttpSettings } from '../../config/read.ts';
import { isLoopback } from './loopback.ts';

type ReachSettings = Pick<HttpSettings, 'host'> & Partial<HttpSettings>;

/** Whether other machines reach a server: by the address that it listens on, or through a proxy, of which each of these settings tells. */
export function isReachedFromElsewhere({
  host,
  publicUrl,
  allowedHosts = [],
  trustedProxies = [],
}: ReachSettings): boolean {
  const names = [host, ...allowedHosts, ...(publicUrl === undefined ? [] : [publicUrl.hostname])];
  return trustedProxies.length > 0 || !names.every(isLoopback);
}
