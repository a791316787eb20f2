import type { Codebook } from '../../insights/codes/codebook.ts';
import { languageDetector, languageName } from '../../insights/language.ts';
import { mapKnown } from '../../model/omit-undefined.ts';
import { secondsBetween } from '../../model/time/units.ts';
import { counted } from '../../model/words/count.ts';
import { spanText } from '../../model/words/duration.ts';
import { momentText, wholeMomentText } from '../../model/words/time.ts';
import { readCode } from '../../answers/codes.ts';
import { voiceFor } from '../../answers/rows/voice.ts';
import { toBeEnclosed, withoutPseudonym } from '../../privacy/quoted.ts';
import { leftOutIn } from '../../model/text/cut-text.ts';
import type { ArchiveUnwritable } from '../../model/errors.ts';
import { OfflineMessageId } from '../../model/ids.ts';
import type { Chat, OfflineMessage, OfflineMessageThread, OfflineReply } from '../../model/records.ts';
import { mapInSlices } from '../../model/slices.ts';
import type { RecordedDecision } from '../../model/decided-here.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { enclosed } from '../../privacy/boundary.ts';
import { described, joinSafe, safe, type OwnText, type SafeText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { closingLine, coverageOfRecord, type Covered } from '../../answers/closing.ts';
import { readCursor, writeCursor, type Asked } from '../../answers/cursor.ts';
import { codebookOf, type Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { estimatedTokens, paragraphs, rowsThatFit } from '../../answers/token-budget.ts';
import { chatLine } from '../chats/chat-words.ts';
import { evidenceOf, MESSAGE, type ShownMessage } from './message-record.ts';
import type { TriageView } from './triage-words.ts';
import { agentName } from '../../answers/words/names.ts';
import { pageOfTexts, placeAt, positionOf, type PageOfTexts } from '../../answers/texts.ts';
import { areLoaded, daysChecked, factsAt } from './chats-around.ts';
import { coveredOthers, knownOf, redactorsOf } from '../../answers/selection/known-visitor.ts';

const MAX_OTHERS = 5;
const TOKENS_OF_OTHERS = 350;
/** The length of another message of the same visitor, in characters. */
export const TEXT_LENGTH_OF_OTHERS = 120;

/** One offline message, as a question names it. */
interface Arguments {
  readonly offline_message_id: number;
  readonly cursor?: string | undefined;
  readonly asked: Asked;
}

/** A text of an offline message: what the visitor wrote, what was decided about it, and what was replied. */
export interface WrittenText {
  readonly of: 'message' | 'category' | 'note' | 'draft' | OfflineReply;
  readonly heading: SafeText;
  readonly text: () => Promise<SafeText>;
}

/** The part of an offline message that fits into an answer. */
export interface OfflineMessagePage {
  readonly record: OfflineMessageThread;
  readonly asOf: EpochMillis;
  /** Why the archive could not keep it, where that is so. */
  readonly unkept: ArchiveUnwritable | undefined;
  readonly view: TriageView;
  readonly book: Codebook;
  readonly redactor: Redactor;
  /** All of its texts, in the order in which pages show them. */
  readonly texts: readonly WrittenText[];
  readonly page: PageOfTexts;
  /** The visitor's other records; none on further pages. */
  readonly others: { readonly messages: readonly OfflineMessage[]; readonly chats: readonly Chat[] };
  /** The words of the page, in their boundary. */
  readonly text: OwnText;
  readonly nextCursor: OwnText | undefined;
  readonly closing: OwnText;
}

/** Reads an offline message and fills a page of so many tokens. Throws InvalidArgument, RecordNotFound, PermissionDenied. */
export async function offlineMessagePage(
  args: Arguments,
  desk: Desk,
  question: AskedQuestion,
  tokens: number,
): Promise<OfflineMessagePage> {
  const position = readCursor(args);
  const id = OfflineMessageId.parse(args.offline_message_id);
  const { record, asOf, unkept } = await desk.archive.offlineMessages.read(id, question);
  const { message } = record;
  const redactor = (await redactorsOf([message.visitor], desk, question))(message.visitor);
  const book = await codebookOf(desk);
  const view = await triageViewOf(message, book, desk);
  const texts = textsOf(record, view.decision, desk, redactor);
  const isFirst = position === undefined;
  const others = isFirst ? await othersOf(message, book, desk, question, redactor) : NO_OTHERS;

  const head = isFirst ? headOf(record, view, book, desk) : safe`**Offline message ${id}**, continued`;
  const foot = others.text ?? safe``;
  const room = tokens - estimatedTokens(head) - estimatedTokens(foot);
  const page = await pageOfTexts(texts.length, placeAt(position), room, async (index) => ({
    heading: texts[index]?.heading ?? safe``,
    text: (await texts[index]?.text()) ?? safe``,
  }));
  return {
    record,
    asOf,
    unkept,
    view,
    book,
    redactor,
    texts,
    page,
    others,
    text: paragraphs(head, enclosed(foot === '' ? page.lines : safe`${page.lines}\n${foot}`)),
    nextCursor: page.next && writeCursor(args, positionOf(page.next, id)),
    closing: closingLine(coveredBy(record, asOf, others.count), question, desk.zone, desk.clock()),
  };
}

/** What we know of a message, in one line. */
function headOf(
  { message, replies }: OfflineMessageThread,
  { evidence = [], language, decision }: TriageView,
  book: Codebook,
  { zone, clock }: Desk,
): OwnText {
  const { offlineMessageId: id, receivedAt, visitor, unreadCode } = message;
  const unread = readCode(book, 'unread', unreadCode);
  const facts = [
    ...(visitor.visitorId === undefined ? [] : [`visitor ${visitor.visitorId}`]),
    ...(language === undefined ? [] : [languageName(language)]),
    ...(unread?.meaning === 'unread' ? [unread.isLikely ? 'unread (assumed)' : 'unread'] : []),
    replies.length === 0 ? 'unanswered' : counted(countOf(replies), 'reply', 'replies'),
    ...evidence,
  ];
  const triage = decision === undefined ? '' : `; triage: ${decision.priority.replace('_', ' ')}`;
  const when = `${wholeMomentText(zone, receivedAt)} (${zone.id})`;
  const age = spanText((clock() - receivedAt) / 1000);
  return described(`**Offline message ${id}, ${when}**, ${age} ago, ${facts.join(', ')}${triage}`);
}

/** How many replies there are, those included that were too many to load. */
function countOf(replies: readonly OfflineReply[]): number {
  const leftOut = leftOutIn(replies.at(-1)?.text ?? '');
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
  ].map((contact) => safe` ${contact}`);
  const from = safe`From ${mapKnown(visitor.name, (name) => field(name, 60)) ?? safe`(no name)`}${joinSafe(contacts, '')}: `;
  const about = subject === undefined ? safe`` : safe`**${field(subject, 120)}** `;
  return [
    {
      of: 'message',
      heading: safe`${from}${about}`,
      text: () => (text === undefined ? Promise.resolve(safe`(no text)`) : redactor.block(text)),
    },
    ...(category === undefined
      ? []
      : [{ of: 'category' as const, heading: safe`Category: `, text: () => Promise.resolve(ours.field(category)) }]),
    ...(note === undefined ? [] : [{ of: 'note' as const, heading: safe`Note: `, text: () => ours.block(note) }]),
    ...(draftReply === undefined
      ? []
      : [{ of: 'draft' as const, heading: safe`Draft, not sent: `, text: () => ours.block(draftReply) }]),
    ...replies.map((reply) => ({
      of: reply,
      heading: safe`Reply by ${(reply.agent && agentName(reply.agent)) ?? safe`unknown`}${repliedWords(reply, receivedAt, zone, clock())}: `,
      text: () => redactor.from(reply.agent).block(reply.text),
    })),
  ];
}

function repliedWords({ repliedAt }: OfflineReply, receivedAt: EpochMillis, zone: Zone, now: EpochMillis): OwnText {
  if (repliedAt === undefined) return safe``;
  const year = zone.dateOf(repliedAt).slice(0, 4) === zone.dateOf(now).slice(0, 4) ? 'without year' : 'with year';
  return described(`, ${momentText(zone, repliedAt, year)} (${spanText((repliedAt - receivedAt) / 1000)} later)`);
}

/** What is known of a message, and the decision about it. */
async function triageViewOf(message: OfflineMessage, book: Codebook, desk: Desk): Promise<TriageView> {
  const { offlineMessageId: id, subject, text } = message;
  const others = (await desk.archive.offlineMessages.find()).filter((other) => other.offlineMessageId !== id);
  const now = desk.clock();
  const days = daysChecked(now);
  const checked = areLoaded(await desk.archive.chats.coverageOf(days)) ? days : undefined;
  const facts = (await factsAt(now, [...others, message], checked, book, desk)).get(id);
  const languageOf = await languageDetector();
  return {
    evidence: evidenceOf({ message, facts }),
    language: languageOf([subject, text].join('\n')),
    decision: await desk.archive.triage.of(id),
  };
}

/** A message with its replies, and `others` of its visitor's records, which are not loaded for it. */
function coveredBy(
  { message, replies }: OfflineMessageThread,
  asOf: EpochMillis,
  others: number | undefined,
): Covered[] {
  const coverage = coverageOfRecord(asOf);
  const leftOut = leftOutIn(replies.at(-1)?.text ?? '');
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
          rest: safe`there are too many to load the others`,
        },
    ...(others === undefined || visitorId === undefined ? [] : [coveredOthers(visitorId, others)]),
  ];
}

const NO_OTHERS = { messages: [], chats: [], count: undefined, text: undefined };

/** The visitor's other records that are loaded, as lines. */
async function othersOf(
  { visitor, offlineMessageId }: OfflineMessage,
  book: Codebook,
  desk: Desk,
  question: AskedQuestion,
  redactor: Redactor,
) {
  const known = await knownOf(visitor.visitorId, desk);
  const voice = { ...(await voiceFor(desk, question, desk.zone)), textLength: TEXT_LENGTH_OF_OTHERS };
  const messages = await fitting(
    known.offlineMessages.filter((other) => other.offlineMessageId !== offlineMessageId),
    (other) => toBeEnclosed(MESSAGE.line(rowBeside(other, desk, redactor), voice)),
  );
  const chats = await fitting(known.chats, (chat) => chatLine(chat, book, desk.zone, redactor));
  return {
    messages: messages.rows,
    chats: chats.rows,
    count: known.offlineMessages.length - 1 + known.chats.length,
    text: joinSafe(
      [
        ...(messages.text === undefined ? [] : [safe`Other messages from this visitor:\n${messages.text}`]),
        ...(chats.text === undefined ? [] : [safe`Chats of this visitor:\n${chats.text}`]),
      ],
      '\n',
    ),
  };
}

/** A message beside other records of its visitor: a line of it says nothing of its triage. */
export function rowBeside(message: OfflineMessage, { clock }: Desk, redactor: Redactor): ShownMessage {
  const age = secondsBetween(message.receivedAt, clock());
  return {
    message,
    age,
    facts: undefined,
    decision: undefined,
    isAmongAnswered: true,
    others: [],
    redactor,
    language: undefined,
  };
}

/** The first rows, as far as there is room for them. */
async function fitting<Row>(
  rows: readonly Row[],
  lineOf: (row: Row) => SafeText,
): Promise<{ readonly rows: readonly Row[]; readonly text: SafeText | undefined }> {
  const lines = await mapInSlices(rows.slice(0, MAX_OTHERS), lineOf);
  const shown = rowsThatFit(lines, TOKENS_OF_OTHERS);
  return { rows: rows.slice(0, shown), text: shown === 0 ? undefined : joinSafe(lines.slice(0, shown), '\n') };
}
