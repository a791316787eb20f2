import { trusted } from '../../model/text/trusted-text.ts';
import { distinct } from './kinds.ts';

export const visitors = distinct({
  name: 'visitors',
  label: trusted`visitors`,
  definition: trusted`Different visitors of the chats, by the id that their rows name; served: those with at least one chat that was not missed.`,
  codes: ['is_missed'],
  column: ({ visitors: ids }) => ids,
});
