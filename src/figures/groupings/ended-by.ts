import { trusted } from '../../model/text/trusted-text.ts';
import { byCode } from './by-code.ts';

/** Groups chats by who ended them; missed ones included. */
export const endedBy = byCode(
  'ended_by',
  trusted`ended by`,
  { as: 'bars', name: trusted`who ended them` },
  'chat_ended_by',
  ({ endedByCode }) => endedByCode,
);
