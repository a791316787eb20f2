import type { Codebook } from '../../insights/codes/codebook.ts';
import type { Chat, OfflineMessage, VisitorProfile, VisitorRecord } from '../../model/records.ts';
import { inOwnSlice } from '../../model/slices.ts';
import { enclosed } from '../../privacy/boundary.ts';
import { joinSafe, safe, type OwnText, type SafeText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { writeCursor, type Asked, type Position } from '../../answers/cursor.ts';
import type { Desk } from '../../answers/desk.ts';
import type { AskedQuestion } from '../../answers/question.ts';
import { estimatedTokens } from '../../answers/token-budget.ts';
import { chatLine } from '../chats/chat-words.ts';
import { voiceFor, type Voice } from '../../answers/rows/voice.ts';
import { toBeEnclosed } from '../../privacy/quoted.ts';
import { MESSAGE } from '../offline-messages/message-record.ts';
import { otherRow } from '../offline-messages/offline-message-page.ts';
import { visitorRecordLine } from './visitor-words.ts';

/** The length of a message's text in a row, in characters. */
export const TEXT_LENGTH = 160;
/** The number of rows of each kind that come before the rest of any. */
const FIRST_OF_EACH = 10;
/** The limit of rows in an answer. */
export const ROWS_OF_ANSWER = 3 * FIRST_OF_EACH;

/** The records of a visitor. */
export interface KnownOfVisitor {
  readonly profile: VisitorProfile;
  readonly chats: readonly Chat[];
  readonly offlineMessages: readonly OfflineMessage[];
}

type Row =
  | { readonly kind: 'records'; readonly row: VisitorRecord }
  | { readonly kind: 'chats'; readonly row: Chat }
  | { readonly kind: 'offline messages'; readonly row: OfflineMessage };

/** The part of a visitor's records that fits into an answer. */
export interface VisitorPage {
  readonly records: readonly VisitorRecord[];
  readonly chats: readonly Chat[];
  readonly offlineMessages: readonly OfflineMessage[];
  /** The rows as lines, each kind below its heading, in their boundary; absent where there are none. */
  readonly text: OwnText | undefined;
  readonly nextCursor: OwnText | undefined;
  /** The number of rows on the next pages. */
  readonly left: number;
}

/** Fills a page with the rows of a visitor, the newest of each kind first: at most so many, and no more than fit. */
export async function visitorPage(
  known: KnownOfVisitor,
  args: { readonly asked: Asked },
  position: Position | undefined,
  { rows: most, tokens }: { readonly rows: number; readonly tokens: number },
  shownAs: {
    readonly desk: Desk;
    readonly book: Codebook;
    readonly redactor: Redactor;
    readonly question: AskedQuestion;
  },
): Promise<VisitorPage> {
  const [lastChat = 0, lastMessage = 0] = position?.after ?? [];
  const recordsShown = position?.records ?? 0;
  const rows = rowsOf({
    records: known.profile.records.slice(recordsShown),
    chats: behind(lastChat, known.chats, ({ chatId }) => chatId),
    offlineMessages: behind(lastMessage, known.offlineMessages, ({ offlineMessageId }) => offlineMessageId),
  });
  const voice = await voiceFor(shownAs.desk, shownAs.question, shownAs.desk.zone);
  const shown: Row[] = [];
  const lines: SafeText[] = [];
  let room = tokens;
  for (const one of rows.slice(0, most)) {
    const line = await inOwnSlice(() => lineOf(one, shownAs, voice));
    const heading = one.kind === shown.at(-1)?.kind ? [] : [headingOf(one.kind, known)];
    room -= [line, ...heading].reduce((sum, text) => sum + estimatedTokens(text) + 1, 0);
    // At least one, so that a cursor always moves on.
    if (room < 0 && shown.length > 0) break;
    shown.push(one);
    lines.push(...heading, line);
  }
  const left = rows.length - shown.length;
  const records = shown.flatMap(({ kind, row }) => (kind === 'records' ? [row] : []));
  const chats = shown.flatMap(({ kind, row }) => (kind === 'chats' ? [row] : []));
  const offlineMessages = shown.flatMap(({ kind, row }) => (kind === 'offline messages' ? [row] : []));
  return {
    records,
    chats,
    offlineMessages,
    text: lines.length === 0 ? undefined : enclosed(joinSafe(lines, '\n')),
    nextCursor:
      left === 0
        ? undefined
        : writeCursor(args, {
            after: [chats.at(-1)?.chatId ?? lastChat, offlineMessages.at(-1)?.offlineMessageId ?? lastMessage],
            records: recordsShown + records.length,
          }),
    left,
  };
}

/** The rows behind the last one that was shown, whatever came before it since. */
function behind<One>(last: number, rows: readonly One[], idOf: (row: One) => number): readonly One[] {
  return rows.slice(rows.findIndex((row) => idOf(row) === last) + 1);
}

function rowsOf({
  records,
  chats,
  offlineMessages,
}: Pick<VisitorPage, 'records' | 'chats' | 'offlineMessages'>): Row[] {
  const kinds: readonly (readonly Row[])[] = [
    records.map((row) => ({ kind: 'records', row })),
    chats.map((row) => ({ kind: 'chats', row })),
    offlineMessages.map((row) => ({ kind: 'offline messages', row })),
  ];
  return [
    ...kinds.flatMap((rows) => rows.slice(0, FIRST_OF_EACH)),
    ...kinds.flatMap((rows) => rows.slice(FIRST_OF_EACH)),
  ];
}

function headingOf(kind: Row['kind'], { profile, chats, offlineMessages }: KnownOfVisitor): OwnText {
  switch (kind) {
    case 'records':
      return safe`Records (${profile.records.length}):`;
    case 'chats':
      return safe`Chats (${chats.length}):`;
    case 'offline messages':
      return safe`Offline messages (${offlineMessages.length}):`;
  }
}

function lineOf(
  { kind, row }: Row,
  { desk, book, redactor, question }: Parameters<typeof visitorPage>[4],
  voice: Voice,
): SafeText {
  switch (kind) {
    case 'records':
      return visitorRecordLine(row, question.redactor);
    case 'chats':
      return chatLine(row, book, desk.zone, redactor);
    case 'offline messages':
      return toBeEnclosed(MESSAGE.line(otherRow(row, desk, redactor), { ...voice, textLength: TEXT_LENGTH }));
  }
}
