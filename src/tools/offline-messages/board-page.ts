import type { ViewedPage } from '../../answers/rows/list-tool.ts';
import type { VisitorId } from '../../model/ids.ts';
import type { Chat, OfflineMessage } from '../../model/records.ts';
import { mapInSlices } from '../../model/slices.ts';
import { scopesLacking } from '../../model/tool-scopes.ts';
import { chatData } from '../chats/chat-words.ts';
import type { Desk } from '../../answers/desk.ts';
import { offlineMessageData } from './offline-message-words.ts';
import { evidenceOf, type MessageRow, type ShownMessage } from './message-record.ts';
import { decisionTexts, triageData } from './triage-words.ts';

/** More than a page of a board shall have, in characters; one message it has always. */
const CHARACTERS_OF_PAGE = 300_000;
const MAX_OTHERS = 5;
const TEXT_LENGTH_OF_OTHERS = 240;

export type BoardMessage = Awaited<ReturnType<typeof boardMessage>>;

/** What the rows are shown with. */
interface BoardContext extends ViewedPage<MessageRow> {
  readonly desk: Desk;
  /** Every message that is loaded, newest first. */
  readonly everything: readonly OfflineMessage[];
}

/**
 * A page of the queue as its board shows it: each message for itself, whole, and with what is loaded of who wrote it, so that going
 * from one to the next waits for nothing. Loads nothing.
 */
export async function boardPage(rows: readonly ShownMessage[], context: BoardContext) {
  const { heading, behind, cursorAfter, desk, everything } = context;
  const wrote = Map.groupBy(everything, ({ visitor }) => visitor.visitorId);
  const messages: BoardMessage[] = [];
  let [shown, characters] = [0, 0];
  for (const row of rows) {
    const group: BoardMessage[] = [];
    for (const one of [row, ...row.others]) {
      const { visitorId } = one.message.visitor;
      const others =
        visitorId === undefined ? [] : (wrote.get(visitorId) ?? []).filter((other) => other !== one.message);
      const similar = [row, ...row.others].filter((other) => other !== one);
      group.push(await boardMessage({ ...row, ...one }, similar, others, await chatsOf(visitorId, desk), context));
    }
    characters += group.reduce((sum, message) => sum + charactersOf(message), 0);
    if (characters > CHARACTERS_OF_PAGE && shown > 0) break;
    messages.push(...group);
    shown += 1;
  }
  const last = rows[shown - 1];
  return {
    messages,
    ...(last === undefined && { nothing: heading }),
    next_cursor: last !== undefined && shown < behind ? cursorAfter(last) : undefined,
    may_record: mayRecord(desk),
  };
}

/** Whether the caller may record decisions, and the server has the tool for it. */
function mayRecord({ caller, tools }: Desk): boolean {
  return scopesLacking(caller, ['record_triage']).length === 0 && tools?.has('record_triage') !== false;
}

async function chatsOf(visitorId: VisitorId | undefined, { archive }: Desk): Promise<readonly Chat[]> {
  return visitorId === undefined || archive.shown.chats === 'none' ? [] : archive.chats.ofVisitor(visitorId);
}

async function boardMessage(
  row: ShownMessage,
  similar: readonly MessageRow[],
  others: readonly OfflineMessage[],
  chats: readonly Chat[],
  { voice: { zone, book, now } }: BoardContext,
) {
  const { message, decision, language } = row;
  const redactor = row.redactor.about(message.visitor);
  const texts = await decisionTexts(decision ?? {}, (text) => redactor.ofOurSide().block(text));
  const { text: _, ...untold } = message;
  const view = {
    evidence: evidenceOf(row),
    language,
    decision,
    similar: similar.map((other) => other.message.offlineMessageId),
  };
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
