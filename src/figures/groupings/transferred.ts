import { trusted } from '../../model/text/trusted-text.ts';
import { byCode } from './by-code.ts';

/** Whether the chat was transferred; missed ones included. */
export const transferred = byCode(
  'transferred',
  trusted`transferred`,
  'is_chat_transferred',
  ({ transferredCode }) => transferredCode,
);
