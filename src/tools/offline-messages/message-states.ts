import { likelyMeaningOf, type Codebook } from '../../insights/codes/codebook.ts';
import { writerOf } from '../../insights/triage/queue.ts';
import type { Priority } from '../../insights/triage/priority.ts';
import type { OfflineMessageId } from '../../model/ids.ts';
import type { OfflineMessage } from '../../model/records.ts';
import type { RecordedDecision } from '../../model/decided-here.ts';
import type { CodeCounts } from '../../answers/words/code-words.ts';
import { isUnread } from './offline-message-words.ts';

/** The states by which messages are listed. */
export const MESSAGE_STATES = [
  'unanswered',
  'unread',
  'untriaged',
  'drafted',
  'served_since',
  'wrote_again',
  'all',
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Whether a message is unread by what its code means, or likely means; undefined where neither is known. */
export function isLikelyUnread(message: OfflineMessage, book: Codebook): boolean | undefined {
  const isSo = isUnread(message, book);
  if (isSo !== undefined) return isSo;
  const likely = likelyMeaningOf(book, 'unread', message.unreadCode);
  return likely === undefined ? undefined : likely === 'unread';
}

/** Whether a message is in a state, as far as the message and the decision about it tell. */
export function isInState(
  message: OfflineMessage,
  state: MessageState,
  book: Codebook,
  decision: RecordedDecision | undefined,
): boolean {
  switch (state) {
    case 'all':
      return true;
    case 'unread':
      return isLikelyUnread(message, book) === true;
    case 'unanswered':
    case 'served_since':
    case 'wrote_again':
      return message.replyCount === 0;
    case 'untriaged':
      return message.replyCount === 0 && decision === undefined;
    case 'drafted':
      return message.replyCount === 0 && decision?.draftReply !== undefined;
  }
}

/** Leaves the messages of a state that chats tell, or others of the visitor; `everything` are all messages at hand. */
export function withState(
  messages: readonly OfflineMessage[],
  everything: readonly OfflineMessage[],
  state: MessageState,
  priorities: ReadonlyMap<OfflineMessageId, Priority>,
): readonly OfflineMessage[] {
  if (state === 'served_since') {
    return messages.filter(({ offlineMessageId: id }) =>
      priorities.get(id)?.evidence.some(({ kind }) => kind === 'served_since'),
    );
  }
  if (state !== 'wrote_again') return messages;
  const byWriter = Map.groupBy(
    everything.filter(({ replyCount }) => replyCount === 0),
    writerOf,
  );
  return messages.filter((message) => (byWriter.get(writerOf(message))?.length ?? 0) > 1);
}

export const NONE_OPEN: CodeCounts = new Map();

/** The numbers of messages with each value, where one has a value without a meaning: it may be the one that is asked for. */
export function openUnread(messages: readonly OfflineMessage[], book: Codebook): CodeCounts {
  const isTold = (message: OfflineMessage) => message.unreadCode === undefined || isUnread(message, book) !== undefined;
  if (messages.every(isTold)) return NONE_OPEN;
  const counts = new Map<number, number>();
  for (const { unreadCode } of messages) {
    if (unreadCode !== undefined) counts.set(unreadCode, (counts.get(unreadCode) ?? 0) + 1);
  }
  return new Map([['unread', counts]]);
}
