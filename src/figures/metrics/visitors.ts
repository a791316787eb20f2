import { trusted } from '../../model/text/trusted-text.ts';
import { distinct } from './kinds.ts';

export const visitors = distinct({
  name: 'visitors',
  label: trusted`visitors`,
  definition: trusted`Different visitors of the chats, by id; served: those with a chat that was not missed.`,
  codes: ['is_missed'],
  column: ({ visitors: ids }) => ids,
});
