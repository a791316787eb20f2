import { mapKnown } from '../../model/omit-undefined.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { CONCURRENCY, concurrencyOf, SpanSums } from '../kinds/workload.ts';
import { startsOfServed } from '../../model/codebook/code-states.ts';
import type { Metric } from './metric.ts';

export const concurrency = {
  name: 'concurrency',
  label: trusted`concurrent chats`,
  definition: trusted`One agent's simultaneous chats, mean and peak, while at least one was open; and the share of that time at the chat limit. Not with hours or single days.`,
  codes: ['is_missed'],
  scope: 'agent',
  kind: CONCURRENCY,
  basis: 'rows',
  column: (columns, { book }) => startsOfServed(columns, book),
  sums: ({ now, limits }) =>
    new SpanSums(now, (spans, agentId) =>
      concurrencyOf(
        spans,
        mapKnown(agentId, (id) => limits.get(id)),
      ),
    ),
} as const satisfies Metric;
