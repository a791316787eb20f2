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

/**
 * The conversations that the shop knows of, for its back office: one for each login, by the key of the login. Who starts
 * again in the chat has left the conversation before.
 */
export interface Conversations {
  /** Newest first. */
  list: () => Conversation[];
  /** The customer is being handed over. */
  begin: (login: string, conversation: Pick<Conversation, 'customer' | 'sessionId' | 'chatbotId'>) => void;
  /** Notes the outcome of a hand-over; nothing is noted where the customer has left meanwhile. */
  handedOver: (login: string, sessionId: string, outcome: HandOverOutcome) => void;
  /** The customer has left this session or, without one, has logged out. */
  end: (login: string, sessionId?: string) => void;
}

export function createConversations(clock: () => number): Conversations {
  const known = new Map<string, Conversation>();
  const find = (login: string, sessionId: string): Conversation | undefined => {
    const conversation = known.get(login);
    return conversation?.sessionId === sessionId ? conversation : undefined;
  };
  return {
    list: () => [...known.values()].toReversed(),
    begin: (login, conversation) => {
      const since = find(login, conversation.sessionId)?.since ?? clock();
      known.delete(login);
      known.set(login, { ...conversation, since, handOver: { outcome: 'under way' } });
      const [oldest] = known.keys();
      if (known.size > LIMIT && oldest !== undefined) known.delete(oldest);
    },
    handedOver: (login, sessionId, handOver) => {
      const conversation = find(login, sessionId);
      if (conversation) known.set(login, { ...conversation, handOver });
    },
    end: (login, sessionId) => {
      if (sessionId === undefined || find(login, sessionId)) known.delete(login);
    },
  };
}
