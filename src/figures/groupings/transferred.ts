import { trusted } from '../../model/text/trusted-text.ts';
import { byCode } from './by-code.ts';

/** Whether the chat was transferred; missed ones included. */
export const transferred = byCode(
  'transferred',
  trusted`transferred`,
  { as: 'bars', name: trusted`transfer` },
  'is_chat_transferred',
  ({ transferredCode }) => transferredCode,
);
