import type { Values } from '../../config/settings.ts';
import { isLoopback } from './loopback.ts';

/** The settings that say who reaches a server over HTTP. */
export type ReachSettings = Pick<
  Values,
  'host' | 'public_url' | 'allowed_hosts' | 'allowed_origins' | 'trusted_proxies'
>;

/** Whether other machines reach a server: by the address that it listens on, or through a proxy, of which each of these settings tells. */
export function isReachedFromElsewhere({
  host,
  public_url: publicUrl,
  allowed_hosts: allowedHosts = [],
  trusted_proxies: trustedProxies = [],
}: ReachSettings): boolean {
  const names = [host, ...allowedHosts, ...(publicUrl === undefined ? [] : [publicUrl.hostname])];
  return trustedProxies.length > 0 || !names.every(isLoopback);
}
