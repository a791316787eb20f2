import type { OfflineMessageId } from '../../model/ids.ts';
import type { OfflineMessage } from '../../model/records.ts';
import { secondsBetween, type EpochMillis } from '../../model/units.ts';
import { priorityOf, type Priority } from './priority.ts';
import { firstsLike } from './similar.ts';
import type { UsualReplyTime } from './usual-reply-time.ts';

/** What the chats of a message's visitor before it tell. */
export interface EarlierChats {
  readonly count: number;
  readonly latestMissedAt?: EpochMillis | undefined;
}

/** What is known beside the messages. */
export interface TriageContext {
  readonly now: EpochMillis;
  readonly usual: UsualReplyTime;
  readonly chatsBefore: ReadonlyMap<OfflineMessageId, EarlierChats>;
}

/** The priorities of those messages of `wanted` that have no reply; `messages` are all there are, in any order. */
export function prioritiesOf(
  messages: readonly OfflineMessage[],
  wanted: ReadonlySet<OfflineMessageId>,
  { now, usual, chatsBefore }: TriageContext,
): ReadonlyMap<OfflineMessageId, Priority> {
  const priorities = new Map<OfflineMessageId, Priority>();
  const before = new Map<string | number, { all: number; unanswered: number }>();
  for (const message of messages.toSorted(byArrival)) {
    const { offlineMessageId: id, visitor, receivedAt, replyCount } = message;
    const isAnswered = replyCount !== undefined && replyCount > 0;
    const who = visitor.visitorId ?? visitor.email?.toLowerCase() ?? `message ${id}`;
    const earlier = before.get(who) ?? { all: 0, unanswered: 0 };
    const chats = chatsBefore.get(id) ?? { count: 0 };
    before.set(who, { all: earlier.all + 1, unanswered: earlier.unanswered + (isAnswered ? 0 : 1) });
    if (isAnswered || !wanted.has(id)) continue;
    const facts = {
      subject: message.subject,
      text: message.text,
      age: secondsBetween(receivedAt, now),
      unansweredBefore: earlier.unanswered,
      contactsBefore: earlier.all + chats.count,
      missedChatBefore:
        chats.latestMissedAt === undefined ? undefined : secondsBetween(chats.latestMissedAt, receivedAt),
    };
    priorities.set(id, priorityOf(facts, usual));
  }
  return priorities;
}

/** A message in the order of its priority. */
export interface RankedMessage {
  readonly message: OfflineMessage;
  /** Other messages of the same list that say nearly the same. */
  readonly similar: readonly OfflineMessageId[];
  /** Whether one that says nearly the same stands before it. */
  readonly isRepeat: boolean;
}

/**
 * Puts messages in order of their priority, of equal ones the longest waiting first. Of those that say nearly the same
 * one stands for all, and the others come behind everything else.
 */
export function rankedByPriority(
  messages: readonly OfflineMessage[],
  priorities: ReadonlyMap<OfflineMessageId, Priority>,
): RankedMessage[] {
  const scoreOf = ({ offlineMessageId: id }: OfflineMessage): number => priorities.get(id)?.score ?? -1;
  const ordered = messages.toSorted((one, other) => scoreOf(other) - scoreOf(one) || byArrival(one, other));
  const ranked = withSimilar(ordered);
  return [...ranked.filter(({ isRepeat }) => !isRepeat), ...ranked.filter(({ isRepeat }) => isRepeat)];
}

/** Says of each message which others of the list are nearly the same. */
export function withSimilar(messages: readonly OfflineMessage[]): RankedMessage[] {
  const firsts = firstsLike(messages.map(({ subject = '', text = '' }) => (text === '' ? subject : text)));
  const groups = Map.groupBy(messages.keys(), (index) => firsts[index]);
  return messages.map((message, index) => ({
    message,
    similar: (groups.get(firsts[index]) ?? []).flatMap((other) =>
      other === index ? [] : (messages[other]?.offlineMessageId ?? []),
    ),
    isRepeat: firsts[index] !== index,
  }));
}

function byArrival(one: OfflineMessage, other: OfflineMessage): number {
  return one.receivedAt - other.receivedAt || one.offlineMessageId - other.offlineMessageId;
}
