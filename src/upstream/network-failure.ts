/**
 * A request without an answer. `message` is in our own words, because those of the network hold addresses.
 * `neverSent` is true only when the request provably did not leave; `passing` when another attempt may help.
 */
export class NetworkFailure extends Error {
  readonly neverSent: boolean;
  readonly passing: boolean;
  constructor(what: string, { neverSent, passing }: { neverSent: boolean; passing: boolean }) {
    super(what);
    this.neverSent = neverSent;
    this.passing = passing;
  }
}

const BEFORE_SENDING: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the name could not be resolved',
  EAI_AGAIN: 'the name could not be resolved',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the host',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
};

const CERTIFICATE = /CERT|SIGNATURE|^ERR_TLS|^ERR_SSL|^EPROTO$/;

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}

/** Says in our own words what an error of undici's `fetch` means. */
export function networkFailure(error: unknown): NetworkFailure {
  const code = codeOf(error);
  const before = BEFORE_SENDING[code];
  if (before !== undefined) return new NetworkFailure(before, { neverSent: true, passing: true });
  if (CERTIFICATE.test(code)) {
    return new NetworkFailure('its certificate is not trusted', { neverSent: true, passing: false });
  }
  return new NetworkFailure('the connection was lost', { neverSent: false, passing: true });
}
