import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../model/time/units.ts';
import { CLOCK_TOLERANCE, flawOfAccessToken } from './claims.ts';
import { claimedTimeWords, type Denial } from './denial.ts';
import { IssuerDocuments, IssuerUnavailable } from './issuer-documents.ts';
import { keptKeys, KeyNotReadYet, READ_EVERY } from './issuer-keys.ts';

/** Signatures with a key that only the issuer has. With a shared secret, whoever can check a token could make one. */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/** An authorization server whose tokens are taken. */
export interface IssuerSettings {
  /** Its issuer identifier, letter by letter as it stands in the claim `iss`. */
  readonly issuer: string;
  /** What the claim `aud` has to hold: any one of these. */
  readonly audiences: readonly [string, ...string[]];
  /** Where its keys are, for one that does not tell (RFC 8414). */
  readonly jwksUrl?: URL;
  /** A further certificate authority, PEM. */
  readonly ca?: string;
}

/** Checks the tokens of an authorization server. */
export class Issuer {
  readonly #settings: IssuerSettings;
  readonly #clock: Clock;
  readonly #documents: IssuerDocuments;
  readonly #keys: JWTVerifyGetKey;
  #keysAddress: URL | undefined;

  constructor(settings: IssuerSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    this.#keysAddress = settings.jwksUrl;
    const named = [new URL(settings.issuer), ...(settings.jwksUrl === undefined ? [] : [settings.jwksUrl])];
    this.#documents = new IssuerDocuments(named, settings.ca);
    this.#keys = keptKeys(clock, () => this.#keyDocument());
  }

  /** Returns what a token claims that this issuer made for this server, or why it opens nothing. */
  async judge(token: string): Promise<{ readonly claims: JWTPayload } | Denial> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.#keys, {
        issuer: this.#settings.issuer,
        audience: [...this.#settings.audiences],
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE,
        currentDate: new Date(this.#clock()),
        requiredClaims: ['exp'],
      });
      const flaw = flawOfAccessToken(protectedHeader, payload, this.#clock());
      return flaw === undefined ? { claims: payload } : refused(flaw);
    } catch (error) {
      return this.#denial(error);
    }
  }

  async close(): Promise<void> {
    await this.#documents.close();
  }

  async #keyDocument(): Promise<unknown> {
    const address = this.#keysAddress ?? (await this.#keysByMetadata());
    const keys = await this.#documents.read(address);
    if (keys === undefined) throw new IssuerUnavailable('its keys are not where they should be');
    this.#keysAddress = address;
    return keys;
  }

  /** The address of the keys as the issuer tells it: RFC 8414, section 3, or OpenID Connect Discovery, section 4. */
  async #keysByMetadata(): Promise<URL> {
    for (const address of metadataAddresses(new URL(this.#settings.issuer))) {
      const document = await this.#documents.read(address);
      if (document === undefined) continue;
      const metadata = Metadata.safeParse(document);
      if (!metadata.success) throw new IssuerUnavailable('its metadata name no keys');
      // Somebody else's document would name somebody else's keys (RFC 8414, section 3.3).
      if (metadata.data.issuer !== this.#settings.issuer) throw new IssuerUnavailable(OTHER_METADATA);
      const keys = URL.parse(metadata.data.jwks_uri);
      if (keys === null) throw new IssuerUnavailable('its metadata name no keys');
      return keys;
    }
    throw new IssuerUnavailable('it has no metadata; set oauth_jwks_url to where its keys are');
  }

  #denial(error: unknown): Denial {
    // Neither shows that the token is wrong. Told 401, clients would throw it away and have a person sign in again.
    if (error instanceof KeyNotReadYet) {
      const words = `The token cannot be checked now: ${this.#settings.issuer} may have its key by now, but its keys were read a moment ago. Try again in ${Math.ceil(error.after)} s; the token may be right.`;
      return { kind: 'unknown', words, after: error.after };
    }
    if (error instanceof IssuerUnavailable) {
      const words = `The token cannot be checked now: ${this.#settings.issuer} has to be asked for its keys, and ${error.message}. Try again in a moment; the token may be right.`;
      return { kind: 'unknown', words, after: READ_EVERY };
    }
    if (error instanceof errors.JWTExpired) {
      return refused(
        `The token expired at ${claimedTimeWords(error.payload.exp, this.#clock())}. Let the client ask for a new one.`,
      );
    }
    if (error instanceof errors.JWTClaimValidationFailed) return refused(this.#claimWords(error));
    if (!(error instanceof errors.JOSEError)) throw error;
    return {
      kind: 'refused',
      words: `The token is not one of ${this.#settings.issuer}: ${flawOf(error)}.`,
      isGuess: true,
    };
  }

  #claimWords({ claim, reason, payload }: errors.JWTClaimValidationFailed): string {
    const { issuer, audiences } = this.#settings;
    switch (claim) {
      case 'aud':
        return `The token is for another audience. This server takes tokens for ${audiences[0]}: let the client ask for one with that as its resource.`;
      case 'iss':
        return `The token names another issuer. This server takes tokens of ${issuer}.`;
      case 'nbf':
        return reason === 'check_failed'
          ? `The token counts from ${claimedTimeWords(payload.nbf, this.#clock())}. If that is past, one of the two clocks is wrong.`
          : 'The claim nbf of the token is no time.';
      default:
        return reason === 'missing'
          ? `The token has no claim ${claim}, which this server asks for.`
          : `The claim ${claim} of the token is not what it has to be.`;
    }
  }
}

const Metadata = z.object({ issuer: z.string(), jwks_uri: z.string() });
const OTHER_METADATA = 'its metadata name another issuer; compare oauth_issuer with them, letter by letter';

function metadataAddresses(issuer: URL): URL[] {
  const path = issuer.pathname.replace(/\/$/, '');
  return [
    new URL(`/.well-known/oauth-authorization-server${path}`, issuer),
    new URL(`${path}/.well-known/openid-configuration`, issuer),
  ];
}

function refused(words: string): Denial {
  return { kind: 'refused', words, isGuess: false };
}

function flawOf(error: errors.JOSEError): string {
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return 'it is not signed with a key pair';
  }
  if (error instanceof errors.JWKSNoMatchingKey) return 'it is signed with a key that the issuer does not have';
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return 'it does not say which key of the issuer it is signed with';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature is wrong';
  return 'it is not a signed token';
}
