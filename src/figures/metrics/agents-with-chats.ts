import { columnOfCodes, missedState } from '../../model/codebook/code-states.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { AgentsADaySums, PEOPLE_A_DAY } from '../kinds/people-a-day.ts';
import type { Metric } from './metric.ts';

export const agentsWithChats = {
  name: 'agents_with_chats',
  label: trusted`agents with chats`,
  definition: trusted`Different agents of served chats, by the time of the request: the mean of the days with a chat then, and in all. Staffing as chats show it: hours worked are unknown.`,
  codes: ['is_missed'],
  kind: PEOPLE_A_DAY,
  basis: 'rows',
  column: (columns, { book }) => columnOfCodes(columns, (codes) => missedState(codes, book)),
  sums: ({ zone }) => new AgentsADaySums(zone),
} as const satisfies Metric;
