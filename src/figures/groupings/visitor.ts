import { isVisitorId } from '../../model/chat-columns.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import type { Grouping } from './grouping.ts';

/** Chats that name no visitor come last. */
const NOBODY = Number.MAX_VALUE;

/** Visitors, by the id that the rows of chats name. */
export const visitor = {
  name: 'visitor',
  label: trusted`visitor`,
  drawn: { as: 'bars' },
  order: 'chats',
  cuts: true,
  keys: () => ({
    of: ({ columns: { visitors }, rows }) => Float64Array.from(rows, (row) => visitors[row] || NOBODY),
    all: () => [],
    text: (key) => (key === NOBODY ? trusted`none` : trusted`${key}`),
    label: (key) =>
      isVisitorId(key) ? { kind: 'visitor', visitorId: key } : { kind: 'words', words: trusted`no visitor` },
  }),
} as const satisfies Grouping;
