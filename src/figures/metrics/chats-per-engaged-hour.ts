import { trusted } from '../../model/text/trusted-text.ts';
import { chatsAnHour, HOURLY, SpanSums } from '../kinds/workload.ts';
import { startsOfServed } from '../../model/codebook/code-states.ts';
import type { Metric } from './metric.ts';

export const chatsPerEngagedHour = {
  name: 'chats_per_engaged_hour',
  label: trusted`chats per engaged hour`,
  definition: trusted`One agent's chats, by clock hours with at least one. Hours worked are unknown.`,
  codes: ['is_missed'],
  scope: 'agent',
  kind: HOURLY,
  basis: 'rows',
  column: (columns, { book }) => startsOfServed(columns, book),
  sums: ({ now, zone }) => new SpanSums(now, (spans) => chatsAnHour(spans, zone)),
} as const satisfies Metric;
