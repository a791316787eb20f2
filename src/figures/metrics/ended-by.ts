import { columnOfCodes, NONE, ofServed, UNKNOWN } from '../../model/codebook/code-states.ts';
import { meaningOf } from '../../model/codebook/codebook.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { share } from './kinds.ts';
import { stateOf, type Side } from './started-by.ts';

const endedBy = (side: Side) =>
  share({
    name: `ended_by_${side}`,
    label: trusted`ended by ${side}s`,
    of: trusted`ended`,
    definition: trusted`Chats ended by the ${side}, as a share of the served chats that the visitor or the agent ended.`,
    codes: ['is_missed', 'chat_ended_by'],
    // NONE where nobody has ended it, UNKNOWN where the row of one that has ended does not say.
    column: (columns, { book }) =>
      columnOfCodes(columns, (codes) =>
        ofServed(codes, book, ({ endedByCode }) => {
          if (endedByCode === undefined) return UNKNOWN;
          const meaning = meaningOf(book, 'chat_ended_by', endedByCode);
          return meaning === 'nobody' ? NONE : stateOf(side, meaning);
        }),
      ).map((state, row) => (state === UNKNOWN && Number.isNaN(columns.ends[row]) ? NONE : state)),
  });

export const endedByVisitor = endedBy('visitor');
export const endedByAgent = endedBy('agent');
