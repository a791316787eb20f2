import { trusted } from '../../model/text/trusted-text.ts';
import { estimatedShareOf } from './kinds.ts';

export const dropped = estimatedShareOf({
  name: 'dropped',
  label: trusted`ended unanswered`,
  of: trusted`looked at`,
  definition: trusted`Served chats that have ended with a visitor's message that no agent answered, a last thank-you included, divided by those looked at.`,
  codes: ['is_missed', 'user_type'],
  flags: (columns) => columns.dropped,
});
