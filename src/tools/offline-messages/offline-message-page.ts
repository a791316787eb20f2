import type { Codebook } from '../../insights/codes/codebook.ts';
import { languageDetector } from '../../insights/language.ts';
import { leftOutIn } from '../../model/text/cut-text.ts';
import type { ArchiveUnwritable } from '../../model/errors.ts';
import { OfflineMessageId } from '../../model/ids.ts';
import type { Chat, OfflineMessage, OfflineMessageThread, OfflineReply } from '../../model/records.ts';
import { inOwnSlice, mapInSlices } from '../../model/slices.ts';
import type { RecordedDecision } from '../../model/decided-here.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { enclosed } from '../../privacy/boundary.ts';
import { joinSafe, safe, type OwnText, type SafeText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { closingLine, coverageOfRecord, type Covered } from '../../answers/closing.ts';
import { readCursor, writeCursor, type Asked } from '../../answers/cursor.ts';
import { codebookOf, type Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { estimatedTokens, paragraphs, rowsThatFit } from '../../answers/token-budget.ts';
import { chatLine } from '../chats/chat-words.ts';
import { offlineMessageLine } from './offline-message-words.ts';
import { evidenceOf } from './message-record.ts';
import { decidedWords, triageLine, type TriageView } from './triage-words.ts';
import { agentName } from '../../answers/words/names.ts';
import { isoTime } from '../../answers/words/quantities.ts';
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
  readonly of: 'message' | 'note' | 'draft' | OfflineReply;
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
  const { message, replies } = record;
  const redactor = (await redactorsOf([message.visitor], desk, question))(message.visitor);
  const book = await codebookOf(desk);
  const view = await triageViewOf(message, book, desk);
  const texts = textsOf(record, view.decision, desk.zone, redactor);
  const isFirst = position === undefined;
  const others = isFirst ? await othersOf(message, book, desk, redactor) : NO_OTHERS;

  const { text: _, ...untold } = message;
  const line = await inOwnSlice(() => offlineMessageLine(untold, book, desk.zone, desk.clock(), 0, redactor));
  const { decision } = view;
  const head = isFirst
    ? paragraphs(
        safe`${line}\n${triageLine(view, message.visitor, redactor)}`,
        decision && safe`Decided: ${decidedWords(decision, redactor)}`,
        message.text === undefined ? safe`(no text)` : undefined,
      )
    : line;
  const leftOut = leftOutIn(replies.at(-1)?.text ?? '');
  const foot = paragraphs(
    isFirst && replies.length === 0 ? safe`Nobody has replied.` : undefined,
    leftOut === undefined ? undefined : safe`**Incomplete: ${leftOut} more replies came, and were not read.**`,
    others.text,
  );
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
    text: enclosed(paragraphs(head, page.lines, foot)),
    nextCursor: page.next && writeCursor(args, positionOf(page.next, id)),
    closing: closingLine(coveredBy(record, asOf, others.count), question, desk.zone, desk.clock()),
  };
}

/** Lines that begin with these headings are ours alone, because further lines of a text are indented. */
function textsOf(
  { message, replies }: OfflineMessageThread,
  decision: RecordedDecision | undefined,
  zone: Zone,
  redactor: Redactor,
): WrittenText[] {
  const { text } = message;
  const { note, draftReply } = decision ?? {};
  const ours = redactor.ofOurSide();
  return [
    ...(text === undefined
      ? []
      : [{ of: 'message' as const, heading: safe`Message: `, text: () => redactor.block(text) }]),
    ...(note === undefined ? [] : [{ of: 'note' as const, heading: safe`Note: `, text: () => ours.block(note) }]),
    ...(draftReply === undefined
      ? []
      : [{ of: 'draft' as const, heading: safe`Draft, not sent: `, text: () => ours.block(draftReply) }]),
    ...replies.map((reply) => ({
      of: reply,
      heading: safe`Reply ${reply.repliedAt === undefined ? safe`` : isoTime(zone, reply.repliedAt)} by ${(reply.agent && agentName(reply.agent)) ?? safe`unknown`}: `,
      text: () => redactor.from(reply.agent).block(reply.text),
    })),
  ];
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
          of: replies.length - 1 + leftOut,
          rest: safe`there are too many to load the others`,
        },
    ...(others === undefined || visitorId === undefined ? [] : [coveredOthers(visitorId, others)]),
  ];
}

const NO_OTHERS = { messages: [], chats: [], count: undefined, text: undefined };

/** Words the visitor's other records at hand. */
async function othersOf({ visitor, offlineMessageId }: OfflineMessage, book: Codebook, desk: Desk, redactor: Redactor) {
  const known = await knownOf(visitor.visitorId, desk);
  const messages = await fitting(
    known.offlineMessages.filter((other) => other.offlineMessageId !== offlineMessageId),
    (other) => offlineMessageLine(other, book, desk.zone, desk.clock(), TEXT_LENGTH_OF_OTHERS, redactor),
  );
  const chats = await fitting(known.chats, (chat) => chatLine(chat, book, desk.zone, redactor));
  return {
    messages: messages.rows,
    chats: chats.rows,
    count: known.offlineMessages.length - 1 + known.chats.length,
    text: paragraphs(
      messages.text && safe`Other messages of the same visitor:\n${messages.text}`,
      chats.text && safe`Chats of the same visitor:\n${chats.text}`,
    ),
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
