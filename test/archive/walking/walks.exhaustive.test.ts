import { describe, test } from 'vitest';
import { expectThrift, ORDERS, PAGE_SIZES, PAST_ENDS } from './walk-ways.ts';

// The same as in walks.test.ts, with every page size in every one of these services.

describe.each(ORDERS)('rows in the order %s', (order) => {
  describe.each(PAST_ENDS)('with %s behind the last page', (past_end) => {
    test.each(PAGE_SIZES)('and %i rows a page', (pageSize) => expectThrift(order, past_end, pageSize));
  });
});
