import { trusted } from '../../model/text/trusted-text.ts';
import { columnOfCodes, ofServed, YES } from '../../model/codebook/code-states.ts';
import { count } from './kinds.ts';

export const served = count({
  name: 'served',
  label: trusted`served`,
  definition: trusted`All chats that are not missed.`,
  codes: ['is_missed'],
  column: (columns, { book }) => columnOfCodes(columns, (codes) => ofServed(codes, book, () => YES)),
});
