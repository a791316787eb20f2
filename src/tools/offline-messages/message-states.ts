import { readCode } from '../../answers/codes.ts';
import { outcomeOf, type Outcome, type Phrase } from '../../answers/rows/filters.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import { isAnswered } from '../../figures/offline-replies.ts';
import type { MessageRow } from './message-record.ts';

/** The states by which messages are listed. */
export const MESSAGE_STATES = [
  'unanswered',
  'unread',
  'untriaged',
  'drafted',
  'decided',
  'served_later',
  'all',
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** What filters are given beside a message. */
export interface Context {
  readonly book: Codebook;
  /** Whether the chats are loaded that show who was served later. */
  readonly areChatsChecked: boolean;
  /** How long after the moment of the first page its newest message was received, in milliseconds: 0 where it was before. */
  readonly ahead: number;
}

export const STATE_WORDS: Readonly<Record<MessageState, Phrase>> = {
  unanswered: { before: 'unanswered' },
  unread: { before: 'unread' },
  untriaged: { before: 'untriaged' },
  drafted: { before: 'unanswered', behind: 'with a draft reply' },
  decided: { behind: 'with a triage decision' },
  served_later: { before: 'unanswered', behind: 'from visitors served later' },
  all: {},
};

/** Whether a message is in a state: by its replies, its decision, the meaning of its code, or the visitor's later chats. */
export function isInState(
  { message, facts, decision }: MessageRow,
  state: MessageState,
  { book, areChatsChecked }: Context,
): Outcome {
  if (state === 'all') return 'yes';
  if (state === 'decided') return outcomeOf(decision !== undefined);
  if (state === 'unread') {
    const reading = readCode(book, 'unread', message.unreadCode);
    return reading?.isLikely === true && reading.meaning === 'unread'
      ? 'assumed'
      : outcomeOf(reading && reading.meaning === 'unread');
  }
  if (isAnswered(message)) return 'no';
  if (message.replyCount === undefined) return 'unknown';
  switch (state) {
    case 'unanswered':
      return 'yes';
    case 'untriaged':
      return outcomeOf(decision === undefined);
    case 'drafted':
      return outcomeOf(decision?.draftReply !== undefined);
    case 'served_later':
      return outcomeOf(areChatsChecked ? facts?.servedLater !== undefined : undefined);
  }
}
