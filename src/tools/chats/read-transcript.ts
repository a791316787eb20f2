import { agentNamesOf } from '../../insights/codes/author-names.ts';
import { rolesOf, unclearRoles, type Role } from '../../insights/codes/authorship.ts';
import { digestTranscript, MAX_CHARACTERS, type TranscriptDigest } from '../../insights/digest/digest.ts';
import { READ_CHARACTERS } from '../../insights/digest/sentences.ts';
import { languageDetector } from '../../insights/language.ts';
import type { ArchiveUnwritable } from '../../model/errors.ts';
import type { ChatId } from '../../model/ids.ts';
import { Foreign } from '../../model/foreign.ts';
import type { Transcript } from '../../model/records.ts';
import { inSlices, mapInSlices } from '../../model/slices.ts';
import { leftOutBy } from '../../model/text/cut-text.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { mixed, plainText, Quoted } from '../../privacy/quoted.ts';
import { coverageOfRecord, type Covered } from '../../answers/closing.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { voiceFor, type Voice } from '../../answers/rows/voice.ts';
import { redactorAbout } from '../../answers/selection/known-visitor.ts';
import { clockText, newDayText } from '../../model/words/time.ts';

/** A transcript with who wrote what, as the tool and the resource show it. */
export interface ReadTranscript {
  readonly transcript: Transcript;
  readonly asOf: EpochMillis;
  /** Why the archive could not keep it, where that is so. */
  readonly unkept: ArchiveUnwritable | undefined;
  readonly roles: readonly Role[];
  /** The roles that do not say who wrote: unknown ones, and those of several people. */
  readonly named: ReadonlySet<Role>;
  /** How the answer speaks; its redactor is that of the chat's texts. */
  readonly voice: Voice;
}

/** Reads a chat with its messages. Throws RecordNotFound, PermissionDenied and what else the archive throws. */
export async function readTranscript(chatId: ChatId, desk: Desk, question: AskedQuestion): Promise<ReadTranscript> {
  const { record: transcript, asOf, unkept } = await desk.archive.transcripts.read(chatId, question);
  const voice = await voiceFor(desk, question, desk.zone);
  const agents = agentNamesOf((await desk.archive.observedCodes()).agentNames);
  const roles = rolesOf(transcript.messages, transcript.chat, { agents, book: voice.book });
  const { chat, context } = transcript;
  const said = transcript.messages.map(({ text }, index) => ({ author: roles[index] ?? 'unknown', text }));
  const redactor = await redactorAbout(chat.visitor, context, question.redactor).from(chat.agent).inConversation(said);
  return {
    transcript,
    asOf,
    unkept,
    roles,
    named: unclearRoles(transcript.messages, roles),
    voice: { ...voice, redactor },
  };
}

/** The messages of a chat, as what an answer rests on: of a very long one, the first are loaded alone. */
export function coveredMessages({ transcript: { messages }, asOf }: ReadTranscript): Covered {
  const coverage = coverageOfRecord(asOf);
  const leftOut = leftOutBy(messages.at(-1));
  if (leftOut === undefined) return { what: 'messages', coverage, count: messages.length };
  const loaded = messages.length - 1;
  return {
    what: 'messages',
    coverage: { ...coverage, basis: 'partial', covered: 0 },
    count: loaded,
    of: loaded + leftOut,
    rest: 'the chat is too long to load the others',
  };
}

/** The digest of a transcript: its timing, and what stands out in it. */
export async function digestOf({ transcript, roles, voice }: ReadTranscript): Promise<TranscriptDigest> {
  // Redacted before it is taken apart: half of an address, or a number without the word before it, is found no more.
  let left = MAX_CHARACTERS;
  const messages = await mapInSlices(transcript.messages, async (message) => {
    const text = left > 0 ? await voice.redactor.block(message.text, READ_CHARACTERS) : new Quoted('');
    left -= message.text.length;
    return { ...message, text: new Foreign(plainText(text)) };
  });
  const digest = await inSlices(
    digestTranscript({ ...transcript, messages }, roles, voice.book, await languageDetector()),
  );
  if (left >= 0 && leftOutBy(transcript.messages.at(-1)) === undefined) return digest;
  // Its end was not read: what is asked, promised and said last there cannot be told.
  const { unansweredQuestions: _, commitments: __, lastWords: ___, ...told } = digest;
  return told;
}

/**
 * What stands before the text of a message: `14:03 visitor: `, below a line with the day where that has changed since the message
 * before, or since the chat's heading above the first message of a page. Lines that begin with a day or a time are ours alone,
 * because further lines of a message are indented.
 */
export function messageHeading(read: ReadTranscript, index: number, firstOfPage: number): Quoted {
  const { transcript, roles, named, voice } = read;
  const { zone, redactor } = voice;
  const { at, authorName } = transcript.messages[index] ?? {};
  const role = roles[index] ?? 'unknown';
  const author = authorName === undefined || !named.has(role) ? '' : mixed` ${redactor.field(authorName, 60)}`;
  if (at === undefined) return mixed`no time, ${role}${author}: `;
  const day = newDayText(zone, at, timeBefore(transcript, index, firstOfPage));
  return mixed`${day === undefined ? '' : `${day}\n`}${clockText(zone, at)} ${role}${author}: `;
}

function timeBefore({ chat, messages }: Transcript, index: number, firstOfPage: number): EpochMillis {
  for (let before = index - 1; before >= firstOfPage; before -= 1) {
    const at = messages[before]?.at;
    if (at !== undefined) return at;
  }
  return chat.requestedAt;
}
