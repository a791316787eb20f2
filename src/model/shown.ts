import type { Caller } from './caller.ts';
import type { AgentId } from './ids.ts';

/** The records that somebody is shown: of these alone answers are made. */
export interface Shown {
  /** The chats, with the agents: of everybody, of nobody, or of one agent, as their rows name them. */
  readonly chats: 'all' | 'none' | AgentId;
  readonly offlineMessages: boolean;
  readonly visitors: boolean;
}

export const EVERYTHING: Shown = { chats: 'all', offlineMessages: true, visitors: true };

/** Returns what a caller is shown before it is known to which agent's chats they are bound: nobody's then. */
export function shownTo({ scopes, ownChats }: Caller): Shown {
  return {
    chats: scopes.has('chats:read') && ownChats === undefined ? 'all' : 'none',
    offlineMessages: scopes.has('offline:read'),
    visitors: scopes.has('visitors:read'),
  };
}

/** A text that is the same for the same records. */
export function shownKey({ chats, offlineMessages, visitors }: Shown): string {
  return [chats, offlineMessages, visitors].join(' ');
}

/** Whether nothing is withheld. */
export function isEverything({ chats, offlineMessages, visitors }: Shown): boolean {
  return chats === 'all' && offlineMessages && visitors;
}
