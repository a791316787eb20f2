import type { Dialect } from '../dialects.ts';
import { MINUTE } from '../world/time.ts';
import type { Endpoint } from './endpoints.ts';

/** Why a request is refused. */
export interface Refusal {
  /** The limit that is used up. */
  readonly perMinute: number;
  /** Whole seconds until there is room again. */
  readonly seconds: number;
}

/** The limit of requests a minute for each caller (specification, section 8). */
export interface RateLimit {
  /** Counts a request of `caller` at `now` (epoch ms). Returns the refusal where there is no room for it. */
  take: (caller: string, endpoint: Endpoint, now: number) => Refusal | undefined;
  /** Changes the limit from now on, with an endpoint for that one alone. Counted requests stay counted. */
  set: (perMinute: number, endpoint?: Endpoint) => void;
}

interface Window {
  readonly perMinute: number;
  /** When each counted request leaves the window, epoch ms, oldest first. */
  readonly expiries: number[];
}

/** A limit as the dialect counts: by login or by endpoint, in a sliding or a fixed minute, refused attempts or not. */
export function createRateLimit(
  perMinute: number,
  dialect: Pick<Dialect, 'limit_scope' | 'limit_window' | 'refused_attempts'>,
): RateLimit {
  let general = perMinute;
  const own = new Map<Endpoint, number>();
  const counted = new Map<string, number[]>();

  function windowOf(perMinute: number, ...key: string[]): Window {
    const name = key.join(' ');
    const expiries = counted.get(name) ?? [];
    counted.set(name, expiries);
    return { perMinute, expiries };
  }

  function windowsOf(caller: string, endpoint: Endpoint): Window[] {
    const limit = own.get(endpoint);
    const ofEndpoint = (limit: number): Window => windowOf(limit, caller, endpoint);
    if (dialect.limit_scope === 'endpoint') return [ofEndpoint(limit ?? general)];
    return [windowOf(general, caller), ...(limit === undefined ? [] : [ofEndpoint(limit)])];
  }

  return {
    take: (caller, endpoint, now) => {
      const windows = windowsOf(caller, endpoint);
      for (const { expiries } of windows) while ((expiries[0] ?? Infinity) <= now) expiries.shift();
      const full = windows.filter(({ perMinute, expiries }) => expiries.length >= perMinute);

      if (full.length === 0 || dialect.refused_attempts === 'counted') {
        const start = dialect.limit_window === 'fixed' ? Math.floor(now / MINUTE) * MINUTE : now;
        for (const { expiries } of windows) expiries.push(start + MINUTE);
      }
      const refusals = full.map(({ perMinute, expiries }) => {
        const room = expiries[expiries.length - perMinute] ?? now + MINUTE;
        return { perMinute, seconds: Math.max(Math.ceil((room - now) / 1000), 1) };
      });
      return refusals.sort((a, b) => b.seconds - a.seconds)[0];
    },
    set: (perMinute, endpoint) => {
      if (endpoint === undefined) general = perMinute;
      else own.set(endpoint, perMinute);
    },
  };
}
