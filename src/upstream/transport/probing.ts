import { lookup } from 'node:dns/promises';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecure, getCACertificates, type TLSSocket } from 'node:tls';
import { mapKnown, omitUndefined } from '../../model/omit-undefined.ts';
import { DeskText, trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';

// Looks at the way to a service step by step, for who wants to know which step fails. Nothing is ever sent on these connections.
// Each step ends at the latest when `stop` is aborted.

/** What is wrong with a certificate. */
export type CertificateFlaw = 'expired' | 'not valid yet' | 'another name' | 'signed by itself' | 'unknown authority';

/** The certificate that a service showed. */
export interface SeenCertificate {
  /** Absent where it is trusted. */
  readonly flaw?: CertificateFlaw;
  readonly validTo?: EpochMillis;
  /** The names that it is for, as far as they look like names. */
  readonly names: readonly DeskText[];
}

/** The end of a step that did not succeed, in our own words: those of the network hold what others chose. */
export class ProbeFailure extends Error {
  declare readonly message: TrustedText;
}

const NAME_LOOKUP: Readonly<Record<string, TrustedText>> = {
  ENOTFOUND: trusted`no name server knows it`,
  EAI_AGAIN: trusted`the name server is not responding`,
  ENODATA: trusted`it has no address`,
};

/** Returns the number of addresses of a host. Throws ProbeFailure. */
export async function addressesOf(address: URL, stop: AbortSignal): Promise<number> {
  try {
    const found = await unlessStopped(
      lookup(hostOf(address), { all: true }),
      stop,
      trusted`the name server is not responding`,
    );
    return found.length;
  } catch (error) {
    throw failure(error, NAME_LOOKUP, trusted`it cannot be looked up`);
  }
}

const CONNECTING: Readonly<Record<string, TrustedText>> = {
  ECONNREFUSED: trusted`the connection is refused: nothing listens there`,
  EHOSTUNREACH: trusted`there is no route to the host`,
  ENETUNREACH: trusted`there is no route to the host`,
  ETIMEDOUT: trusted`it is not responding (a firewall may be in between)`,
  ECONNRESET: trusted`the connection is cut at once`,
  EPROTO: trusted`what answers there does not speak TLS`,
  ERR_SSL_WRONG_VERSION_NUMBER: trusted`what answers there does not speak TLS: it may be a port for plain HTTP`,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: trusted`what answers there does not speak TLS: it may be a port for plain HTTP`,
};

/** Opens a connection and closes it. Throws ProbeFailure. */
export async function reach(address: URL, stop: AbortSignal): Promise<void> {
  const socket = connectPlain({ host: hostOf(address), port: portOf(address) });
  try {
    await unlessStopped(opened(socket, 'connect'), stop, CONNECTING['ETIMEDOUT'] ?? trusted`it is not responding`);
  } catch (error) {
    throw failure(error, CONNECTING, trusted`the connection is lost`);
  } finally {
    socket.destroy();
  }
}

/** Returns the certificate that a service shows, judged as a request would judge it. Throws ProbeFailure where it shows none. */
export async function certificateAt(address: URL, ca: string | undefined, stop: AbortSignal): Promise<SeenCertificate> {
  const host = hostOf(address);
  const socket = connectSecure({
    host,
    port: portOf(address),
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    ...omitUndefined({ ca: mapKnown(ca, (ca) => [...getCACertificates(), ca]) }),
    // To tell what is wrong with it. Nothing is sent on this connection.
    rejectUnauthorized: false,
  });
  try {
    await unlessStopped(opened(socket, 'secureConnect'), stop, trusted`it is not responding to the TLS handshake`);
    return seenOn(socket);
  } catch (error) {
    throw failure(error, CONNECTING, trusted`no encrypted connection comes about`);
  } finally {
    socket.destroy();
  }
}

const FLAWS: Readonly<Record<string, CertificateFlaw>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'signed by itself',
};

function seenOn(socket: TLSSocket): SeenCertificate {
  const certificate = socket.getPeerCertificate();
  const validTo = Date.parse(certificate.valid_to);
  // What a certificate holds is the choice of who made it: only what is a name is passed on.
  const names = [...(certificate.subjectaltname ?? '').matchAll(/(?:DNS|IP Address):([\w.*:-]{1,100})/g)];
  return omitUndefined({
    flaw: socket.authorized ? undefined : (FLAWS[codeIn(socket.authorizationError)] ?? 'unknown authority'),
    validTo: Number.isNaN(validTo) ? undefined : epochMillis(validTo),
    names: names.slice(0, 5).map(([, name = '']) => DeskText.parse(name)),
  });
}

/** Node.js gives the code itself, or an error that has it. */
function codeIn(error: unknown): string {
  if (typeof error === 'string') return error;
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.on('error', reject);
    socket.once('close', () => reject(new ProbeFailure(trusted`the connection is cut at once`)));
  });
}

async function unlessStopped<Result>(work: Promise<Result>, stop: AbortSignal, words: TrustedText): Promise<Result> {
  const stopped = Promise.withResolvers<never>();
  const fail = (): void => stopped.reject(new ProbeFailure(words));
  stop.addEventListener('abort', fail, { once: true });
  if (stop.aborted) fail();
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    stop.removeEventListener('abort', fail);
  }
}

function failure(error: unknown, words: Readonly<Record<string, TrustedText>>, otherwise: TrustedText): ProbeFailure {
  if (error instanceof ProbeFailure) return error;
  // Of several addresses that were tried, the first tells enough.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return new ProbeFailure(words[codeIn(first)] ?? otherwise);
}
