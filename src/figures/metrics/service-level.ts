import { seconds } from '../../model/time/units.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { columnOfCodes, lengthOfServed, missedState, YES } from '../../model/codebook/code-states.ts';
import { MISSED, SERVICE_LEVEL, ServiceLevelSums } from '../kinds/service-level.ts';
import type { Metric } from './metric.ts';

export const serviceLevel = {
  name: 'service_level',
  label: trusted`in time`,
  definition: trusted`Chats with a wait of at most the given time, of all chats (a missed chat is not answered in time), and of served chats.`,
  codes: ['is_missed'],
  target: 'least',
  scope: 'promise',
  kind: SERVICE_LEVEL,
  basis: 'rows',
  column: (columns, { book }) => {
    const waits = lengthOfServed(columns, columns.requests, columns.starts, book);
    const missed = columnOfCodes(columns, (codes) => missedState(codes, book));
    return waits.map((wait, row) => (missed[row] === YES ? MISSED : wait));
  },
  needsMissed: true,
  sums: ({ serviceLevel: within = seconds(0) }) => new ServiceLevelSums(within),
} as const satisfies Metric;
