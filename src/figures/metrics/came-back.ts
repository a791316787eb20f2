import { columnOfCodes, missedState, NO, NONE, UNKNOWN, YES } from '../../model/codebook/code-states.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { RETURN_HOURS } from '../returns.ts';
import { share } from './kinds.ts';

export const cameBack = share({
  name: 'came_back',
  label: trusted`came back within ${RETURN_HOURS} hours`,
  of: trusted`missed chats`,
  definition: trusted`Missed chats whose visitor had a served chat or wrote an offline message in the ${RETURN_HOURS} hours after, of those whose visitor is known. Unknown until these hours are over and loaded. Only chats count where offline messages are not loaded. Only if named.`,
  codes: ['is_missed'],
  scope: 'returns',
  needsMissed: true,
  column: (columns, { book, returns }) =>
    columnOfCodes(columns, (codes) => missedState(codes, book)).map((missed, row) => {
      if (missed === NO) return NONE;
      return missed === YES ? (returns?.stateOf(columns, row) ?? UNKNOWN) : missed;
    }),
});
