import { LOOPBACK_NAMES } from './hosts.ts';

export interface OriginOptions {
  /** Origins as browsers send them: scheme, host and port. */
  readonly allowed: Iterable<string>;
  /** Whether pages of this machine, on whichever port, may ask. */
  readonly fromThisMachine: boolean;
}

/** The origins of web pages that may ask. Programs send none, and may. */
export class Origins {
  readonly #allowed: ReadonlySet<string>;
  readonly #fromThisMachine: boolean;

  constructor({ allowed, fromThisMachine }: OriginOptions) {
    this.#allowed = new Set([...allowed].map((origin) => origin.toLowerCase()));
    this.#fromThisMachine = fromThisMachine;
  }

  /** Whether a request with this Origin header may be answered. Anything but an origin in its usual form may not, nor may two. */
  allow(header: string | null): boolean {
    if (header === null) return true;
    return this.isListed(header) || (this.#fromThisMachine && isOfThisMachine(header));
  }

  /** Whether the settings name this origin: then its pages may read answers, too. */
  isListed(header: string): boolean {
    return this.#allowed.has(header.toLowerCase());
  }
}

function isOfThisMachine(header: string): boolean {
  const origin = URL.parse(header);
  return (
    origin !== null &&
    /^https?:$/.test(origin.protocol) &&
    LOOPBACK_NAMES.includes(origin.hostname) &&
    // A path, a login or a query would be left out of this.
    header.toLowerCase() === origin.origin
  );
}
