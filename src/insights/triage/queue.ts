import { known } from '../../model/known.ts';
import type { OfflineMessageId } from '../../model/ids.ts';
import { emailIdentity } from '../../model/person.ts';
import type { OfflineMessage } from '../../model/records.ts';
import type { Steps } from '../../model/slices.ts';
import type { TriagePriority } from '../../model/decided-here.ts';
import { secondsBetween, type EpochMillis } from '../../model/time/units.ts';
import { priorityOf, type Priority } from './priority.ts';
import { firstsLike } from './similar.ts';
import type { UsualReplyTime } from './usual-reply-time.ts';

/** The facts of the visitor's chats before a message. */
export interface EarlierChats {
  readonly count: number;
  readonly latestMissedAt?: EpochMillis | undefined;
}

/** The facts that are known beside the messages. */
export interface TriageContext {
  readonly now: EpochMillis;
  readonly usual: UsualReplyTime;
  readonly chatsBefore: ReadonlyMap<OfflineMessageId, EarlierChats>;
}

/** Whether a message has a reply, as far as is known. */
export function isAnswered({ replyCount }: OfflineMessage): boolean {
  return replyCount !== undefined && replyCount > 0;
}

/** The priorities of those messages of `wanted` that have no reply; `messages` are all there are, in any order. */
export function* prioritiesOf(
  messages: readonly OfflineMessage[],
  wanted: ReadonlySet<OfflineMessageId>,
  { now, usual, chatsBefore }: TriageContext,
): Steps<ReadonlyMap<OfflineMessageId, Priority>> {
  const priorities = new Map<OfflineMessageId, Priority>();
  const before = new Map<string, { all: number; unanswered: number }>();
  for (const message of messages.toSorted(byArrival)) {
    const { offlineMessageId: id, receivedAt } = message;
    const who = writerOf(message);
    const earlier = before.get(who) ?? { all: 0, unanswered: 0 };
    const chats = chatsBefore.get(id) ?? { count: 0 };
    before.set(who, { all: earlier.all + 1, unanswered: earlier.unanswered + (isAnswered(message) ? 0 : 1) });
    if (isAnswered(message) || !wanted.has(id)) continue;
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
    yield;
  }
  return priorities;
}

/** An entry of a list of messages, in its place. */
export interface QueueEntry {
  readonly id: OfflineMessageId;
  /** Absent for a message that was answered. */
  readonly level?: TriagePriority;
  /** The first message of the list that says nearly the same; where none before it does, the message itself. */
  readonly firstLike: OfflineMessageId;
  /** Whether a message of the same visitor that stands before it says nearly the same. */
  readonly isRepeat: boolean;
}

/**
 * Puts messages in order of their priority, of equal ones the longest waiting first. What other visitors wrote in nearly
 * the same words stands right behind the first of them; what one visitor repeats comes behind everything else.
 */
export function* queueByPriority(
  messages: readonly OfflineMessage[],
  priorities: ReadonlyMap<OfflineMessageId, Priority>,
): Steps<QueueEntry[]> {
  const scoreOf = ({ offlineMessageId: id }: OfflineMessage): number => priorities.get(id)?.score ?? -1;
  const ordered = messages.toSorted((one, other) => scoreOf(other) - scoreOf(one) || byArrival(one, other));
  const entries = yield* queueInOrder(ordered, priorities);
  const [repeats, others] = [entries.filter(({ isRepeat }) => isRepeat), entries.filter(({ isRepeat }) => !isRepeat)];
  // What was answered stays at the end, whatever it says.
  const together = Map.groupBy(others, ({ id, level, firstLike }) => (level === undefined ? id : firstLike));
  return [...together.values(), repeats].flat();
}

/** Says of messages in a given order which of them are nearly the same. */
export function* queueInOrder(
  messages: readonly OfflineMessage[],
  priorities: ReadonlyMap<OfflineMessageId, Priority>,
): Steps<QueueEntry[]> {
  const firsts = yield* firstsLike(messages.map(({ subject = '', text = '' }) => (text === '' ? subject : text)));
  const writtenBy = new Set<string>();
  return messages.map((message, index) => {
    const { offlineMessageId: id } = message;
    const first = firsts[index] ?? index;
    const writing = `${first} ${writerOf(message)}`;
    const isRepeat = writtenBy.has(writing);
    writtenBy.add(writing);
    const level = priorities.get(id)?.level;
    const firstLike = messages[first]?.offlineMessageId ?? id;
    return known({ id, level, firstLike, isRepeat });
  });
}

/** The other messages of a list that say nearly the same as one of it. */
export interface Similar {
  readonly count: number;
  /** The first few of them. */
  readonly ids: readonly OfflineMessageId[];
}

const MAX_SIMILAR_NAMED = 5;

/** Finds the messages of a list that are like one of its entries. */
export function similarIn(entries: readonly QueueEntry[]): (entry: QueueEntry) => Similar {
  const groups = Map.groupBy(entries, ({ firstLike }) => firstLike);
  return (entry) => {
    const group = groups.get(entry.firstLike) ?? [];
    const others = group.slice(0, MAX_SIMILAR_NAMED + 1).filter(({ id }) => id !== entry.id);
    return { count: group.length - 1, ids: others.slice(0, MAX_SIMILAR_NAMED).map(({ id }) => id) };
  };
}

function writerOf({ offlineMessageId: id, visitor }: OfflineMessage): string {
  if (visitor.visitorId !== undefined) return `visitor ${visitor.visitorId}`;
  const email = emailIdentity(visitor.email);
  return email === undefined ? `message ${id}` : `email ${email}`;
}

function byArrival(one: OfflineMessage, other: OfflineMessage): number {
  return one.receivedAt - other.receivedAt || one.offlineMessageId - other.offlineMessageId;
}
