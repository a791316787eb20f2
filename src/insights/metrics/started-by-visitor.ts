import { trusted } from '../../model/text/trusted-text.ts';
import { startedBy } from '../codes/chat-sides.ts';
import { share } from './kinds.ts';

export const startedByVisitor = share({
  name: 'started_by_visitor',
  label: trusted`started by visitors`,
  of: trusted`chats`,
  definition: trusted`Chats that the visitor started, of all chats.`,
  codes: ['chat_started_by'],
  column: (columns, { book }) => startedBy(columns, 'visitor', book),
});
