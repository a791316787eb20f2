import { trusted } from '../../model/text/trusted-text.ts';
import { startedBy } from './chat-sides.ts';
import { share } from './kinds.ts';

export const startedByVisitor = share({
  name: 'started_by_visitor',
  label: trusted`started by visitors`,
  of: trusted`chats`,
  definition: trusted`Chats started by the visitor, as a share of all chats.`,
  codes: ['chat_started_by'],
  column: (columns, { book }) => startedBy(columns, 'visitor', book),
});
