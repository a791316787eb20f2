import { getCACertificates } from 'node:tls';
import { Agent, fetch } from 'undici';
import { known, mapKnown } from '../../model/known.ts';
import { seconds, secondsBetween, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';

const ANSWER_MILLIS = 5000;
/** The keys of large issuers take some 10 kB. */
const MAX_BYTES = 256 * 1024;
/** After a failure it is not asked again for so long: requests with tokens come faster. */
export const NOT_ASKED_AGAIN = seconds(5);

/** An issuer did not answer, or not with what it has to. `message` is in our own words. */
export class IssuerUnavailable extends Error {}

/** Whether an address may be asked for keys: HTTPS, or HTTP that does not leave this machine. */
export function isSafeAddress(address: URL): boolean {
  if (address.username !== '' || address.password !== '') return false;
  if (address.protocol === 'https:') return true;
  return address.protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(address.hostname);
}

/** Reads JSON documents of an issuer: no redirect is followed, and what is too large or comes too late is not read. */
export class IssuerDocuments {
  readonly #clock: Clock;
  readonly #dispatcher: Agent;
  #failed: { readonly at: EpochMillis; readonly error: IssuerUnavailable } | undefined;

  /** @param ca a further certificate authority, PEM */
  constructor(clock: Clock, ca: string | undefined) {
    this.#clock = clock;
    this.#dispatcher = new Agent({
      // Said, because else NODE_TLS_REJECT_UNAUTHORIZED=0 would take anybody's keys.
      connect: known({ rejectUnauthorized: true, ca: mapKnown(ca, (ca) => [...getCACertificates(), ca]) }),
      headersTimeout: ANSWER_MILLIS,
      bodyTimeout: ANSWER_MILLIS,
    });
  }

  /** Returns a document; undefined where there is none at the address. Throws IssuerUnavailable, at once for a while after a failure. */
  async read(address: URL): Promise<unknown> {
    const wait = this.#wait();
    if (wait !== undefined && this.#failed !== undefined) throw this.#failed.error;
    try {
      const document = await this.#fetched(address);
      this.#failed = undefined;
      return document;
    } catch (cause) {
      const error =
        cause instanceof IssuerUnavailable ? cause : new IssuerUnavailable('it could not be reached', { cause });
      this.#failed = { at: this.#clock(), error };
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }

  #wait(): Seconds | undefined {
    if (this.#failed === undefined) return undefined;
    const passed = secondsBetween(this.#failed.at, this.#clock());
    return passed >= 0 && passed < NOT_ASKED_AGAIN ? seconds(NOT_ASKED_AGAIN - passed) : undefined;
  }

  async #fetched(address: URL): Promise<unknown> {
    if (!isSafeAddress(address)) throw new IssuerUnavailable('it names an address without HTTPS');
    const response = await fetch(address, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      dispatcher: this.#dispatcher,
      signal: AbortSignal.timeout(ANSWER_MILLIS),
    });
    if (response.status === 404) return undefined;
    if (response.status !== 200) throw new IssuerUnavailable(`it answered with status ${response.status}`);
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of response.body ?? []) {
      if (!(part instanceof Uint8Array)) continue;
      parts.push(part);
      bytes += part.byteLength;
      if (bytes > MAX_BYTES) throw new IssuerUnavailable('its answer is too large');
    }
    try {
      return JSON.parse(Buffer.concat(parts).toString());
    } catch {
      throw new IssuerUnavailable('its answer is not JSON');
    }
  }
}
