import { getCACertificates } from 'node:tls';
import { Agent, fetch } from 'undici';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { isPublicHost, PrivateAddress, publicLookup } from './public-addresses.ts';

const ANSWER_MILLIS = 5000;
/** The keys of large issuers take some 10 kB. */
const MAX_BYTES = 256 * 1024;

/** An issuer did not answer, or not with what it has to. `message` is in our own words. */
export class IssuerUnavailable extends Error {}

/** Reads JSON documents of an issuer: no redirect is followed, and what is too large or comes too late is not read. */
export class IssuerDocuments {
  /** The origins that the settings name. The operator may well have an issuer on this machine or in a private network. */
  readonly #named: ReadonlySet<string>;
  readonly #toNamed: Agent;
  /** What a document names is not the operator's word: it must not make this server call what only this server reaches. */
  readonly #toPublic: Agent;

  /**
   * @param named the addresses in the settings
   * @param ca a further certificate authority, PEM
   */
  constructor(named: readonly URL[], ca: string | undefined) {
    this.#named = new Set(named.map(({ origin }) => origin));
    // Said, because else NODE_TLS_REJECT_UNAUTHORIZED=0 would take anybody's keys.
    const connect = omitUndefined({ rejectUnauthorized: true, ca: mapKnown(ca, (ca) => [...getCACertificates(), ca]) });
    const timeouts = { headersTimeout: ANSWER_MILLIS, bodyTimeout: ANSWER_MILLIS };
    this.#toNamed = new Agent({ connect, ...timeouts });
    this.#toPublic = new Agent({ connect: { ...connect, lookup: publicLookup }, ...timeouts });
  }

  /** Returns a document; undefined where there is none at the address. Throws IssuerUnavailable. */
  async read(address: URL): Promise<unknown> {
    try {
      return await this.#fetched(address);
    } catch (cause) {
      if (cause instanceof IssuerUnavailable) throw cause;
      const isPrivate = cause instanceof Error && cause.cause instanceof PrivateAddress;
      throw new IssuerUnavailable(isPrivate ? PRIVATE : 'it could not be reached', { cause });
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#toNamed.destroy(), this.#toPublic.destroy()]);
  }

  #agentFor(address: URL): Agent {
    if (address.username !== '' || address.password !== '')
      throw new IssuerUnavailable('it names an address with a login');
    if (this.#named.has(address.origin)) return this.#toNamed;
    if (address.protocol !== 'https:') throw new IssuerUnavailable('its keys are at an address without HTTPS');
    if (!isPublicHost(address)) throw new IssuerUnavailable(PRIVATE);
    return this.#toPublic;
  }

  async #fetched(address: URL): Promise<unknown> {
    const dispatcher = this.#agentFor(address);
    const response = await fetch(address, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      dispatcher,
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

const PRIVATE = 'its metadata name keys at a private address; if they are right, set oauth_jwks_url to that address';
