import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { AccountName, CallerId, SCOPE_NAMES, type Caller, type Scope } from '../../model/caller.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { DeskText } from '../../model/text/trusted-text.ts';
import type { Denial } from './denial.ts';

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
