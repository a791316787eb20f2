import { trusted } from '../../model/text/trusted-text.ts';
import { estimatedSpreadOf } from './kinds.ts';

export const firstResponse = estimatedSpreadOf({
  name: 'first_response',
  label: trusted`first response`,
  unit: 'seconds',
  definition: trusted`From the visitor's first message to the first reply by a human agent, bots excluded; served chats that have ended. Chats that nobody answered are counted beside it.`,
  codes: ['is_missed', 'user_type'],
  values: ({ firsts }) => firsts,
  without: trusted`never answered`,
  lacks: ({ asked, firsts: { begins } }, place) => asked[place] === 1 && begins[place] === begins[place + 1],
});
