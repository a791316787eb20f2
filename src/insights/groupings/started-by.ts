import { trusted } from '../../model/text/trusted-text.ts';
import { byCode } from './by-code.ts';

/** Who began the chat. */
export const startedBy = byCode(
  'started_by',
  trusted`started by`,
  'chat_started_by',
  ({ startedByCode }) => startedByCode,
);
