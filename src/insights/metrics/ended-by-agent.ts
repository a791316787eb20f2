import { trusted } from '../../model/text/trusted-text.ts';
import { endedBy } from '../codes/chat-sides.ts';
import { share } from './kinds.ts';

export const endedByAgent = share({
  name: 'ended_by_agent',
  label: trusted`ended by agents`,
  of: trusted`ended`,
  definition: trusted`Chats that the agent ended, of served chats that one of the two ended.`,
  codes: ['is_missed', 'chat_ended_by'],
  column: (columns, { book }) => endedBy(columns, 'agent', book),
});
