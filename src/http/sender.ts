import type { Caller } from '../model/caller.ts';
import type { PlaceOwner } from './bounds/caller-places.ts';

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
