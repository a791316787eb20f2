import { trusted } from '../../model/text/trusted-text.ts';
import { lengthOfServed } from '../../model/codebook/code-states.ts';
import { spread } from './kinds.ts';

export const duration = spread('minutes', {
  name: 'duration',
  label: trusted`duration`,
  definition: trusted`Start to end; served chats that have ended. Not handle time: wrap-up is unknown.`,
  codes: ['is_missed'],
  column: (columns, { book }) => lengthOfServed(columns, columns.starts, columns.ends, book),
});
