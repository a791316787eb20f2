import { trusted } from '../../model/text/trusted-text.ts';
import { estimatedSpreadOf } from './kinds.ts';

export const response = estimatedSpreadOf('seconds', {
  name: 'response',
  label: trusted`each response`,
  definition: trusted`First message of each unanswered run of visitor messages to the next agent message; served chats that have ended.`,
  codes: ['is_missed', 'user_type'],
  numbers: ({ all }) => all,
});
