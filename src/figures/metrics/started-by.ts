import { columnOfCodes, NO, UNKNOWN, UNSETTLED, YES } from '../../model/codebook/code-states.ts';
import { meaningOf } from '../../model/codebook/codebook.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { share } from './kinds.ts';

/** The two who can do something to a chat. */
export type Side = 'visitor' | 'agent';

const startedBy = (side: Side) =>
  share({
    name: `started_by_${side}`,
    label: trusted`started by ${side}s`,
    of: trusted`chats`,
    definition: trusted`Chats started by the ${side}, as a share of all chats.`,
    codes: ['chat_started_by'],
    column: (columns, { book }) =>
      columnOfCodes(columns, ({ startedByCode }) =>
        startedByCode === undefined ? UNKNOWN : stateOf(side, meaningOf(book, 'chat_started_by', startedByCode)),
      ),
  });

export const startedByVisitor = startedBy('visitor');
export const startedByAgent = startedBy('agent');

/** Whether it was this side; UNSETTLED where the meaning of the code is unknown. */
export function stateOf(side: Side, meaning: Side | undefined): number {
  return meaning === undefined ? UNSETTLED : meaning === side ? YES : NO;
}
