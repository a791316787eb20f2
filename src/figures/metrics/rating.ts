import { trusted } from '../../model/text/trusted-text.ts';
import { columnOfCodes, ofServed, ratingValueOf, UNSETTLED } from '../../model/codebook/code-states.ts';
import { rating as ratingKind } from './kinds.ts';
import { NOT_RATED } from '../kinds/rating.ts';

export const rating = ratingKind({
  name: 'rating',
  label: trusted`rating`,
  definition: trusted`As stored by the service; mean and distribution of rated chats; response rate: the share of served chats that were rated.`,
  codes: ['is_missed', 'rating'],
  target: 'least',
  column: (columns, { book }) =>
    columnOfCodes(columns, (codes) =>
      ofServed(codes, book, ({ ratingCode }) =>
        ratingCode !== undefined && !book.rating.settled ? UNSETTLED : (ratingValueOf(codes, book) ?? NOT_RATED),
      ),
    ),
});
