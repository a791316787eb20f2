import { seconds, type Clock, type Seconds } from '../../model/time/units.ts';
import type { Transport } from '../../upstream/transport/transport.ts';

/** A transport that notes what only the headers of answers tell. Nothing of them but numbers is kept. */
export interface Watched extends Transport {
  /** The requests that went out. */
  readonly sent: number;
  /** Those that were answered, but for being too many. */
  readonly taken: number;
  /** Those that were refused for being too many. */
  readonly refused: number;
  /** The time by which the service's clock is ahead of this machine's; undefined where no answer told a time. */
  readonly ahead: Seconds | undefined;
  /** The limit that the service tells in its headers, of a minute or of a time that it leaves open. */
  readonly toldLimit: number | undefined;
}

/** A `Date` header has whole seconds: on average the service's clock is half of one further. */
const HALF_A_SECOND = 500;

export function watched(transport: Transport, clock: Clock): Watched {
  let sent = 0;
  let taken = 0;
  let refused = 0;
  let toldLimit: number | undefined;
  let nearest: { readonly roundTrip: number; readonly ahead: number } | undefined;
  return {
    ...transport,
    get: async (...request) => {
      sent += 1;
      const left = clock();
      const answer = await transport.get(...request);
      const arrived = clock();
      if (answer.status === 429) refused += 1;
      else taken += 1;
      toldLimit = limitIn(answer.headers) ?? toldLimit;
      const date = Date.parse(answer.headers.get('date') ?? '');
      const roundTrip = arrived - left;
      if (!Number.isNaN(date) && roundTrip < (nearest?.roundTrip ?? Infinity)) {
        nearest = { roundTrip, ahead: date + HALF_A_SECOND - (left + arrived) / 2 };
      }
      return answer;
    },
    get sent() {
      return sent;
    },
    get taken() {
      return taken;
    },
    get refused() {
      return refused;
    },
    get toldLimit() {
      return toldLimit;
    },
    get ahead() {
      return nearest && seconds(nearest.ahead / 1000);
    },
  };
}

const LIMITS = ['x-ratelimit-limit-minute', 'ratelimit-limit', 'x-ratelimit-limit', 'x-rate-limit-limit'];

function limitIn(headers: { get(name: string): string | null }): number | undefined {
  const named = LIMITS.map((name) => /^\s*(\d{1,6})\b/.exec(headers.get(name) ?? '')?.[1]);
  const policy = /;\s*q=(\d{1,6})\s*;\s*w=60\b/.exec(headers.get('ratelimit-policy') ?? '')?.[1];
  const found = [policy, ...named].find((one) => one !== undefined);
  return found === undefined ? undefined : Number(found);
}
