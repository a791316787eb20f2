import { trusted } from '../../model/text/trusted-text.ts';
import { columnOfCodes, missedState, UNKNOWN, UNTOLD } from '../../model/codebook/code-states.ts';
import { share } from './kinds.ts';

export const missed = share({
  name: 'missed',
  label: trusted`missed`,
  of: trusted`chats`,
  definition: trusted`Chats that the service marks as missed, as a share of all chats.`,
  codes: ['is_missed'],
  target: 'most',
  needsMissed: true,
  column: (columns, { book }) =>
    columnOfCodes(columns, (codes) => {
      const state = missedState(codes, book);
      return state === UNTOLD ? UNKNOWN : state;
    }),
});
