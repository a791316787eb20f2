import type { Foreign } from '../../model/foreign.ts';
import { z } from 'zod';
import { areRatingsAssumed, readCode } from '../../answers/codes.ts';
import { codeFlag, field, foreignText, NUMBER, TEXT, WEEKDAY_TIME, type Field } from '../../answers/rows/field.ts';
import { agentPart, visitorPart } from '../../answers/rows/people.ts';
import { lines } from '../../answers/rows/record.ts';
import { advertisedAs } from '../../answers/tool.ts';
import { commonestOf, meaningOf, type Codebook } from '../../model/codebook/codebook.ts';
import { ratingValueOf } from '../../model/codebook/code-states.ts';
import { durationOf, waitOf } from '../../insights/digest/chat-lengths.ts';
import { CODES_OF_ROWS } from '../../figures/code-counts.ts';
import { mapKnown } from '../../model/omit-undefined.ts';
import type { Chat } from '../../model/records.ts';
import { spanText } from '../../model/words/duration.ts';
import { rounded } from '../../model/words/number.ts';
import type { Words } from '../../privacy/quoted.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { openValuesOf } from './chat-codes.ts';

/** A chat of a page. */
export interface ShownChat {
  readonly chat: Chat;
  readonly redactor: Redactor;
  /** Whether the heading has the day of all rows. */
  readonly isOfOneDay: boolean;
  /** What the visitor of a missed chat wrote, where the transcript is loaded. */
  readonly firstWords: Foreign | undefined;
}

const SECONDS: typeof NUMBER = { ...NUMBER, words: spanText };
const RAW_VALUES = {
  schema: z.record(z.string(), z.number()).meta(advertisedAs({ type: 'object' })),
  data: (values: Readonly<Record<string, number>>) => values,
  words: () => '',
};

const FIRST_WORDS_LENGTH = 80;

/** What a code says of a chat, where it does; the raw value of an unknown one, but for the value that most chats have. */
function flag(name: string, code: 'is_missed' | 'is_chat_transferred', meaning: string): Field<ShownChat> {
  const raw = ({ chat }: ShownChat) => CODES_OF_ROWS[code](chat);
  const known = codeFlag(name, code, meaning, raw, { say: (word) => (word === meaning ? word : '') });
  return {
    ...known,
    words: (row, voice) =>
      readCode(voice.book, code, raw(row)) === undefined && raw(row) === commonestOf(voice.book, code)
        ? []
        : known.words(row, voice),
  };
}

/** Who started or ended a chat, as data. */
function party(name: string, code: 'chat_started_by' | 'chat_ended_by'): Field<ShownChat> {
  return field(name, TEXT, ({ chat }, { book }) => meaningOf(book, code, CODES_OF_ROWS[code](chat)), { say: false });
}

const DURATION = field<ShownChat, number>(
  'duration_seconds',
  SECONDS,
  ({ chat }) => mapKnown(durationOf(chat), (length) => rounded(length, 3)),
  { say: (length) => `duration ${length}` },
);

const RATING = field<ShownChat, number>('rating', NUMBER, ({ chat }, { book }) =>
  book.rating.settled ? ratingValueOf(chat, book) : undefined,
);

/** A chat beside other records, which has all that its line shows. */
export function chatBeside(chat: Chat, redactor: Redactor): ShownChat {
  return { chat, redactor: redactor.about(chat.visitor), isOfOneDay: false, firstWords: undefined };
}

export const CHAT = lines<ShownChat>({
  id: 'chat_id',
  idOf: ({ chat }) => chat.chatId,
  redactorFor: ({ redactor }) => redactor,
  fields: [
    field('requested_at', WEEKDAY_TIME, ({ chat }) => chat.requestedAt, {
      say: (moment, { isOfOneDay }) => (isOfOneDay ? moment.slice(-5) : moment),
    }),
    flag('missed', 'is_missed', 'missed'),
    field('wait_seconds', SECONDS, ({ chat }) => mapKnown(waitOf(chat), (wait) => rounded(wait, 3)), {
      say: (wait) => `wait ${wait}`,
    }),
    { ...DURATION, words: (row, voice) => (isOpen(row) ? ['open'] : DURATION.words(row, voice)) },
    flag('transferred', 'is_chat_transferred', 'transferred'),
    party('started_by', 'chat_started_by'),
    party('ended_by', 'chat_ended_by'),
    { ...RATING, words: ratingWords },
    field(
      'codes',
      RAW_VALUES,
      ({ chat }, { book }) => {
        const open = openValuesOf(chat, book);
        return open.length === 0 ? undefined : Object.fromEntries(open);
      },
      { say: false },
    ),
    agentPart(({ chat }) => chat.agent),
    visitorPart(({ chat }) => chat.visitor),
    foreignText('first_words', ({ firstWords }) => firstWords, {
      length: FIRST_WORDS_LENGTH,
      before: '“',
      after: '”',
    }),
  ],
});

function isOpen({ chat: { startedAt, endedAt } }: ShownChat): boolean {
  return startedAt !== undefined && endedAt === undefined;
}

function ratingWords({ chat: { ratingCode: raw } }: ShownChat, { book }: { readonly book: Codebook }): Words {
  if (raw === undefined || readCode(book, 'rating', raw)?.meaning === 'not rated') return [];
  if (book.rating.settled) return [`rating ${raw}`];
  if (areRatingsAssumed(book)) return [`rating ${raw} (assumed)`];
  return raw === commonestOf(book, 'rating') ? [] : [`rating code ${raw}`];
}
