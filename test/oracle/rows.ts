import { expect } from 'vitest';
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

const isGiven = (text: string): boolean => !/^(null|n\/a|[-\s]*)$/i.test(text);

/** The name of a visitor: the first that they gave of name, email address and phone. */
export const nameOf = (given: Pick<Chat, 'visitorName' | 'visitorEmail' | 'visitorPhone'>): string | undefined =>
  [given.visitorName, given.visitorEmail, given.visitorPhone].find(isGiven);

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
  const beside = ['language', 'evidence', 'similar', 'triage'];
  return Object.fromEntries(Object.entries(row).filter(([key]) => !beside.includes(key)));
}

/** An offline message as a row of an answer. */
export function offlineRowOf(message: OfflineMessage, zone: string, now: number): unknown {
  const given = (text: string): string | undefined => (isGiven(text) ? text : undefined);
  const name = given(message.visitorName);
  return {
    offline_message_id: message.offlineMessageId,
    received_at: isoTime(zone, message.receivedAt),
    age_hours: near((now - message.receivedAt) / HOUR, 1),
    visitor: {
      visitor_id: message.visitorId,
      name: name && sameLetters(name),
      email: given(message.visitorEmail),
      phone: given(message.visitorPhone),
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

/** The first day whose chats tell who was served after a message: a week before the day of now. */
const DAYS_CHECKED = 7;

/** Messages without a reply whose visitors had a later chat that an agent took, in the days that are checked. */
function servedLater({ chats }: { readonly chats: readonly Chat[] }, now: number, message: OfflineMessage): boolean {
  const from = Math.floor(now / (24 * HOUR) - DAYS_CHECKED) * 24 * HOUR;
  return (
    message.replies.length === 0 &&
    chats.some(
      (chat) =>
        !chat.missed &&
        chat.visitorId === message.visitorId &&
        chat.requestedAt > message.receivedAt &&
        chat.requestedAt >= from,
    )
  );
}

/** Messages in the order of their list: the newest or the oldest first, and those served later behind all others. */
export function inListOrder(
  world: { readonly chats: readonly Chat[] },
  now: number,
  messages: readonly OfflineMessage[],
  order: 'newest' | 'oldest' = 'newest',
): OfflineMessage[] {
  const byTime = messages.toSorted(
    (one, other) => other.receivedAt - one.receivedAt || other.offlineMessageId - one.offlineMessageId,
  );
  if (order === 'oldest') byTime.reverse();
  const isServed = (message: OfflineMessage): boolean => servedLater(world, now, message);
  return [...byTime.filter((message) => !isServed(message)), ...byTime.filter(isServed)];
}

/** A row of a list of messages, as far as its place is concerned. */
export interface ListedMessage {
  readonly offline_message_id: number;
  readonly similar?: readonly number[] | undefined;
}

/** The first messages of a list, in its order, with those that a row stands for because they say nearly the same. */
export function firstListed(rows: readonly ListedMessage[], list: readonly OfflineMessage[], count: number): number[] {
  const ids = list.map(({ offlineMessageId }) => offlineMessageId);
  const shown = rows.flatMap(({ offline_message_id: id, similar = [] }) => [id, ...similar]);
  return shown.toSorted((one, other) => ids.indexOf(one) - ids.indexOf(other)).slice(0, count);
}

/** Expects each message once, in its place or among those that a row stands for because they say nearly the same. */
export function expectListed(rows: readonly ListedMessage[], expected: readonly OfflineMessage[]): void {
  const merged = new Set(rows.flatMap(({ similar = [] }) => similar));
  const ids = expected.map(({ offlineMessageId }) => offlineMessageId);
  expect(rows.map(({ offline_message_id: id }) => id)).toEqual(ids.filter((id) => !merged.has(id)));
  const wordsOf = (id: number): string[] => {
    const message = expected.find(({ offlineMessageId }) => offlineMessageId === id);
    expect(message, `message ${id} is not of this list`).toBeDefined();
    return (
      (message?.text.trim() || message?.subject || '')
        .toLowerCase()
        .replaceAll(/\d/g, '0')
        .match(/\p{L}+|0+/gu) ?? []
    );
  };
  for (const { offline_message_id: id, similar = [] } of rows) {
    const words = new Set(wordsOf(id));
    for (const other of similar) {
      const shared = wordsOf(other).filter((word) => words.has(word)).length;
      expect(shared, `message ${other} is not like ${id}`).toBeGreaterThanOrEqual(words.size * 0.6);
    }
  }
}

/** Whether a text has a word of a query, without accents and signs around it: whole, or the beginning of a word where it is long. */
export function hasQueryWord(text: string, word: string): boolean {
  const plain = (written: string) =>
    written
      .toUpperCase()
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036F]/g, '');
  const bare = plain(word).replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const escaped = bare.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  // Some scripts have no spaces between words.
  if (/^[\p{scx=Han}\p{scx=Kana}\p{scx=Hira}]/u.test(bare)) return plain(text).includes(bare);
  const end = bare.length < 4 ? String.raw`(?![\p{L}\p{N}\p{M}])` : '';
  return new RegExp(String.raw`(?<![\p{L}\p{N}\p{M}])${escaped}${end}`, 'u').test(plain(text));
}
