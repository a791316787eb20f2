import type { Customer } from './customers.ts';
import type { HandOverOutcome } from './hand-over.ts';

/** Conversations kept at a time; the oldest goes. */
const LIMIT = 100;

/** A customer who has shown themselves to the chatbot. */
export interface Conversation {
  readonly customer: Customer;
  readonly sessionId: string;
  readonly chatbotId: string;
  /** When the shop first heard of it, epoch ms. */
  readonly since: number;
  readonly handOver: HandOverOutcome | { readonly outcome: 'under way' };
}

/** The conversations that the shop knows of, for its back office. */
export interface Conversations {
  /** Newest first. */
  list: () => Conversation[];
  note: (conversation: Omit<Conversation, 'since'>) => void;
}

export function createConversations(clock: () => number): Conversations {
  const known = new Map<string, Conversation>();
  return {
    list: () => [...known.values()].toReversed(),
    note: (conversation) => {
      const since = known.get(conversation.sessionId)?.since ?? clock();
      known.set(conversation.sessionId, { ...conversation, since });
      const [oldest] = known.keys();
      if (known.size > LIMIT && oldest !== undefined) known.delete(oldest);
    },
  };
}
