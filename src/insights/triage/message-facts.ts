import { isAnswered } from '../../figures/offline-replies.ts';
import { textOf } from '../../model/foreign.ts';
import type { OfflineMessageId } from '../../model/ids.ts';
import { mapKnown, omitUndefined } from '../../model/omit-undefined.ts';
import { emailIdentity, phoneDigits } from '../../model/person.ts';
import type { OfflineMessage, VisitorContact } from '../../model/records.ts';
import type { Steps } from '../../model/slices.ts';
import { secondsBetween, type EpochMillis, type Seconds } from '../../model/time/units.ts';

/** What is known of a message without a reply, beside what it says. */
export interface MessageFacts {
  /** Earlier messages of the same visitor without a reply. */
  readonly unansweredBefore: number;
  readonly ways: readonly Way[];
  /** From the visitor's latest missed chat before the message, if that was within a day. */
  readonly missedChatBefore?: Seconds;
  /** To the visitor's latest chat after the message that an agent took. */
  readonly servedLater?: Seconds;
}

/** How a visitor can be reached. */
export const WAYS = ['email', 'phone'] as const;
export type Way = (typeof WAYS)[number];

/** The facts of the chats of a message's visitor. */
export interface ChatsAround {
  readonly latestMissedBefore?: EpochMillis | undefined;
  /** The latest one after the message that an agent took. */
  readonly latestServedAfter?: EpochMillis | undefined;
}

/** A chat that was missed longer before a message was hardly its beginning. */
const MISSED_WITHIN = 24 * 3600;

/** Returns the facts of the messages without a reply; `messages` are all that are loaded, in any order. */
export function* factsOf(
  messages: readonly OfflineMessage[],
  chatsAround: ReadonlyMap<OfflineMessageId, ChatsAround>,
): Steps<ReadonlyMap<OfflineMessageId, MessageFacts>> {
  const facts = new Map<OfflineMessageId, MessageFacts>();
  const unanswered = new Map<string, number>();
  for (const message of messages.toSorted(byArrival)) {
    if (isAnswered(message)) continue;
    const { offlineMessageId: id, receivedAt, visitor } = message;
    const writer = writerOf(message);
    const unansweredBefore = unanswered.get(writer) ?? 0;
    unanswered.set(writer, unansweredBefore + 1);
    const { latestMissedBefore, latestServedAfter } = chatsAround.get(id) ?? {};
    const missedChatBefore = mapKnown(latestMissedBefore, (at) => secondsBetween(at, receivedAt));
    facts.set(
      id,
      omitUndefined({
        unansweredBefore,
        ways: waysTo(visitor),
        missedChatBefore:
          missedChatBefore !== undefined && missedChatBefore < MISSED_WITHIN ? missedChatBefore : undefined,
        servedLater: mapKnown(latestServedAfter, (at) => secondsBetween(receivedAt, at)),
      }),
    );
    yield;
  }
  return facts;
}

/** How a visitor can be reached, by the contacts that are not placeholders. */
export function waysTo({ email, phone }: VisitorContact): Way[] {
  return [
    ...(emailIdentity(textOf(email)) === undefined ? [] : ['email' as const]),
    ...(phoneDigits(textOf(phone) ?? '') === undefined ? [] : ['phone' as const]),
  ];
}

/** Tells a visitor from others, by the id or else by the email. */
export function writerOf({ offlineMessageId: id, visitor }: OfflineMessage): string {
  if (visitor.visitorId !== undefined) return `visitor ${visitor.visitorId}`;
  const email = emailIdentity(textOf(visitor.email));
  return email === undefined ? `message ${id}` : `email ${email}`;
}

function byArrival(one: OfflineMessage, other: OfflineMessage): number {
  return one.receivedAt - other.receivedAt || one.offlineMessageId - other.offlineMessageId;
}
