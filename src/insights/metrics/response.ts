import { trusted } from '../../model/text/trusted-text.ts';
import { estimatedSpreadOf } from './kinds.ts';

export const response = estimatedSpreadOf({
  name: 'response',
  label: trusted`each response`,
  unit: 'seconds',
  definition: trusted`Each unanswered run of a visitor's messages, from its first message to the next one of an agent; served chats that have ended.`,
  codes: ['is_missed', 'user_type'],
  values: ({ all }) => all,
});
