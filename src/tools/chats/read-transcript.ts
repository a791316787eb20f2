import { agentNamesOf } from '../../insights/codes/author-names.ts';
import { rolesOf, type Role } from '../../insights/codes/authorship.ts';
import type { Codebook } from '../../insights/codes/codebook.ts';
import { digestTranscript, MAX_CHARACTERS, type TranscriptDigest } from '../../insights/digest/digest.ts';
import { READ_CHARACTERS } from '../../insights/digest/sentences.ts';
import { languageDetector } from '../../insights/language.ts';
import type { ArchiveUnwritable } from '../../model/errors.ts';
import type { ChatId } from '../../model/ids.ts';
import type { Transcript } from '../../model/records.ts';
import { inSlices, mapInSlices } from '../../model/slices.ts';
import { leftOutIn } from '../../model/text/cut-text.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { ownWord, safe, type SafeText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { coverageOfRecord, type Covered } from '../../answers/closing.ts';
import { codebookOf, type Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { redactorAbout } from '../../answers/selection/known-visitor.ts';
import { fineClockText } from '../../model/words/time.ts';

/** A transcript with who wrote what, as the tool and the resource show it. */
export interface ReadTranscript {
  readonly transcript: Transcript;
  readonly asOf: EpochMillis;
  /** Why the archive could not keep it, where that is so. */
  readonly unkept: ArchiveUnwritable | undefined;
  readonly roles: readonly Role[];
  readonly book: Codebook;
  /** The redactor of the chat's texts. */
  readonly redactor: Redactor;
}

/** Reads a chat with its messages. Throws RecordNotFound, PermissionDenied and what else the archive throws. */
export async function readTranscript(chatId: ChatId, desk: Desk, question: AskedQuestion): Promise<ReadTranscript> {
  const { record: transcript, asOf, unkept } = await desk.archive.transcripts.read(chatId, question);
  const book = await codebookOf(desk);
  const agents = agentNamesOf((await desk.archive.observedCodes()).agentNames);
  const roles = rolesOf(transcript.messages, transcript.chat, { agents, book });
  const { chat, context } = transcript;
  const said = transcript.messages.map(({ text }, index) => ({ author: roles[index] ?? 'unknown', text }));
  const redactor = await redactorAbout(chat.visitor, context, question.redactor).from(chat.agent).inConversation(said);
  return { transcript, asOf, unkept, roles, book, redactor };
}

/** The messages of a chat, as what an answer rests on: of a very long one, the first are loaded alone. */
export function coveredMessages({ transcript: { messages }, asOf }: ReadTranscript): Covered {
  const coverage = coverageOfRecord(asOf);
  const leftOut = leftOutIn(messages.at(-1)?.text ?? '');
  if (leftOut === undefined) return { what: 'messages', coverage, count: messages.length };
  const loaded = messages.length - 1;
  return {
    what: 'messages',
    coverage: { ...coverage, basis: 'partial', covered: 0 },
    count: loaded,
    of: loaded + leftOut,
    rest: safe`the chat is too long to load the others`,
  };
}

/** The digest of a transcript: its timing, and what stands out in it. */
export async function digestOf({ transcript, roles, book, redactor }: ReadTranscript): Promise<TranscriptDigest> {
  // Redacted before it is taken apart: half of an address, or a number without the word before it, is found no more.
  let left = MAX_CHARACTERS;
  const messages = await mapInSlices(transcript.messages, async (message) => {
    const text = left > 0 ? await redactor.block(message.text, READ_CHARACTERS) : '';
    left -= message.text.length;
    return { ...message, text };
  });
  const digest = await inSlices(digestTranscript({ ...transcript, messages }, roles, book, await languageDetector()));
  if (left >= 0 && leftOutIn(transcript.messages.at(-1)?.text ?? '') === undefined) return digest;
  // Its end was not read: what is asked, promised and said last there cannot be told.
  const { unansweredQuestions: _, commitments: __, lastWords: ___, ...told } = digest;
  return told;
}

/**
 * The heading of a message: `[14:03:12] visitor Ana: `. Lines that begin with a bracket are ours alone, because further
 * lines of a message are indented.
 */
export function messageHeading({ transcript, roles, redactor }: ReadTranscript, index: number, zone: Zone): SafeText {
  const message = transcript.messages[index];
  const time = message?.at === undefined ? safe`no time` : ownWord(fineClockText(zone, message.at));
  const author = message?.authorName === undefined ? safe`` : safe` ${redactor.field(message.authorName, 60)}`;
  return safe`[${time}] ${ownWord(roles[index] ?? 'unknown')}${author}: `;
}
