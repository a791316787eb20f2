import { trusted } from '../../model/text/trusted-text.ts';
import { YES } from '../codes/code-states.ts';
import { count } from './kinds.ts';

export const chats = count({
  name: 'chats',
  label: trusted`chats`,
  definition: trusted`Chats requested in the period, by the time of the request; missed ones included, offline messages not.`,
  codes: [],
  column: (columns) => new Float64Array(columns.count).fill(YES),
});
