import type { Chat, OfflineMessage, World } from '../../src/sandbox/world/world.ts';
import { isoTime } from './calendar.ts';
import { near } from './figures.ts';

// Records as rows of an answer.

const HOUR = 3_600_000;

/** The letters and digits of a text: what no cleaning takes away. Entities stand for signs in these worlds. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/&[a-z]+;/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Holds for a text with the same letters, or its beginning where it was cut. */
export function sameLetters(text: string): unknown {
  return {
    asymmetricMatch: (other: unknown) =>
      typeof other === 'string' &&
      (other.endsWith('…') ? lettersOf(text).startsWith(lettersOf(other)) : lettersOf(other) === lettersOf(text)),
    toString: () => text,
  };
}

/** The name of a visitor: the first that they gave of name, email address and phone. */
export const nameOf = (given: Pick<Chat, 'visitorName' | 'visitorEmail' | 'visitorPhone'>): string | undefined =>
  [given.visitorName, given.visitorEmail, given.visitorPhone].find((text) => !/^(null|n\/a|[-\s]*)$/i.test(text));

/** A chat as a row of an answer. */
export function rowOf(world: World, chat: Chat, zone: string): unknown {
  const agent = world.agents.find(({ agentId }) => agentId === chat.agentId);
  const visitor = nameOf(chat);
  const since = (start: number | undefined, end: number | undefined) =>
    start === undefined || end === undefined ? undefined : (end - start) / 1000;
  return {
    chat_id: chat.chatId,
    requested_at: isoTime(zone, chat.requestedAt),
    missed: chat.missed,
    wait_seconds: since(chat.requestedAt, chat.startedAt),
    duration_seconds: since(chat.startedAt, chat.endedAt),
    transferred: chat.transferred,
    started_by: chat.startedBy,
    ended_by: chat.endedBy ?? 'nobody',
    agent: agent && { agent_id: agent.agentId, name: `${agent.firstName} ${agent.lastName}` },
    visitor: { visitor_id: chat.visitorId, name: visitor && sameLetters(visitor) },
    rating: chat.rating,
  };
}

/** The fields of a row beside its urgency. */
export function withoutTriage(row: object): Readonly<Record<string, unknown>> {
  const beside = ['language', 'priority', 'similar', 'triage'];
  return Object.fromEntries(Object.entries(row).filter(([key]) => !beside.includes(key)));
}

/** An offline message as a row of an answer. */
export function offlineRowOf(message: OfflineMessage, zone: string, now: number): unknown {
  const name = nameOf(message);
  return {
    offline_message_id: message.offlineMessageId,
    received_at: isoTime(zone, message.receivedAt),
    age_hours: near((now - message.receivedAt) / HOUR, 1),
    visitor: {
      visitor_id: message.visitorId,
      name: name && sameLetters(name),
      email: message.visitorEmail === '' ? undefined : message.visitorEmail,
    },
    subject: message.subject.trim() === '' ? undefined : sameLetters(message.subject),
    text: message.text.trim() === '' ? undefined : sameLetters(message.text),
    unread: message.unread,
    replies: message.replies.length,
  };
}

/** The messages of pages until now, with those of the next: a long one may go on there. */
export function withPage<Message extends { readonly text: string }>(
  messages: readonly Message[],
  page: { readonly messages: readonly Message[]; readonly from_character?: number | undefined },
): Message[] {
  const last = messages.at(-1);
  const [goesOn, ...others] = page.messages;
  if (page.from_character === undefined || last === undefined || goesOn === undefined) {
    return [...messages, ...page.messages];
  }
  return [...messages.slice(0, -1), { ...last, text: last.text + goesOn.text }, ...others];
}
