import { bearerAuthChallengeResponse, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server';
import type { Scope } from '../../model/caller.ts';
import type { EpochMillis, Seconds } from '../../model/time/units.ts';
import { utcSecondText } from '../../model/words/time.ts';

/** Why a request is not answered for the token that it came with, or without. */
export type Denial =
  /** There is no token. */
  | { readonly kind: 'missing' }
  /** The request says in a wrong way who sends it. */
  | { readonly kind: 'malformed'; readonly words: string }
  /** The token is none of ours, expired, or for somebody else. `isGuess` where nothing shows that anybody ever gave it out. */
  | { readonly kind: 'refused'; readonly words: string; readonly isGuess: boolean }
  /** The token is right, and opens too little. */
  | { readonly kind: 'lacking'; readonly words: string; readonly scopes: readonly [Scope, ...Scope[]] }
  /** The token is right, and opens no account of this server. */
  | { readonly kind: 'no account' }
  /** Too many wrong tokens came from there. */
  | { readonly kind: 'slowed'; readonly after: Seconds }
  /** Whoever could tell cannot be asked now. */
  | { readonly kind: 'unknown'; readonly words: string; readonly after: Seconds };

const MISSING =
  'This server asks for a token. Send it in the header Authorization, as Bearer TOKEN; ask the operator for one.';

const NO_ACCOUNT =
  'The token is right, and opens no account of this server. Ask the operator which accounts it should name.';

/**
 * Makes the answer for a denial, with the challenge that tells clients where this server says who gives out its tokens (RFC 6750,
 * RFC 9728). Words are ASCII without quotation marks, since they stand in a header, too.
 */
export function denied(denial: Denial, resourceMetadataUrl: string): Response {
  switch (denial.kind) {
    case 'missing':
      // Who sent no token made no mistake: a challenge without an error (RFC 6750, section 3.1).
      return Response.json(
        { error: 'unauthorized', error_description: MISSING },
        { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${resourceMetadataUrl}"` } },
      );
    case 'malformed':
      return bearerAuthChallengeResponse(new OAuthError(OAuthErrorCode.InvalidRequest, denial.words));
    case 'refused':
      return bearerAuthChallengeResponse(new OAuthError(OAuthErrorCode.InvalidToken, denial.words), {
        resourceMetadataUrl,
      });
    case 'lacking':
      return bearerAuthChallengeResponse(new OAuthError(OAuthErrorCode.InsufficientScope, denial.words), {
        requiredScopes: [...denial.scopes],
        resourceMetadataUrl,
      });
    case 'no account':
      return Response.json({ error: OAuthErrorCode.AccessDenied, error_description: NO_ACCOUNT }, { status: 403 });
    case 'slowed':
      return later(
        429,
        OAuthErrorCode.TooManyRequests,
        'Too many wrong tokens came from this address. Correct the token, then try again in a minute.',
        denial.after,
      );
    case 'unknown':
      return later(503, OAuthErrorCode.TemporarilyUnavailable, denial.words, denial.after);
  }
}

function later(status: number, error: OAuthErrorCode, words: string, after: Seconds): Response {
  return Response.json(
    { error, error_description: words },
    { status, headers: { 'retry-after': String(Math.ceil(after)) } },
  );
}

/** What this server takes for the present, for who compares clocks. */
export function clockWords(now: EpochMillis): string {
  return `the clock of this server says ${utcSecondText(now)}`;
}

/** A claim in seconds since 1970 as a moment, beside what this server takes for the present. */
export function claimedTimeWords(time: number | undefined, now: EpochMillis): string {
  const millis = Math.round((time ?? Number.NaN) * 1000);
  // A date that the calendar of the program does not reach.
  const moment = Math.abs(millis) <= 8.64e15 ? utcSecondText(millis) : 'a time that no calendar has';
  return `${moment}; ${clockWords(now)}`;
}
