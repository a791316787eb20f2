import { trusted } from '../../model/text/trusted-text.ts';
import { ConcurrencySums } from '../kinds/workload.ts';
import { startsOfServed } from '../codes/code-states.ts';
import type { Metric } from './metric.ts';

export const concurrency = {
  name: 'concurrency',
  label: trusted`at once`,
  definition: trusted`One agent's simultaneous conversations: mean over the time with at least one, and peak, of the chats requested in the period. Limit: what the service allows the agent now, and the share of that time with so many or more. Left out where hours or single days cut the chats.`,
  codes: ['is_missed'],
  scope: 'agent',
  kind: 'concurrency',
  basis: 'rows',
  column: (columns, { book }) => startsOfServed(columns, book),
  sums: ({ now, limits }) => new ConcurrencySums(now, limits),
} as const satisfies Metric;
