import { trusted } from '../../model/text/trusted-text.ts';
import { estimatedShareOf } from './kinds.ts';

export const dropped = estimatedShareOf({
  name: 'dropped',
  label: trusted`ended unanswered`,
  of: trusted`looked at`,
  definition: trusted`Chats that end with a visitor message, a last thank-you included, of the served chats looked at that have ended.`,
  codes: ['is_missed', 'user_type'],
  numbers: ({ dropped: each }) => each,
});
