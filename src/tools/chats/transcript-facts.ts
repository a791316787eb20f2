import { areRatingsAssumed, readCode } from '../../answers/codes.ts';
import { agentName, visitorWords } from '../../answers/words/names.ts';
import { ROLES } from '../../insights/codes/authorship.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import { CODES_OF_ROWS, type RowCode } from '../../figures/code-counts.ts';
import type { TranscriptDigest } from '../../insights/digest/digest.ts';
import { languageName } from '../../insights/language.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import type { Chat } from '../../model/records.ts';
import { spanText } from '../../model/words/duration.ts';
import { groupedText } from '../../model/words/number.ts';
import { dayOfYearText, laterText, wholeMomentText, yearOf } from '../../model/words/time.ts';
import { joinMixed, mixed, type Quoted } from '../../privacy/quoted.ts';
import type { ReadTranscript } from './read-transcript.ts';

/** The beginning of the first line: `**Chat 80561645, Mon 23 Nov 2026 23:56 (UTC)**`. */
export function chatHeading({ chatId, requestedAt }: Chat, zone: Zone): string {
  return `**Chat ${chatId}, ${wholeMomentText(zone, requestedAt)} (${zone.id})**`;
}

/** What we know of a chat, in three lines: how it went, its times, its messages. */
export function chatFacts({ transcript, voice }: ReadTranscript, digest: TranscriptDigest): string {
  const { chat, firstVisitAt } = transcript;
  const { zone, book } = voice;
  const firstVisit =
    firstVisitAt === undefined
      ? []
      : [`Visitor's first visit ${dayOfYearText(zone.dateOf(firstVisitAt), yearOf(zone, chat.requestedAt))}.`];
  const lines = [
    [chatHeading(chat, zone), ...outcomesOf(chat, digest, book)].join(', '),
    [
      ...timesOf(digest, chat, zone),
      ...partiesOf(chat, book),
      ...(digest.endsWithVisitor === true ? ['The visitor wrote last.'] : []),
    ].join(' '),
    [countsOf(digest), ...firstVisit].join(' '),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** The visitor of a chat, and where they are. */
export function visitorLine({ transcript: { chat, context }, voice }: ReadTranscript): Quoted {
  const place = [context.city, context.country].filter((part) => part !== undefined);
  const visitor = visitorWords(chat.visitor, voice.redactor);
  return place.length === 0
    ? visitor
    : mixed`${visitor}, ${joinMixed(
        place.map((part) => voice.redactor.field(part, 60)),
        ', ',
      )}`;
}

function outcomesOf(chat: Chat, { duration, language }: TranscriptDigest, book: Codebook): string[] {
  const { agent, startedAt, endedAt } = chat;
  return [
    ...flagOf(chat, 'is_missed', 'missed', book),
    ...(agent === undefined ? [] : [`agent ${agentName(agent) ?? agent.agentId}`]),
    ...(duration === undefined ? [] : [spanText(duration)]),
    ...(startedAt !== undefined && endedAt === undefined ? ['open'] : []),
    ...flagOf(chat, 'is_chat_transferred', 'transferred', book),
    ...(language === undefined ? [] : [languageName(language)]),
    ...ratingOf(chat, book),
  ];
}

/** What a code says of a chat, where it says this. The line about codes has the values of unknown ones. */
function flagOf(chat: Chat, code: RowCode, meaning: string, book: Codebook): string[] {
  const reading = readCode(book, code, CODES_OF_ROWS[code](chat));
  return reading?.meaning === meaning ? [marked(reading)] : [];
}

function ratingOf({ ratingCode: raw }: Chat, book: Codebook): string[] {
  if (raw === undefined) return [];
  const none = readCode(book, 'rating', raw);
  if (none !== undefined) return [marked(none)];
  if (book.rating.settled) return [`rating ${raw}`];
  return [areRatingsAssumed(book) ? `rating ${raw} (assumed)` : `rating code ${raw}`];
}

function marked({ meaning, isLikely }: { readonly meaning: string; readonly isLikely: boolean }): string {
  return isLikely ? `${meaning} (assumed)` : meaning;
}

function timesOf({ wait, firstResponse, longestSilence }: TranscriptDigest, chat: Chat, zone: Zone): string[] {
  const times = [
    ...(wait === undefined ? [] : [`wait ${spanText(wait)}`]),
    ...(firstResponse === undefined ? [] : [`first response ${spanText(firstResponse)}`]),
    ...(longestSilence === undefined
      ? []
      : [
          `longest silence ${spanText(longestSilence.duration)} waiting for the ${longestSilence.waitingFor} (starting ${laterText(zone, longestSilence.at, chat.requestedAt)})`,
        ]),
  ];
  return times.length === 0 ? [] : [sentence(times.join(', '))];
}

/** `Started and ended by the visitor.`, `Started by the visitor (assumed), ended by the agent.` */
function partiesOf({ startedByCode, endedByCode }: Chat, book: Codebook): string[] {
  const started = partyOf('chat_started_by', startedByCode, book);
  const ended = partyOf('chat_ended_by', endedByCode, book);
  if (started !== undefined && started === ended) return [`Started and ended by ${started}.`];
  const parts = [
    ...(started === undefined ? [] : [`started by ${started}`]),
    ...(ended === undefined ? [] : [`ended by ${ended}`]),
  ];
  return parts.length === 0 ? [] : [sentence(parts.join(', '))];
}

function partyOf(code: 'chat_started_by' | 'chat_ended_by', raw: number | undefined, book: Codebook) {
  const reading = readCode(book, code, raw);
  if (reading === undefined) return undefined;
  return reading.meaning === 'nobody' ? marked(reading) : `the ${marked(reading)}`;
}

/** `Messages: 8 visitor, 8 agent, 2 system; 13 turns.` */
function countsOf({ messages, turns }: TranscriptDigest): string {
  const counts = ROLES.filter((role) => messages[role] > 0).map((role) => `${groupedText(messages[role])} ${role}`);
  if (counts.length === 0) return 'No messages.';
  return `Messages: ${counts.join(', ')}${turns === undefined || turns === 0 ? '' : `; ${groupedText(turns)} turn${turns === 1 ? '' : 's'}`}.`;
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
