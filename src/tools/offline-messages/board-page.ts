import type { Codebook } from '../../insights/codes/codebook.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { OfflineMessageId, VisitorId } from '../../model/ids.ts';
import type { Chat, OfflineMessage } from '../../model/records.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { mapInSlices } from '../../model/slices.ts';
import { scopesLacking } from '../../model/tool-scopes.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { OwnText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { chatData } from '../chats/chat-words.ts';
import type { Desk } from '../../answers/desk.ts';
import { offlineMessageData } from './offline-message-words.ts';
import { decisionTexts, triageData, type TriageView } from './triage-words.ts';

/** More than a page of a board shall have, in characters; one message it has always. */
const CHARACTERS_OF_PAGE = 300_000;
const MAX_OTHERS = 5;
const TEXT_LENGTH_OF_OTHERS = 240;

/** A row of the list, in the order of the queue. */
interface BoardRow {
  readonly id: OfflineMessageId;
  readonly message: OfflineMessage;
}

/** What the rows are shown with. */
interface BoardContext<Row> {
  readonly desk: Desk;
  readonly book: Codebook;
  /** The zone of the question. */
  readonly zone: Zone;
  readonly now: EpochMillis;
  readonly views: ReadonlyMap<OfflineMessageId, TriageView>;
  readonly redactorFor: (visitor: OfflineMessage['visitor']) => Redactor;
  /** Every message at hand, newest first. */
  readonly everything: readonly OfflineMessage[];
  readonly cursorAfter: (row: Row) => OwnText;
}

export type BoardMessage = Awaited<ReturnType<typeof boardMessage>>;

/**
 * A page of the queue as its board shows it: the rows with whole texts, and with what is at hand of who wrote them, so that whoever goes from
 * one to the next waits for nothing. Reads nothing from the service. `rows` are at most those of a page, `left` is how many there are.
 */
export async function boardPage<Row extends BoardRow>(
  rows: readonly Row[],
  left: number,
  context: BoardContext<Row>,
): Promise<{ readonly messages: BoardMessage[]; readonly next_cursor?: OwnText; readonly may_record: boolean }> {
  const { desk, everything, cursorAfter } = context;
  const wrote = Map.groupBy(everything, ({ visitor }) => visitor.visitorId);
  const messages: BoardMessage[] = [];
  let characters = 0;
  for (const { message } of rows) {
    const { visitorId } = message.visitor;
    const others = visitorId === undefined ? [] : (wrote.get(visitorId) ?? []).filter((other) => other !== message);
    const chats = await chatsOf(visitorId, desk);
    const shown = await boardMessage(message, others, chats, context);
    characters += charactersOf(shown);
    if (characters > CHARACTERS_OF_PAGE && messages.length > 0) break;
    messages.push(shown);
  }
  const last = rows[messages.length - 1];
  return omitUndefined({
    messages,
    next_cursor: last !== undefined && messages.length < left ? cursorAfter(last) : undefined,
    may_record: mayRecord(desk),
  });
}

/** Whether the caller may record decisions, and the server has the tool for it. */
function mayRecord({ caller, tools }: Desk): boolean {
  return scopesLacking(caller, ['record_triage']).length === 0 && tools?.has('record_triage') !== false;
}

async function chatsOf(visitorId: VisitorId | undefined, { archive }: Desk): Promise<readonly Chat[]> {
  return visitorId === undefined || archive.shown.chats === 'none' ? [] : archive.chats.ofVisitor(visitorId);
}

async function boardMessage(
  message: OfflineMessage,
  others: readonly OfflineMessage[],
  chats: readonly Chat[],
  { zone, book, now, views, redactorFor }: Omit<BoardContext<never>, 'cursorAfter' | 'everything'>,
) {
  const redactor = redactorFor(message.visitor);
  const view = views.get(message.offlineMessageId) ?? {};
  const texts = await decisionTexts(view.decision ?? {}, (text) => redactor.ofOurSide().block(text));
  const { text: _, ...untold } = message;
  return {
    ...(await offlineMessageData(untold, book, zone, now, 0, redactor)),
    ...(message.text !== undefined && { text: await redactor.block(message.text) }),
    ...triageData(view, zone, texts, redactor),
    other_messages: await mapInSlices(others.slice(0, MAX_OTHERS), (other) =>
      offlineMessageData(other, book, zone, now, TEXT_LENGTH_OF_OTHERS, redactor),
    ),
    other_messages_known: others.length,
    chats: chats.slice(0, MAX_OTHERS).map((chat) => chatData(chat, book, zone, redactor)),
    chats_known: chats.length,
  };
}

function charactersOf({ text, triage }: BoardMessage): number {
  return (text?.length ?? 0) + (triage?.note?.length ?? 0) + (triage?.draft_reply?.length ?? 0);
}
