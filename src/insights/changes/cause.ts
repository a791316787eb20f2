import type { Facet } from './chat-table.ts';
import type { Stream } from './numbers.ts';

/**
 * Something that did unlike the rest, beyond chance. `part`: a part, in the whole period or on some days and hours of it; `days`: the
 * whole desk on some days; `mix`: another share of the chats; `absence`: an agent who was away; `newcomer`: one whom older weeks do
 * not have; `surge`: other numbers of chats; `held`: fewer chats at once; `load`: more chats for everybody.
 */
export type Cause = CauseFacts &
  (
    | { readonly kind: 'part'; readonly by: Facet | 'hour'; readonly key: number }
    | { readonly kind: 'mix'; readonly by: Facet; readonly key: number }
    | { readonly kind: 'absence' | 'newcomer'; readonly by: 'agent'; readonly key: number }
    | { readonly kind: 'surge'; readonly by: Stream; readonly key: number }
    | { readonly kind: 'days' }
    | { readonly kind: 'held' | 'load' }
  );

export interface CauseFacts {
  /** As in the table; absent where it is about the whole period. Days need not be adjacent. */
  readonly days?: readonly number[];
  /** From the first hour, without the second. */
  readonly hours?: readonly [number, number];
  readonly chance: number;
  /** The chats that it is about, by row. */
  readonly rows: readonly number[];
  /** What was seen and what was to be expected: of `part` and `days` the sum of values, of `held` chats at once, else chats. */
  readonly observed: number;
  readonly expected: number;
  /** How much of the change it accounts for, as a share. Shares of causes may overlap. */
  readonly accounts: number;
}
