import { trusted } from '../../model/text/trusted-text.ts';
import { estimatedSpreadOf } from './kinds.ts';

export const messages = estimatedSpreadOf('number', {
  name: 'messages',
  label: trusted`messages a chat`,
  definition: trusted`By visitor and agents, per chat, bots and system not counted; served chats that have ended.`,
  codes: ['is_missed', 'user_type'],
  numbers: ({ messages: each }) => each,
});
