import { z } from 'zod';
import { commonestOf, likelyMeaningOf, meaningOf, type Codebook } from '../../insights/codes/codebook.ts';
import { durationOf, waitOf } from '../../insights/digest/chat-lengths.ts';
import { isMissed, isTransferred, ratingValueOf } from '../../insights/codes/code-states.ts';
import { CODES_OF_ROWS, type RowCode } from '../../insights/figures/code-counts.ts';
import type { CodeName } from '../../model/codes.ts';
import type { Chat } from '../../model/records.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import { joinSafe, ownWord, safe, OwnText, type SafeText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { advertisedAs } from '../../answers/tool.ts';
import { agentName, visitorName, visitorWords } from '../../answers/words/names.ts';
import { durationWords, isoTime, timeWords } from '../../answers/words/quantities.ts';
import { rounded } from '../../model/words/number.ts';

/** One chat of a list. */
export const ChatShape = z.strictObject({
  chat_id: z.number(),
  requested_at: OwnText,
  missed: z.boolean().optional(),
  wait_seconds: z.number().optional(),
  duration_seconds: z.number().optional(),
  transferred: z.boolean().optional(),
  started_by: OwnText.optional(),
  ended_by: OwnText.optional(),
  agent: z.strictObject({ agent_id: z.number(), name: OwnText.optional() }).optional(),
  visitor: z.strictObject({ visitor_id: z.number().optional(), name: QuotedText.optional() }),
  rating: z.number().optional(),
  /** The raw values of codes that are not settled. */
  codes: z
    .record(z.string(), z.number())
    .meta(advertisedAs({ type: 'object' }))
    .optional(),
});

/** A chat as one line of text. */
export function chatLine(chat: Chat, book: Codebook, zone: Zone, redactor: Redactor): SafeText {
  const agent = chat.agent && (agentName(chat.agent) ?? safe`agent ${chat.agent.agentId}`);
  const rating = book.rating.settled ? ratingValueOf(chat, book) : undefined;
  const [wait, duration] = [waitOf(chat), durationOf(chat)];
  const parts = [
    timeWords(zone, chat.requestedAt),
    visitorWords(chat.visitor, redactor),
    ...(isMissed(chat, book) === true ? [safe`missed`] : []),
    ...(agent === undefined ? [] : [safe`with ${agent}`]),
    ...(wait === undefined ? [] : [safe`waited ${durationWords(wait)}`]),
    ...(duration === undefined ? [] : [safe`lasted ${durationWords(duration)}`]),
    ...(chat.startedAt !== undefined && chat.endedAt === undefined ? [safe`still open`] : []),
    ...(isTransferred(chat, book) === true ? [safe`transferred`] : []),
    ...(rating === undefined ? [] : [safe`rated ${rating}`]),
    ...rawWords(chat, book),
  ];
  return safe`- ${chat.chatId}: ${joinSafe(parts, ' · ')}`;
}

/** The values of codes that are not settled, but for the one that most chats have. */
function rawWords(chat: Chat, book: Codebook): OwnText[] {
  return openValuesOf(chat, book, CODES_OF_LINES).flatMap(([name, value]) =>
    value === commonestOf(book, name) ? [] : [safe`${ownWord(name)} ${value}`],
  );
}

/** The raw values of those of some codes that are not settled. */
export function openValuesOf(chat: Chat, book: Codebook, names: readonly RowCode[]): (readonly [CodeName, number])[] {
  return names.flatMap((name) => {
    const value = CODES_OF_ROWS[name](chat);
    const isSettled = name === 'rating' ? book.rating.settled : meaningOf(book, name, value) !== undefined;
    return value === undefined || isSettled ? [] : [[name, value] as const];
  });
}

/** A chat as data. What is unknown, or rests on a code that is not settled, is absent. */
export function chatData(chat: Chat, book: Codebook, zone: Zone, redactor: Redactor): z.input<typeof ChatShape> {
  const missed = isMissed(chat, book);
  const transferred = isTransferred(chat, book);
  const [wait, duration] = [waitOf(chat), durationOf(chat)];
  const rating = book.rating.settled ? ratingValueOf(chat, book) : undefined;
  const startedBy = partyWords('chat_started_by', chat.startedByCode, book);
  const endedBy = partyWords('chat_ended_by', chat.endedByCode, book);
  const named = chat.agent && agentName(chat.agent);
  const visitor = visitorName(chat.visitor, redactor);
  const open = openValuesOf(chat, book, CODES_OF_LINES);
  return omitUndefined({
    chat_id: chat.chatId,
    requested_at: isoTime(zone, chat.requestedAt),
    missed,
    wait_seconds: mapKnown(wait, (wait) => rounded(wait, 3)),
    duration_seconds: mapKnown(duration, (duration) => rounded(duration, 3)),
    transferred,
    started_by: startedBy,
    ended_by: endedBy,
    ...(chat.agent !== undefined && {
      agent: omitUndefined({ agent_id: chat.agent.agentId, name: named }),
    }),
    visitor: omitUndefined({
      visitor_id: chat.visitor.visitorId,
      name: visitor,
    }),
    rating,
    codes: open.length === 0 ? undefined : Object.fromEntries(open),
  });
}

/** The codes on which the line of a chat rests. */
export const CODES_OF_LINES = ['is_missed', 'is_chat_transferred', 'rating'] as const satisfies readonly CodeName[];

/** The codes on which a chat rests, as a line or as data. */
export const CODES_OF_CHATS = [
  'is_missed',
  'is_chat_transferred',
  'rating',
  'chat_started_by',
  'chat_ended_by',
] as const satisfies readonly CodeName[];

/** Words the sides that started and ended a chat, with the raw codes: `Chat started by visitor (code 1), ended by code 2.` */
export function partiesWords({ startedByCode, endedByCode }: Chat, book: Codebook): OwnText | undefined {
  const parts = [
    ...labelWords(safe`started by`, 'chat_started_by', startedByCode, book),
    ...labelWords(safe`ended by`, 'chat_ended_by', endedByCode, book),
  ];
  return parts.length === 0 ? undefined : safe`Chat ${joinSafe(parts, ', ')}.`;
}

function labelWords(
  verb: OwnText,
  name: 'chat_started_by' | 'chat_ended_by',
  code: number | undefined,
  book: Codebook,
): OwnText[] {
  if (code === undefined) return [];
  const meaning = meaningOf(book, name, code);
  if (meaning !== undefined) return [safe`${verb} ${ownWord(meaning)} (code ${code})`];
  const likely = likelyMeaningOf(book, name, code);
  return [likely === undefined ? safe`${verb} code ${code}` : safe`${verb} code ${code} (likely ${ownWord(likely)})`];
}

/** The side that started or ended a chat; the raw code where its meaning is not settled. */
function partyWords(
  name: 'chat_started_by' | 'chat_ended_by',
  code: number | undefined,
  book: Codebook,
): OwnText | undefined {
  if (code === undefined) return undefined;
  const meaning = meaningOf(book, name, code);
  return meaning === undefined ? safe`code ${code}` : ownWord(meaning);
}
