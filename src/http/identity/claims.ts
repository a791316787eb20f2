import type { JWTHeaderParameters, JWTPayload } from 'jose';
import { z } from 'zod';
import { AccountName, CallerId, SCOPE_NAMES, type Caller, type Scope } from '../../model/caller.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { DeskText } from '../../model/text/trusted-text.ts';
import { seconds, type EpochMillis } from '../../model/time/units.ts';
import { claimedTimeWords, type Denial } from './denial.ts';

// What an access token has to claim is told in docs/settings.md: `scope` (or `scp`), `accounts`, `own_chats`, and `sub` or `client_id`.

/** Words between blanks, or a list. */
const Words = z.union([
  z.string().transform((text) => text.split(' ').filter((word) => word !== '')),
  z.array(z.string()),
]);

/** An identifier that may stand in a line of the audit: no blanks, nothing that hides. */
const identifier = z.string().regex(/^[\x21-\x7E]{1,255}$/);

const Claims = z.object({
  sub: identifier.optional(),
  client_id: identifier.optional(),
  scope: Words.optional(),
  scp: Words.optional(),
  accounts: Words.optional(),
  own_chats: z
    .string()
    .max(254)
    .regex(/^[^:\s]+@[^:\s]+$/)
    .optional(),
});

/**
 * The scopes that clients ask for where nobody tells them which: to read, and to decide what is kept here alone. Whoever is to see
 * contacts or metrics, or to hand data to chatbots, is given a token that says so.
 */
export const USUAL_SCOPES: readonly [Scope, ...Scope[]] = [
  'chats:read',
  'visitors:read',
  'offline:read',
  'triage:write',
  'codes:write',
];

/**
 * Makes a caller of the claims of a token that was checked. A claim that is there and cannot be understood denies everything: it may
 * have been meant to narrow.
 * @param hasSeveralAccounts whether the server has several, so that a token has to name those that it opens
 */
export function callerOf(payload: JWTPayload, hasSeveralAccounts: boolean): Caller | Denial {
  const claims = Claims.safeParse(payload);
  if (!claims.success) {
    const claim = String(claims.error.issues[0]?.path[0]);
    return { kind: 'refused', words: `The claim ${claim} of the token is not what it has to be.`, isGuess: false };
  }
  const { sub, client_id: client, accounts, own_chats: ownChats } = claims.data;
  // A client that asks for itself is called by its id (RFC 9068, section 2.2), which is not the person of that name.
  const person = sub === client ? undefined : sub;
  const id = mapKnown(person, (name) => `oauth:${name}`) ?? mapKnown(client, (name) => `oauth-client:${name}`);
  if (id === undefined) {
    return { kind: 'refused', words: 'The token does not say whose it is: it has no claim sub.', isGuess: false };
  }
  // Meant for one account, it must not open another that was added later.
  if (hasSeveralAccounts && accounts === undefined) return { kind: 'no account' };
  const named = claims.data.scope ?? claims.data.scp ?? [];
  const scopes = new Set(SCOPE_NAMES.filter((scope) => named.includes(scope)));
  if (scopes.size === 0) {
    const words = `The token has none of the scopes of this server, which are ${SCOPE_NAMES.join(', ')}.`;
    return { kind: 'lacking', words, scopes: USUAL_SCOPES };
  }
  return omitUndefined({
    id: CallerId.parse(id),
    scopes,
    accounts: mapKnown(accounts, (names) => new Set(names.map((name) => AccountName.parse(name)))),
    ownChats: mapKnown(ownChats, (email) => DeskText.parse(email)),
    isIdentified: true,
  });
}

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
