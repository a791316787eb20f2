import type { OfflineMessageId } from '../../model/ids.ts';
import { mapKnown } from '../../model/omit-undefined.ts';
import { emailIdentity, phoneDigits } from '../../model/person.ts';
import type { OfflineMessage, VisitorContact } from '../../model/records.ts';
import type { Steps } from '../../model/slices.ts';
import { secondsBetween, type EpochMillis } from '../../model/time/units.ts';
import { priorityOf, type Priority } from './priority.ts';
import { firstsLike } from './similar.ts';

/** The facts of the chats of a message's visitor. */
export interface ChatsAround {
  readonly latestMissedBefore?: EpochMillis | undefined;
  /** The latest one after the message that an agent took. */
  readonly latestServedAfter?: EpochMillis | undefined;
}

/** The facts that are known beside the messages. */
export interface TriageContext {
  readonly now: EpochMillis;
  readonly chatsAround: ReadonlyMap<OfflineMessageId, ChatsAround>;
}

/** Whether a message has a reply, as far as is known. */
export function isAnswered({ replyCount }: OfflineMessage): boolean {
  return replyCount !== undefined && replyCount > 0;
}

/** The priorities of those messages of `wanted` that have no reply; `messages` are all there are, in any order. */
export function* prioritiesOf(
  messages: readonly OfflineMessage[],
  wanted: ReadonlySet<OfflineMessageId>,
  { now, chatsAround }: TriageContext,
): Steps<ReadonlyMap<OfflineMessageId, Priority>> {
  const priorities = new Map<OfflineMessageId, Priority>();
  const unanswered = new Map<string, number>();
  for (const message of messages.toSorted(byArrival)) {
    if (isAnswered(message)) continue;
    const { offlineMessageId: id, receivedAt, visitor } = message;
    const who = writerOf(message);
    const unansweredBefore = unanswered.get(who) ?? 0;
    unanswered.set(who, unansweredBefore + 1);
    if (!wanted.has(id)) continue;
    const { latestMissedBefore, latestServedAfter } = chatsAround.get(id) ?? {};
    const facts = {
      age: secondsBetween(receivedAt, now),
      unansweredBefore,
      hasAddress: hasAddress(visitor),
      missedChatBefore: mapKnown(latestMissedBefore, (at) => secondsBetween(at, receivedAt)),
      servedAfter: mapKnown(latestServedAfter, (at) => secondsBetween(receivedAt, at)),
    };
    priorities.set(id, priorityOf(facts));
    yield;
  }
  return priorities;
}

/** An entry of a list of messages, in its place. */
export interface QueueEntry {
  readonly id: OfflineMessageId;
  /** Whether nobody has answered it. */
  readonly isWaiting: boolean;
  /** The first message of the list that says nearly the same; where none before it does, the message itself. */
  readonly firstLike: OfflineMessageId;
  /** Whether a message of the same visitor that stands before it says nearly the same. */
  readonly isRepeat: boolean;
}

/**
 * Puts messages in order of their priority, of equal ones the newest first. What other visitors wrote in nearly
 * the same words stands right behind the first of them; what one visitor repeats comes behind everything else.
 */
export function* queueByPriority(
  messages: readonly OfflineMessage[],
  priorities: ReadonlyMap<OfflineMessageId, Priority>,
): Steps<QueueEntry[]> {
  const scoreOf = ({ offlineMessageId: id }: OfflineMessage): number => priorities.get(id)?.score ?? -1;
  const ordered = messages.toSorted((one, other) => scoreOf(other) - scoreOf(one) || byArrival(other, one));
  const entries = yield* queueInOrder(ordered);
  const [repeats, others] = [entries.filter(({ isRepeat }) => isRepeat), entries.filter(({ isRepeat }) => !isRepeat)];
  // What was answered stays at the end, whatever it says.
  const together = Map.groupBy(others, ({ id, isWaiting, firstLike }) => (isWaiting ? firstLike : id));
  return [...together.values(), repeats].flat();
}

/** Says of messages in a given order which of them are nearly the same. */
export function* queueInOrder(messages: readonly OfflineMessage[]): Steps<QueueEntry[]> {
  const firsts = yield* firstsLike(messages.map(({ subject = '', text = '' }) => (text === '' ? subject : text)));
  const writtenBy = new Set<string>();
  return messages.map((message, index) => {
    const { offlineMessageId: id } = message;
    const first = firsts[index] ?? index;
    const writing = `${first} ${writerOf(message)}`;
    const isRepeat = writtenBy.has(writing);
    writtenBy.add(writing);
    const firstLike = messages[first]?.offlineMessageId ?? id;
    return { id, isWaiting: !isAnswered(message), firstLike, isRepeat };
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

/** Whether an email or a phone number is known at which a visitor can be answered. */
function hasAddress({ email, phone }: VisitorContact): boolean {
  return emailIdentity(email) !== undefined || phoneDigits(phone ?? '') !== undefined;
}

/** Tells a visitor from others, by the id or else by the email. */
export function writerOf({ offlineMessageId: id, visitor }: OfflineMessage): string {
  if (visitor.visitorId !== undefined) return `visitor ${visitor.visitorId}`;
  const email = emailIdentity(visitor.email);
  return email === undefined ? `message ${id}` : `email ${email}`;
}

function byArrival(one: OfflineMessage, other: OfflineMessage): number {
  return one.receivedAt - other.receivedAt || one.offlineMessageId - other.offlineMessageId;
}
