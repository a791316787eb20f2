import { trusted } from '../../model/text/trusted-text.ts';
import { YES } from '../../model/codebook/code-states.ts';
import { count } from './kinds.ts';

export const chats = count({
  name: 'chats',
  label: trusted`chats`,
  definition: trusted`Requested in the period, missed ones included; offline messages are not chats.`,
  codes: [],
  column: (columns) => new Float64Array(columns.count).fill(YES),
});
