import { trusted } from '../../model/text/trusted-text.ts';
import { endedBy } from './chat-sides.ts';
import { share } from './kinds.ts';

export const endedByVisitor = share({
  name: 'ended_by_visitor',
  label: trusted`ended by visitors`,
  of: trusted`ended`,
  definition: trusted`Chats ended by the visitor, as a share of the served chats that the visitor or the agent ended.`,
  codes: ['is_missed', 'chat_ended_by'],
  column: (columns, { book }) => endedBy(columns, 'visitor', book),
});
