import { textOf, type Foreign } from '../../model/foreign.ts';
import type { ChatMessage } from '../../model/records.ts';

/** The type of a message, where it is another one than `chat` (specification, section 2). */
export function specialType({ messageType }: Pick<ChatMessage, 'messageType'>): Foreign | undefined {
  return textOf(messageType) === 'chat' ? undefined : messageType;
}
