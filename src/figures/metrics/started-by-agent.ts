import { trusted } from '../../model/text/trusted-text.ts';
import { startedBy } from './chat-sides.ts';
import { share } from './kinds.ts';

export const startedByAgent = share({
  name: 'started_by_agent',
  label: trusted`started by agents`,
  of: trusted`chats`,
  definition: trusted`Chats started by the agent, as a share of all chats.`,
  codes: ['chat_started_by'],
  column: (columns, { book }) => startedBy(columns, 'agent', book),
});
