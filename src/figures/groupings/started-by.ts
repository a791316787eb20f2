import { trusted } from '../../model/text/trusted-text.ts';
import { byCode } from './by-code.ts';

/** Groups chats by who began them. */
export const startedBy = byCode(
  'started_by',
  trusted`started by`,
  { as: 'bars', name: trusted`who started them` },
  'chat_started_by',
  ({ startedByCode }) => startedByCode,
);
