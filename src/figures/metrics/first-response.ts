import { trusted } from '../../model/text/trusted-text.ts';
import { estimatedSpreadOf } from './kinds.ts';

export const firstResponse = estimatedSpreadOf('seconds', {
  name: 'first_response',
  label: trusted`first response`,
  definition: trusted`Visitor's first message to an agent's first reply; served chats that have ended. Bots do not count. Chats without a reply are counted separately.`,
  codes: ['is_missed', 'user_type'],
  target: 'most',
  numbers: ({ firsts }) => firsts,
  without: trusted`never answered`,
  lacks: ({ asked, firsts: { begins } }, place) => asked[place] === 1 && begins[place] === begins[place + 1],
});
