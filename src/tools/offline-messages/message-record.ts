import {
  codeFlag,
  field,
  foreignText,
  IDS,
  NUMBER,
  oneOf,
  part,
  PHRASES,
  TEXT,
  TIME,
  type Field,
} from '../../answers/rows/field.ts';
import { lines } from '../../answers/rows/record.ts';
import { languageName, type Language } from '../../insights/language.ts';
import type { MessageFacts } from '../../insights/triage/message-facts.ts';
import { TRIAGE_PRIORITIES, type RecordedDecision } from '../../model/decided-here.ts';

import type { OfflineMessage } from '../../model/records.ts';
import { secondsBetween, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import { counted } from '../../model/words/count.ts';
import { spanText } from '../../model/words/duration.ts';
import { groupedText, rounded } from '../../model/words/number.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import type { Quoted } from '../../privacy/quoted.ts';

/** An offline message with what is known for its triage. */
export interface MessageRow {
  readonly message: OfflineMessage;
  readonly age: Seconds;
  /** Absent where it has a reply. */
  readonly facts: MessageFacts | undefined;
  readonly decision: RecordedDecision | undefined;
  /** Whether its list has messages with a reply, too. */
  readonly isAmongAnswered: boolean;
  /** Other messages of the list that say nearly the same, and that it stands for. */
  readonly others: readonly MessageRow[];
}

/** A message of a page. */
export interface ShownMessage extends MessageRow {
  readonly redactor: Redactor;
  readonly language: Language | undefined;
  /** Its texts as an answer has them, which the data hold instead of their beginnings. */
  readonly texts?: MessageTexts;
}

/** Texts of a message and of the decision about it, redacted. */
export interface MessageTexts {
  readonly text?: Quoted | undefined;
  readonly note?: Quoted | undefined;
  readonly draftReply?: Quoted | undefined;
}

/** A message beside others of its visitor: without what lists say of triage. */
export function rowBeside(message: OfflineMessage, now: EpochMillis, redactor: Redactor): ShownMessage {
  const age = secondsBetween(message.receivedAt, now);
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

/** The texts that were decided here are of our own side: the addresses in them stay. */
const decided = (row: ShownMessage, of: 'category' | 'note' | 'draftReply') => row.decision?.[of];

/** Of messages that say the same, so many are named by their ids: there may be thousands. */
const SIMILAR_IN_TEXT = 10;
const SIMILAR_IN_DATA = 100;

export const MESSAGE = lines<ShownMessage>({
  id: 'offline_message_id',
  idOf: ({ message }) => message.offlineMessageId,
  redactorFor: ({ message, redactor }) => redactor.about(message.visitor),
  fields: [
    field('received_at', TIME, ({ message }) => message.receivedAt, {
      say: (at, { age }) => `${at} (${spanText(age)} ago)`,
    }),
    field('age_hours', NUMBER, ({ age }) => rounded(age / 3600, 1), { say: false }),
    field('language', TEXT, ({ language }) => language, {
      say: (_, { language }) => (language === undefined || language === 'en' ? '' : languageName(language)),
    }),
    codeFlag('unread', 'unread', 'unread', ({ message }) => message.unreadCode, {
      say: (meaning) => (meaning === 'unread' ? meaning : ''),
    }),
    field('replies', NUMBER, ({ message }) => message.replyCount, {
      say: (_, { message: { replyCount = 0 }, isAmongAnswered }) =>
        replyCount === 0 ? (isAmongAnswered ? 'unanswered' : '') : counted(replyCount, 'reply', 'replies'),
    }),
    field('evidence', PHRASES, (row) => (row.facts === undefined ? undefined : evidenceOf(row))),
    field('similar', IDS, ({ others }) => (others.length === 0 ? undefined : idsOf(others.slice(0, SIMILAR_IN_DATA))), {
      say: (_, { others }) => similarWords(others),
    }),
    field(
      'similar_left_out',
      NUMBER,
      ({ others }) => (others.length > SIMILAR_IN_DATA ? others.length - SIMILAR_IN_DATA : undefined),
      { say: false },
    ),
    part('triage', [
      field('priority', oneOf(TRIAGE_PRIORITIES), ({ decision }) => decision?.priority, {
        say: (level) => `triage: ${level}`,
      }),
      whole(
        'draftReply',
        foreignText('draft_reply', (row) => decided(row, 'draftReply'), { isOfOurSide: true, instead: 'with a draft' }),
      ),
      foreignText('category', (row) => decided(row, 'category'), { form: 'field', length: 60, isOfOurSide: true }),
      whole(
        'note',
        foreignText('note', (row) => decided(row, 'note'), { before: '(', after: ')', isOfOurSide: true }),
      ),
      field('decided_at', TIME, ({ decision }) => decision?.decidedAt, { say: false }),
    ]),
    part('visitor', [
      foreignText('name', ({ message }) => message.visitor.name, { form: 'field', length: 60 }),
      field('visitor_id', NUMBER, ({ message }) => message.visitor.visitorId, {
        say: (_, { message: { visitor } }) => `${visitor.name === undefined ? '(no name) ' : ''}(${visitor.visitorId})`,
      }),
      foreignText('email', ({ message }) => message.visitor.email, { form: 'email' }),
      foreignText('phone', ({ message }) => message.visitor.phone, { form: 'phone' }),
    ]),
    foreignText('subject', ({ message }) => message.subject, { length: 120, before: '**', after: '**', isBelow: true }),
    whole(
      'text',
      foreignText('text', ({ message }) => message.text, { isBelow: true }),
    ),
  ],
});

function idsOf(rows: readonly MessageRow[]): number[] {
  return rows.map(({ message }) => message.offlineMessageId);
}

/** `4,999 similar: 12, 13 and 4,997 more`. */
function similarWords(others: readonly MessageRow[]): string {
  const ids = idsOf(others.slice(0, SIMILAR_IN_TEXT)).join(', ');
  const more = others.length - SIMILAR_IN_TEXT;
  return `${groupedText(others.length)} similar: ${ids}${more > 0 ? ` and ${groupedText(more)} more` : ''}`;
}

/** A text that the data show at the length that the row has. */
function whole(which: keyof MessageTexts, beginning: Field<ShownMessage>): Field<ShownMessage> {
  return {
    ...beginning,
    data: (row, voice) => (row.texts === undefined ? beginning.data(row, voice) : row.texts[which]),
  };
}

const ORDINALS = ['2nd', '3rd'];

/** What is known of a message without a reply, a phrase each. */
function evidenceOf({ message, facts }: Pick<MessageRow, 'message' | 'facts'>): string[] {
  if (facts === undefined) return [];
  const { unansweredBefore: before, ways, missedChatBefore, servedLater } = facts;
  return [
    ...(message.replyCount === undefined ? ['replies unknown'] : []),
    ...(before === 0 ? [] : [`${ORDINALS[before - 1] ?? `${before + 1}th`} unanswered message`]),
    ...(missedChatBefore === undefined ? [] : [`chat missed ${spanText(missedChatBefore)} before`]),
    ...(servedLater === undefined ? [] : [`served ${spanText(servedLater)} later`]),
    ...(ways.length === 0 ? ['no email or phone'] : []),
  ];
}
