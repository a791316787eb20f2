import { trusted } from '../../model/text/trusted-text.ts';
import { lengthOfServed } from '../codes/code-states.ts';
import { spread } from './kinds.ts';

export const wait = spread({
  name: 'wait',
  label: trusted`wait`,
  unit: 'seconds',
  definition: trusted`From the request to the start of the conversation; served chats whose conversation has started.`,
  codes: ['is_missed'],
  column: (columns, { book }) => lengthOfServed(columns, columns.requests, columns.starts, book),
});
