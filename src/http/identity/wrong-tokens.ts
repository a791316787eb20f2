import { seconds, secondsBetween, after, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';

/** A person mistypes a token a few times; a program that tries out tokens does so all the time. */
const MOST = 20;
const WINDOW = seconds(60);
/** Whoever has more addresses than this is counted anew. */
const MAX_PEERS = 10_000;

/** Counts the wrong tokens of each peer, so that somebody who tries out tokens is told to wait. It bars nobody: a right token is taken from any peer. */
export class WrongTokens {
  readonly #clock: Clock;
  /** Those counted first come first. */
  readonly #peers = new Map<string, { count: number; readonly until: EpochMillis }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one more. */
  count(peer: string): void {
    const network = networkOf(peer);
    const counted = this.#current(network);
    if (counted !== undefined) {
      counted.count += 1;
      return;
    }
    this.#peers.delete(network);
    this.#peers.set(network, { count: 1, until: after(this.#clock(), WINDOW) });
    const [oldest] = this.#peers.keys();
    if (this.#peers.size > MAX_PEERS && oldest !== undefined) this.#peers.delete(oldest);
  }

  /** Returns how long a peer has to wait; undefined where it may go on. */
  wait(peer: string): Seconds | undefined {
    const counted = this.#current(networkOf(peer));
    if (counted === undefined || counted.count < MOST) return undefined;
    return secondsBetween(this.#clock(), counted.until);
  }

  #current(network: string) {
    const counted = this.#peers.get(network);
    return counted === undefined || counted.until <= this.#clock() ? undefined : counted;
  }
}

/** Of IPv6 one customer has at least 64 bits of addresses. */
function networkOf(peer: string): string {
  if (!peer.includes(':') || peer.includes('.')) return peer;
  const [head = '', tail] = peer.split('::');
  const groups = head.split(':');
  return (tail === undefined ? groups : [...groups, '0', '0', '0', '0']).slice(0, 4).join(':');
}
