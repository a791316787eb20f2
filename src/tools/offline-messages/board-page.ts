import type { ViewedPage } from '../../answers/rows/list.ts';
import type { VisitorId } from '../../model/ids.ts';
import type { Chat, OfflineMessage } from '../../model/records.ts';
import { mapKnown } from '../../model/omit-undefined.ts';
import { mapInSlices } from '../../model/slices.ts';
import { scopesLacking } from '../../model/tool-scopes.ts';
import { CHAT, chatBeside } from '../chats/chat-record.ts';
import type { Desk } from '../../answers/desk.ts';
import { MESSAGE, rowBeside, type MessageRow, type ShownMessage } from './message-record.ts';
import { decisionTexts } from './triage-words.ts';

/** More than a page of a board shall have, in characters; one message it has always. */
const CHARACTERS_OF_PAGE = 300_000;
/** Of messages that say the same, more are not handed over each for itself. */
const MOST_ALIKE = 100;
const MAX_OTHERS = 5;
const TEXT_LENGTH_OF_OTHERS = 240;

type BoardMessage = Awaited<ReturnType<typeof boardMessage>>;

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
  const messages: BoardMessage['data'][] = [];
  let [shown, covered, characters] = [0, 0, 0];
  for (const row of rows) {
    const group: BoardMessage[] = [];
    for (const one of [row, ...row.others].slice(0, MOST_ALIKE)) {
      const { visitorId } = one.message.visitor;
      const others =
        visitorId === undefined ? [] : (wrote.get(visitorId) ?? []).filter((other) => other !== one.message);
      const similar = [row, ...row.others].filter((other) => other !== one);
      const message = { ...row, ...one, others: similar };
      group.push(await boardMessage(message, others, await chatsOf(visitorId, desk), context));
    }
    characters += group.reduce((sum, message) => sum + message.characters, 0);
    if (characters > CHARACTERS_OF_PAGE && shown > 0) break;
    messages.push(...group.map(({ data }) => data));
    shown += 1;
    covered += 1 + row.others.length;
  }
  const last = rows[shown - 1];
  return {
    messages,
    ...(last === undefined && { nothing: heading }),
    next_cursor: last !== undefined && covered < behind ? cursorAfter(last) : undefined,
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
  others: readonly OfflineMessage[],
  chats: readonly Chat[],
  { voice }: BoardContext,
) {
  const { message, decision } = row;
  const redactor = row.redactor.about(message.visitor);
  const texts = {
    text: await mapKnown(message.text, (text) => redactor.block(text)),
    ...(await decisionTexts(decision ?? {}, (text) => redactor.ofOurSide().block(text))),
  };
  const beside = { ...voice, textLength: TEXT_LENGTH_OF_OTHERS };
  return {
    characters: Object.values(texts).reduce((sum, text) => sum + (text?.length ?? 0), 0),
    data: {
      ...MESSAGE.data({ ...row, texts }, voice),
      other_messages: await mapInSlices(others.slice(0, MAX_OTHERS), (other) =>
        MESSAGE.data(rowBeside(other, voice.now, redactor), beside),
      ),
      other_messages_known: others.length,
      chats: chats.slice(0, MAX_OTHERS).map((chat) => CHAT.data(chatBeside(chat, redactor), voice)),
      chats_known: chats.length,
    },
  };
}
