import type { ChatColumns } from '../../model/chat-columns.ts';
import { columnOfCodes, NO, NONE, ofServed, UNKNOWN, UNSETTLED, YES } from '../../model/codebook/code-states.ts';
import { meaningOf, type Codebook } from '../../model/codebook/codebook.ts';

/** The two who can do something to a chat. */
export type Side = 'visitor' | 'agent';

/** Whether a side began a chat; UNKNOWN where the row does not say. */
export function startedBy(columns: ChatColumns, side: Side, book: Codebook): Float64Array {
  return columnOfCodes(columns, ({ startedByCode }) => {
    if (startedByCode === undefined) return UNKNOWN;
    return stateOf(side, meaningOf(book, 'chat_started_by', startedByCode));
  });
}

/** Whether a side ended a served chat; NONE where nobody has, UNKNOWN where the row of one that has ended does not say. */
export function endedBy(columns: ChatColumns, side: Side, book: Codebook): Float64Array {
  const column = columnOfCodes(columns, (codes) =>
    ofServed(codes, book, ({ endedByCode }) => {
      if (endedByCode === undefined) return UNKNOWN;
      const meaning = meaningOf(book, 'chat_ended_by', endedByCode);
      return meaning === 'nobody' ? NONE : stateOf(side, meaning);
    }),
  );
  return column.map((state, row) => (state === UNKNOWN && Number.isNaN(columns.ends[row]) ? NONE : state));
}

function stateOf(side: Side, meaning: Side | undefined): number {
  return meaning === undefined ? UNSETTLED : meaning === side ? YES : NO;
}
