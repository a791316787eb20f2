import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload, type RemoteJWKSet } from 'jose';
import { z } from 'zod';
import { epochMillis, seconds, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import type { Denial } from './denial.ts';
import { IssuerDocuments, IssuerUnavailable, isSafeAddress, NOT_ASKED_AGAIN } from './issuer-documents.ts';
import { clockWords, momentWords } from './moment-words.ts';

/** Signatures with a key that only the issuer has. With a shared secret, whoever can check a token could make one. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** The clocks of two machines that are kept right differ by less. */
const CLOCK_TOLERANCE = seconds(30);
/** Keys are read anew after this time, and when a token names an unknown one, but for that no more often than the second. */
const KEYS_KEPT_MILLIS = 600_000;
const UNKNOWN_KEY_MILLIS = 30_000;

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
  /** The least time between two readings of keys for one that is unknown. */
  readonly unknownKeyWithin?: Seconds;
}

/** Checks the tokens of an authorization server. */
export class Issuer {
  readonly #settings: IssuerSettings;
  readonly #clock: Clock;
  readonly #documents: IssuerDocuments;
  #keys: RemoteJWKSet | undefined;
  #finding: Promise<RemoteJWKSet> | undefined;

  constructor(settings: IssuerSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    this.#documents = new IssuerDocuments(clock, settings.ca);
  }

  /** Returns what a token claims that this issuer made for this server, or why it opens nothing. */
  async judge(token: string): Promise<{ readonly claims: JWTPayload } | Denial> {
    try {
      const keys = this.#keys ?? (await this.#found());
      const { payload } = await jwtVerify(token, keys, {
        issuer: this.#settings.issuer,
        audience: [...this.#settings.audiences],
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE,
        currentDate: new Date(this.#clock()),
        requiredClaims: ['exp'],
      });
      return { claims: payload };
    } catch (error) {
      return this.#denial(error);
    }
  }

  async close(): Promise<void> {
    await this.#documents.close();
  }

  /** Finds where the keys of the issuer are, once. Throws IssuerUnavailable. */
  #found(): Promise<RemoteJWKSet> {
    this.#finding ??= this.#find().finally(() => (this.#finding = undefined));
    return this.#finding;
  }

  async #find(): Promise<RemoteJWKSet> {
    const { jwksUrl, unknownKeyWithin } = this.#settings;
    this.#keys = createRemoteJWKSet(jwksUrl ?? (await this.#keysByMetadata()), {
      cacheMaxAge: KEYS_KEPT_MILLIS,
      cooldownDuration: unknownKeyWithin === undefined ? UNKNOWN_KEY_MILLIS : unknownKeyWithin * 1000,
      [customFetch]: async (address) => {
        const keys = await this.#documents.read(new URL(address));
        if (keys === undefined) throw new IssuerUnavailable('its keys are not where they should be');
        return Response.json(keys);
      },
    });
    return this.#keys;
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
      if (keys === null || !isSafeAddress(keys))
        throw new IssuerUnavailable('its keys are at an address without HTTPS');
      return keys;
    }
    throw new IssuerUnavailable('it has no metadata; set oauth_jwks_url to where its keys are');
  }

  #denial(error: unknown): Denial {
    if (
      error instanceof IssuerUnavailable ||
      error instanceof errors.JWKSInvalid ||
      error instanceof errors.JWKSTimeout
    ) {
      const why = error instanceof IssuerUnavailable ? error.message : 'its keys cannot be read';
      const words = `The token cannot be checked now: ${this.#settings.issuer} has to be asked for its keys, and ${why}. Try again in a moment; the token may be right.`;
      return { kind: 'unknown', words, after: NOT_ASKED_AGAIN };
    }
    if (error instanceof errors.JWTExpired) {
      return refused(`The token expired at${this.#at(error.payload.exp)}. Let the client ask for a new one.`);
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
          ? `The token counts from${this.#at(payload.nbf)}. If that is past, one of the two clocks is wrong.`
          : 'The claim nbf of the token is no time.';
      default:
        return reason === 'missing'
          ? `The token has no claim ${claim}, which this server asks for.`
          : `The claim ${claim} of the token is not what it has to be.`;
    }
  }

  /** A claim in seconds since 1970 as a moment, beside that of this server. */
  #at(time: number | undefined): string {
    const moment = momentOf(time);
    return ` ${moment === undefined ? 'a time that no calendar has' : momentWords(moment)}; ${clockWords(this.#clock())}`;
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

function momentOf(time: number | undefined): EpochMillis | undefined {
  const millis = Math.round((time ?? Number.NaN) * 1000);
  // A date that the calendar of the program does not reach.
  return Math.abs(millis) <= 8.64e15 ? epochMillis(millis) : undefined;
}
