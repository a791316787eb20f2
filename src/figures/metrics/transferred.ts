import { trusted } from '../../model/text/trusted-text.ts';
import {
  columnOfCodes,
  isTransferred,
  NO,
  ofServed,
  UNKNOWN,
  UNSETTLED,
  YES,
} from '../../model/codebook/code-states.ts';
import { share } from './kinds.ts';

export const transferred = share({
  name: 'transferred',
  label: trusted`transferred`,
  of: trusted`served`,
  rate: 'transfer_rate',
  definition: trusted`Of served chats; each counts for its last agent.`,
  codes: ['is_missed', 'is_chat_transferred'],
  column: (columns, { book }) =>
    columnOfCodes(columns, (codes) =>
      ofServed(codes, book, ({ transferredCode }) => {
        if (transferredCode === undefined) return UNKNOWN;
        const isSo = isTransferred(codes, book);
        return isSo === undefined ? UNSETTLED : isSo ? YES : NO;
      }),
    ),
});
