import { isAgentId } from '../../model/chat-columns.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import type { Grouping } from './grouping.ts';

/** Chats that name no agent come last. */
const NOBODY = Number.MAX_VALUE;

/** The agents whom the rows of chats name. Who had no chat is in the list of agents. */
export const agent = {
  name: 'agent',
  label: trusted`agent`,
  drawn: { as: 'bars' },
  order: 'chats',
  cuts: false,
  needs: 'agents',
  keys: () => ({
    of: ({ columns: { agents, named }, rows }) => {
      const ids = [NOBODY, ...named.map(({ agentId }) => agentId)];
      return Float64Array.from(rows, (row) => ids[agents[row] ?? 0] ?? NOBODY);
    },
    all: () => [],
    text: (key) => (key === NOBODY ? trusted`none` : trusted`${key}`),
    isNone: (key) => key === NOBODY,
    label: (key) => (isAgentId(key) ? { kind: 'agent', agentId: key } : { kind: 'words', words: trusted`no agent` }),
  }),
} as const satisfies Grouping;
