import { trusted } from '../../model/text/trusted-text.ts';
import { endedBy } from '../codes/chat-sides.ts';
import { share } from './kinds.ts';

export const endedByVisitor = share({
  name: 'ended_by_visitor',
  label: trusted`ended by visitors`,
  of: trusted`ended`,
  definition: trusted`Chats that the visitor ended, of served chats that one of the two ended.`,
  codes: ['is_missed', 'chat_ended_by'],
  column: (columns, { book }) => endedBy(columns, 'visitor', book),
});
