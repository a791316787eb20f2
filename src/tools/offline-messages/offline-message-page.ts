import { isPlainCategory } from '../../insights/triage/plain-category.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import { languageDetector, languageName } from '../../insights/language.ts';
import { mapKnown } from '../../model/omit-undefined.ts';
import { spanText } from '../../model/words/duration.ts';
import { recentMomentText, wholeMomentText } from '../../model/words/time.ts';
import { voiceFor, type Voice } from '../../answers/rows/voice.ts';
import { joinMixed, mixed, Quoted, withoutPseudonym } from '../../privacy/quoted.ts';
import { leftOutBy } from '../../model/text/cut-text.ts';
import type { ArchiveUnwritable } from '../../model/errors.ts';
import { OfflineMessageId } from '../../model/ids.ts';
import type { Chat, OfflineMessage, OfflineMessageThread, OfflineReply } from '../../model/records.ts';
import { mapInSlices } from '../../model/slices.ts';
import type { RecordedDecision } from '../../model/decided-here.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { enclosed } from '../../privacy/boundary.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { closingLine, coverageOfRecord, type Covered } from '../../answers/closing.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { estimatedTokens, paragraphs, rowsThatFit } from '../../answers/token-budget.ts';
import { CodeCounts, codesLine } from '../../answers/codes.ts';
import { codeCounts } from '../chats/chat-codes.ts';
import { CHAT, chatBeside } from '../chats/chat-record.ts';
import { levelWords, plainCategory } from './triage-words.ts';
import { MESSAGE, rowBeside, type ShownMessage } from './message-record.ts';
import { agentName } from '../../answers/words/names.ts';
import { cursorAt, placeOf } from '../../answers/rows/record-cursor.ts';
import { pageOfTexts, type PageOfTexts } from '../../answers/texts.ts';
import { areLoaded, daysChecked, factsAt } from './chats-around.ts';
import { coveredOthers, knownOf, redactorsOf } from '../../answers/selection/known-visitor.ts';

const CHAT_OF_VISITOR = CHAT.unsaid('visitor');
const MESSAGE_OF_VISITOR = MESSAGE.unsaid('visitor');
/** What a heading says in its own way: the moment with its date, English, too, and the decision behind the facts. */
const MESSAGE_IN_HEADING = MESSAGE_OF_VISITOR.unsaid('received_at').unsaid('language').unsaid('triage');

const MAX_OTHERS = 5;
const TOKENS_OF_OTHERS = 350;
/** The length of another message of the same visitor, in characters. */
export const TEXT_LENGTH_OF_OTHERS = 120;

/** One offline message, as a question names it. */
interface Arguments {
  readonly offline_message_id: number;
  readonly cursor?: string | undefined;
}

/** A text of an offline message: what the visitor wrote, what was decided about it, and what was replied. */
export interface WrittenText {
  readonly of: 'message' | 'category' | 'note' | 'draft' | OfflineReply;
  readonly heading: Quoted | string;
  readonly text: () => Promise<Quoted>;
}

/** The part of an offline message that fits into an answer. */
export interface OfflineMessagePage {
  readonly record: OfflineMessageThread;
  readonly asOf: EpochMillis;
  /** Why the archive could not keep it, where that is so. */
  readonly unkept: ArchiveUnwritable | undefined;
  /** The message without its texts. */
  readonly row: ShownMessage;
  readonly redactor: Redactor;
  /** All of its texts, in the order in which pages show them. */
  readonly texts: readonly WrittenText[];
  readonly page: PageOfTexts;
  /** The visitor's other records; none on further pages. */
  readonly others: { readonly messages: readonly OfflineMessage[]; readonly chats: readonly Chat[] };
  /** The words of the page, strangers' in their boundary. */
  readonly text: string;
  /** The line about codes, where something is to be said. */
  readonly codes: string | undefined;
  readonly nextCursor: string | undefined;
  readonly closing: string;
}

/** Reads an offline message and fills a page of so many tokens. Throws InvalidArgument, RecordNotFound, PermissionDenied. */
export async function offlineMessagePage(
  { offline_message_id, cursor }: Arguments,
  desk: Desk,
  question: AskedQuestion,
  tokens: number,
): Promise<OfflineMessagePage> {
  const call = { tool: 'get_offline_message', args: { offline_message_id, cursor }, seal: question.seal } as const;
  const begin = placeOf(call);
  const id = OfflineMessageId.parse(offline_message_id);
  const { record, asOf, unkept } = await desk.archive.offlineMessages.read(id, question);
  const { message } = record;
  const redactor = (await redactorsOf([message.visitor], desk, question))(message.visitor);
  const voice = await voiceFor(desk, question, desk.zone);
  const row = await rowOf(record, voice, desk, redactor);
  const texts = textsOf(record, row.decision, desk, redactor);
  const isFirst = cursor === undefined;
  const others = isFirst ? await othersOf(message, voice, desk, redactor) : NO_OTHERS;

  const head = isFirst ? headOf(row, voice) : `**Offline message ${id}**, continued`;
  const foot = others.text ?? new Quoted('');
  const room = tokens - estimatedTokens(head) - estimatedTokens(foot);
  const page = await pageOfTexts(texts.length, begin, room, async (index) => ({
    heading: texts[index]?.heading ?? '',
    text: (await texts[index]?.text()) ?? new Quoted(''),
  }));
  return {
    record,
    asOf,
    unkept,
    row,
    redactor,
    texts,
    page,
    others,
    text: paragraphs(head, enclosed(foot.length === 0 ? page.lines : mixed`${page.lines}\n${foot}`)),
    codes: codesOf([message, ...others.messages], others.chats, voice.book),
    nextCursor: page.next && cursorAt(page.next, call),
    closing: closingLine(coveredBy(record, asOf, others.count), question, desk.zone, desk.clock()),
  };
}

/** What we know of a message, in one line. */
function headOf(row: ShownMessage, voice: Voice): string {
  const { message, age, language, decision, redactor } = row;
  const { offlineMessageId: id, receivedAt, visitor } = message;
  const { zone } = voice;
  const facts = [
    `${spanText(age)} ago`,
    ...(visitor.visitorId === undefined ? [] : [`visitor ${visitor.visitorId}`]),
    ...(language === undefined ? [] : [languageName(language)]),
    ...MESSAGE_IN_HEADING.facts(row, voice),
  ];
  const triage =
    decision === undefined
      ? ''
      : `; triage: ${[levelWords(decision.priority), ...plainCategory(decision, redactor)].join(', ')}`;
  const when = `${wholeMomentText(zone, receivedAt)} (${zone.id})`;
  return `**Offline message ${id}, ${when}**, ${facts.join(', ')}${triage}`;
}

/** How many replies there are, those included that were too many to load. */
function countOf(replies: readonly OfflineReply[]): number {
  const leftOut = leftOutBy(replies.at(-1));
  return leftOut === undefined ? replies.length : replies.length - 1 + leftOut;
}

/** Lines that begin with these headings are ours alone, because further lines of a text are indented. */
function textsOf(
  { message, replies }: OfflineMessageThread,
  decision: RecordedDecision | undefined,
  { zone, clock }: Desk,
  redactor: Redactor,
): WrittenText[] {
  const { text, subject, visitor, receivedAt } = message;
  const { category, note, draftReply } = decision ?? {};
  const ours = redactor.ofOurSide();
  const { field, email, phone } = redactor.about(visitor);
  const contacts = [
    ...(visitor.email === undefined ? [] : [withoutPseudonym(email(visitor.email))]),
    ...(visitor.phone === undefined ? [] : [withoutPseudonym(phone(visitor.phone))]),
  ].map((contact) => mixed` ${contact}`);
  const from = mixed`From ${mapKnown(visitor.name, (name) => field(name, 60)) ?? '(no name)'}${joinMixed(contacts, '')}: `;
  const about = subject === undefined ? '' : mixed`**${field(subject, 120)}** `;
  return [
    {
      of: 'message',
      heading: mixed`${from}${about}`,
      text: () => (text === undefined ? Promise.resolve(new Quoted('(no text)')) : redactor.block(text)),
    },
    ...(category === undefined || isPlainCategory(category)
      ? []
      : [{ of: 'category' as const, heading: 'Category: ', text: () => Promise.resolve(ours.field(category)) }]),
    ...(note === undefined ? [] : [{ of: 'note' as const, heading: 'Note: ', text: () => ours.block(note) }]),
    ...(draftReply === undefined
      ? []
      : [{ of: 'draft' as const, heading: 'Draft, not sent: ', text: () => ours.block(draftReply) }]),
    ...replies.map((reply) => ({
      of: reply,
      heading: `Reply by ${(reply.agent && agentName(reply.agent)) ?? 'unknown'}${repliedWords(reply, receivedAt, zone, clock())}: `,
      text: () => redactor.from(reply.agent).block(reply.text),
    })),
  ];
}

function repliedWords({ repliedAt }: OfflineReply, receivedAt: EpochMillis, zone: Zone, now: EpochMillis): string {
  if (repliedAt === undefined) return '';
  return `, ${recentMomentText(zone, repliedAt, now)} (${spanText((repliedAt - receivedAt) / 1000)} later)`;
}

/** A message with what is known for its triage. */
async function rowOf(
  { message, replies }: OfflineMessageThread,
  { now, book }: Voice,
  desk: Desk,
  redactor: Redactor,
): Promise<ShownMessage> {
  const { offlineMessageId: id, subject, text } = message;
  const others = (await desk.archive.offlineMessages.find()).filter((other) => other.offlineMessageId !== id);
  const days = daysChecked(now);
  const checked = areLoaded(await desk.archive.chats.coverageOf(days)) ? days : undefined;
  const languageOf = await languageDetector();
  return {
    ...rowBeside({ ...message, replyCount: countOf(replies) }, now, redactor),
    facts: (await factsAt(now, [...others, message], checked, book, desk, [message])).get(id),
    language: languageOf(subject, text),
    decision: await desk.archive.triage.of(id),
  };
}

/** The line about the codes of messages and chats. */
function codesOf(messages: readonly OfflineMessage[], chats: readonly Chat[], book: Codebook): string | undefined {
  const unread = new CodeCounts('unread', ({ unreadCode }: OfflineMessage) => unreadCode, messages);
  return codesLine([unread, ...codeCounts(chats)], book);
}

/** A message with its replies, and `others` of its visitor's records, which are not loaded for it. */
function coveredBy(
  { message, replies }: OfflineMessageThread,
  asOf: EpochMillis,
  others: number | undefined,
): Covered[] {
  const coverage = coverageOfRecord(asOf);
  const leftOut = leftOutBy(replies.at(-1));
  const { visitorId } = message.visitor;
  return [
    { what: 'offline messages', coverage, count: 1 },
    leftOut === undefined
      ? { what: 'replies', coverage, count: replies.length }
      : {
          what: 'replies',
          coverage: { ...coverage, basis: 'partial', covered: 0 },
          count: replies.length - 1,
          of: countOf(replies),
          rest: 'there are too many to load the others',
        },
    ...(others === undefined || visitorId === undefined ? [] : [coveredOthers(visitorId, others)]),
  ];
}

const NO_OTHERS = { messages: [], chats: [], count: undefined, text: undefined };

/** The visitor's other records that are loaded, as lines. */
async function othersOf({ visitor, offlineMessageId }: OfflineMessage, voice: Voice, desk: Desk, redactor: Redactor) {
  const known = await knownOf(visitor.visitorId, desk);
  const beside = { ...voice, textLength: TEXT_LENGTH_OF_OTHERS };
  const messages = await fitting(
    known.offlineMessages.filter((other) => other.offlineMessageId !== offlineMessageId),
    (other) => joinMixed(MESSAGE_OF_VISITOR.line(rowBeside(other, voice.now, redactor), beside), ''),
  );
  const chats = await fitting(known.chats, (chat) =>
    joinMixed(CHAT_OF_VISITOR.line(chatBeside(chat, redactor), beside), ''),
  );
  return {
    messages: messages.rows,
    chats: chats.rows,
    count: known.offlineMessages.length - 1 + known.chats.length,
    text: joinMixed(
      [
        ...(messages.text === undefined ? [] : [mixed`Other messages from this visitor:\n${messages.text}`]),
        ...(chats.text === undefined ? [] : [mixed`Chats of this visitor:\n${chats.text}`]),
      ],
      '\n',
    ),
  };
}

/** The first rows, as far as there is room for them. */
async function fitting<Row>(
  rows: readonly Row[],
  lineOf: (row: Row) => Quoted,
): Promise<{ readonly rows: readonly Row[]; readonly text: Quoted | undefined }> {
  const lines = await mapInSlices(rows.slice(0, MAX_OTHERS), lineOf);
  const shown = rowsThatFit(lines, TOKENS_OF_OTHERS);
  return { rows: rows.slice(0, shown), text: shown === 0 ? undefined : joinMixed(lines.slice(0, shown), '\n') };
}
