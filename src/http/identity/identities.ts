import type { Caller, Scope } from '../../model/caller.ts';
import type { PlaceOwner } from '../bounds/places.ts';

/** Somebody who may ask, or the answer that refuses a request. */
export type Identified =
  | { readonly caller: Caller; readonly refused?: never }
  | { readonly refused: Response; readonly caller?: never };

/** The identities of a server, by which it tells who sends a request. */
export interface Identities {
  /**
   * Tells who sends a request by its token. Called before anything of the body is read, for each request, and again now and
   * then for one whose stream is open: a token that was revoked ends it. `peer` is the address that it comes from: one that
   * sends many wrong tokens is answered with 429.
   */
  identify(request: Request, peer: string): Promise<Identified>;
  /** Refuses a request for which a caller lacks scopes: 403, with the scopes that it takes. */
  lacking(request: Request, scopes: readonly [Scope, ...Scope[]]): Response;
  /** Answers a request for the metadata of this server as a protected resource (RFC 9728); undefined for any other path. */
  metadata(request: Request): Response | undefined;
}

/** The same for the same identity with the same rights. What belongs to one is not there for another: sessions, streams, notices. */
export type CallerKey = string;

/** Whoever sends a request. */
export interface Sender {
  readonly caller: Caller;
  readonly key: CallerKey;
  /** Whoever its places are counted for: the identity, whatever it may, or where callers have none the connection. */
  readonly owner: PlaceOwner;
}

/** Names the sender of a request that came on a connection. */
export function senderOf(caller: Caller, connection: PlaceOwner): Sender {
  return { caller, key: keyOf(caller), owner: caller.isIdentified ? `identity ${caller.id}` : connection };
}

/** Returns the key of a caller. */
export function keyOf({ id, scopes, accounts, ownChats, isIdentified }: Caller): CallerKey {
  // Nobody is told apart, and nothing is withheld.
  if (!isIdentified) return '';
  return JSON.stringify([id, [...scopes].sort(), accounts === undefined ? null : [...accounts].sort(), ownChats]);
}
