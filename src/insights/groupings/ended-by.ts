import { trusted } from '../../model/text/trusted-text.ts';
import { byCode } from './by-code.ts';

/** Who ended the chat; missed ones included. */
export const endedBy = byCode('ended_by', trusted`ended by`, 'chat_ended_by', ({ endedByCode }) => endedByCode);
