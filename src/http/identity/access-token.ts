import type { JWTHeaderParameters, JWTPayload } from 'jose';
import { seconds, type EpochMillis } from '../../model/time/units.ts';
import { claimedTimeWords } from './moment-words.ts';

// What an issuer signs for this audience need not be an access token: ID tokens, logout tokens and refresh tokens have the same signature.

/** The clocks of two machines that are kept right differ by less. */
export const CLOCK_TOLERANCE = seconds(30);
const LONGEST = seconds(86_400);

/** The values of the header `typ` that an access token may have, in any case. Many issuers write only `JWT` there, or nothing. */
const ACCESS_TOKEN = ['at+jwt', 'application/at+jwt'];
const ANY_TOKEN = ['jwt', 'application/jwt'];

/** Claims in which an issuer says what a token is, and what it then says of an access token: Keycloak's and Cognito's. */
const KIND_CLAIMS = [
  ['typ', 'bearer'],
  ['token_use', 'access'],
] as const;

/** Claims of ID tokens (OpenID Connect Core, sections 2 and 3.3.2.11) and of logout tokens (Back-Channel Logout, section 2.4). */
const CLAIMS_OF_OTHERS = ['nonce', 'at_hash', 'c_hash', 'events'];

/**
 * Returns what is wrong with a token that the issuer signed, in words: it is not an access token (RFC 9068 and what issuers sent before
 * it), or it is valid for more than a day; undefined for nothing. Its claims `exp` and `nbf` have been checked.
 */
export function flawOfAccessToken({ typ }: JWTHeaderParameters, claims: JWTPayload, now: EpochMillis) {
  const kind = otherKind(typ, claims);
  if (kind !== undefined) return `The token is not an access token: ${kind}. Let the client send its access token.`;
  return lifetimeFlaw(claims, now);
}

function otherKind(typ: unknown, claims: JWTPayload): string | undefined {
  const type = typ === undefined ? undefined : lowerCase(typ);
  const says = ACCESS_TOKEN.some((name) => name === type);
  if (typ !== undefined && !says && !ANY_TOKEN.some((name) => name === type))
    return 'its header typ names another kind';
  const named = KIND_CLAIMS.filter(([claim]) => claims[claim] !== undefined);
  const [other] = named.find(([claim, kind]) => lowerCase(claims[claim]) !== kind) ?? [];
  if (other !== undefined) return `its claim ${other} names another kind`;
  if (says || named.length > 0) return undefined;
  const foreign = CLAIMS_OF_OTHERS.find((claim) => claims[claim] !== undefined);
  return foreign === undefined ? undefined : `it has the claim ${foreign}, as ID tokens or logout tokens do`;
}

function lifetimeFlaw({ iat, exp = Infinity }: JWTPayload, now: EpochMillis): string | undefined {
  const present = now / 1000;
  if (iat !== undefined && !(iat <= present + CLOCK_TOLERANCE)) {
    return `The token was issued at ${claimedTimeWords(iat, now)}. One of the two clocks is wrong.`;
  }
  const lifetime = exp - (iat ?? present + CLOCK_TOLERANCE);
  return lifetime <= LONGEST ? undefined : TOO_LONG;
}

const TOO_LONG =
  'The token is valid for more than 24 hours, which is the most that this server takes. Let the issuer give out access tokens that expire sooner.';

function lowerCase(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toLowerCase() : undefined;
}
