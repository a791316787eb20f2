import { trusted } from '../../model/text/trusted-text.ts';
import { lengthOfServed } from '../../model/codebook/code-states.ts';
import { spread } from './kinds.ts';

export const wait = spread('seconds', {
  name: 'wait',
  label: trusted`wait`,
  definition: trusted`Request to start; served chats.`,
  codes: ['is_missed'],
  column: (columns, { book }) => lengthOfServed(columns, columns.requests, columns.starts, book),
});
