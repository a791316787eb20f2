import { trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import type { Seconds } from '../../model/time/units.ts';

interface Circumstances {
  readonly neverSent: boolean;
  readonly passing: boolean;
  readonly retryAfter?: Seconds | undefined;
}

/**
 * A request without an answer. `message` is in our own words, because those of the network hold addresses.
 * `neverSent` is true only when the request provably did not leave; `passing` when another attempt may help,
 * and `retryAfter` when the service said in how long.
 */
export class NetworkFailure extends Error {
  declare readonly message: ProgramText;
  readonly neverSent: boolean;
  readonly passing: boolean;
  readonly retryAfter: Seconds | undefined;
  constructor(what: ProgramText, { neverSent, passing, retryAfter }: Circumstances) {
    super(what);
    this.neverSent = neverSent;
    this.passing = passing;
    this.retryAfter = retryAfter;
  }
}

const BEFORE_SENDING: Readonly<Record<string, ProgramText>> = {
  ECONNREFUSED: trusted`connection refused`,
  ENOTFOUND: trusted`the name could not be resolved`,
  EAI_AGAIN: trusted`the name could not be resolved`,
  EHOSTUNREACH: trusted`there is no route to the host`,
  ENETUNREACH: trusted`there is no route to the host`,
  UND_ERR_CONNECT_TIMEOUT: trusted`no connection in time`,
};

/** Codes of certificates that cannot be verified, which is found before anything is sent. */
const CERTIFICATE =
  /^CERT_|^UNABLE_TO_|SELF_SIGNED_CERT|SIGNATURE_FAILURE|^ERR_TLS_CERT_|^HOSTNAME_MISMATCH$|^INVALID_CA$/;

const ENCRYPTION = /^ERR_TLS_|^ERR_SSL_|^EPROTO$/;

interface Cause {
  readonly code: string;
  /** The call to the system that failed, where it was one. */
  readonly syscall: unknown;
}

function causeOf(error: unknown): Cause {
  if (!(error instanceof Error)) return { code: '', syscall: undefined };
  if (!('code' in error) || typeof error.code !== 'string') return causeOf(error.cause);
  return { code: error.code, syscall: 'syscall' in error ? error.syscall : undefined };
}

/** Tells in our own words what an error of undici's `fetch` means. */
export function networkFailure(error: unknown): NetworkFailure {
  const { code, syscall } = causeOf(error);
  const before = BEFORE_SENDING[code];
  if (before !== undefined) {
    // A route can also vanish while an answer is awaited.
    const neverSent = !code.endsWith('UNREACH') || syscall === 'connect';
    return new NetworkFailure(before, { neverSent, passing: true });
  }
  if (CERTIFICATE.test(code)) {
    return new NetworkFailure(trusted`its certificate is not trusted`, { neverSent: true, passing: false });
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return new NetworkFailure(trusted`it stopped in the middle of an answer`, { neverSent: false, passing: true });
  }
  if (ENCRYPTION.test(code)) {
    return new NetworkFailure(trusted`no encrypted connection could be kept`, { neverSent: false, passing: true });
  }
  return new NetworkFailure(trusted`the connection was lost`, { neverSent: false, passing: true });
}
