import { ROLES, rolesOf, type Role } from '../insights/authorship.ts';
import type { Codebook } from '../insights/codebook.ts';
import { digestTranscript, type TranscriptDigest } from '../insights/digest.ts';
import type { ChatId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import type { Transcript } from '../model/records.ts';
import type { EpochMillis } from '../model/units.ts';
import type { Zone } from '../model/zone.ts';
import { joinSafe, ownWord, safe, safeBlock, safeLine, type SafeText } from '../privacy/safe-text.ts';
import { codebookOf, type Desk } from './desk.ts';
import { chatLine } from './render/chats.ts';
import { durationWords, indented, timeWords } from './render/words.ts';

/** A transcript with who wrote what, as the tool and the resource show it. */
export interface ReadTranscript {
  readonly transcript: Transcript;
  readonly asOf: EpochMillis;
  readonly roles: readonly Role[];
  readonly digest: TranscriptDigest;
  readonly book: Codebook;
}

/** Reads a chat with its messages. Throws RecordNotFound, PermissionDenied and what else the archive throws. */
export async function readTranscript(chatId: ChatId, desk: Desk, question: Question): Promise<ReadTranscript> {
  const { record: transcript, asOf } = await desk.archive.transcripts.read(chatId, question);
  const book = await codebookOf(desk);
  const roles = rolesOf(transcript.messages, transcript.chat, await desk.archive.agents.all(), book);
  return { transcript, asOf, roles, digest: digestTranscript(transcript.messages, roles), book };
}

/**
 * One message as a line: `[14:03:12] visitor Ana: …`. Lines that begin with a bracket are ours alone, because further
 * lines of a message are indented.
 */
export function messageLine(
  { transcript, roles }: ReadTranscript,
  index: number,
  zone: Zone,
  text = indented(safeBlock(transcript.messages[index]?.text ?? '')),
): SafeText {
  const message = transcript.messages[index];
  if (message === undefined) return safe``;
  const time = message.at === undefined ? safe`no time` : ownWord(zone.iso(message.at).slice(11, 19));
  const author = message.authorName === undefined ? safe`` : safe` ${safeLine(message.authorName, 60)}`;
  return safe`[${time}] ${ownWord(roles[index] ?? 'unknown')}${author}: ${text}`;
}

/** What the transcript shows at a glance, in words. */
export function digestWords({ transcript, digest, book }: ReadTranscript, zone: Zone): SafeText {
  const { chat, context } = transcript;
  const place = [context.city, context.country].filter((part) => part !== undefined);
  const counts = ROLES.filter((role) => digest.messages[role] > 0).map(
    (role) => safe`${digest.messages[role]} by ${ownWord(role)}`,
  );
  const lines = [
    safe`**Chat** (${ownWord(zone.id)})\n${chatLine(chat, book, zone)}`,
    safe`Messages: ${counts.length === 0 ? safe`none` : joinSafe(counts, ', ')}.`,
    ...(digest.firstResponseSeconds === undefined
      ? []
      : [safe`First response by a person after ${durationWords(digest.firstResponseSeconds)}.`]),
    ...(digest.endsWithVisitor === true ? [safe`The visitor wrote last.`] : []),
    ...(place.length === 0 ? [] : [safe`From ${safeLine(place.join(', '), 80)}.`]),
    ...(transcript.firstVisitAt === undefined
      ? []
      : [safe`First visit to the site: ${timeWords(zone, transcript.firstVisitAt)}.`]),
  ];
  return joinSafe(lines, '\n');
}
