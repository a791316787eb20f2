import { agentAt, chatIdAt, isVisitorId, type ChatColumns, type ChatSelection } from '../../src/model/chat-columns.ts';
import type { ChatId, VisitorId } from '../../src/model/ids.ts';
import type { Chat, ChatCodes, NamedAgent } from '../../src/model/records.ts';

/** A chat as columns have it. */
export interface ChatInColumns {
  readonly chatId: ChatId;
  readonly requestedAt: number;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly visitorId: VisitorId | undefined;
  readonly codes: ChatCodes;
  readonly agent: NamedAgent | undefined;
}

/** All chats of columns, as objects that tests compare. */
export function chatsInColumns(columns: ChatColumns): ChatInColumns[] {
  return chatsIn({ columns, rows: Uint32Array.from({ length: columns.count }, (_, row) => row) });
}

/** Some of them. */
export function chatsIn({ columns, rows }: ChatSelection): ChatInColumns[] {
  const moment = (column: Float64Array, row: number) => {
    const value = column[row];
    return Number.isNaN(value) ? undefined : value;
  };
  const visitor = (id: number | undefined) => (isVisitorId(id) ? id : undefined);
  return Array.from(rows, (row) => ({
    chatId: chatIdAt(columns, row),
    requestedAt: columns.requests[row] ?? Number.NaN,
    startedAt: moment(columns.starts, row),
    endedAt: moment(columns.ends, row),
    visitorId: visitor(columns.visitors[row]),
    codes: columns.codeSets[columns.codes[row] ?? 0] ?? {},
    agent: agentAt(columns, row),
  }));
}

/** Those of some days. */
export async function chatsOfDays(days: AsyncIterable<ChatSelection>): Promise<ChatInColumns[]> {
  const chats: ChatInColumns[] = [];
  for await (const day of days) chats.push(...chatsIn(day));
  return chats;
}

/** Some chats as columns, in their order. */
export function selectionOf(chats: readonly Chat[]): ChatSelection {
  const column = (valueOf: (chat: Chat) => number | undefined) =>
    Float64Array.from(chats, (chat) => valueOf(chat) ?? Number.NaN);
  const named = chats.flatMap(({ agent }) => agent ?? []);
  return {
    columns: {
      count: chats.length,
      ids: column(({ chatId }) => chatId),
      requests: column(({ requestedAt }) => requestedAt),
      starts: column(({ startedAt }) => startedAt),
      ends: column(({ endedAt }) => endedAt),
      visitors: column(({ visitor }) => visitor.visitorId),
      codes: Uint32Array.from(chats, (_, row) => row),
      agents: Uint32Array.from(chats, ({ agent }) => (agent === undefined ? 0 : named.indexOf(agent) + 1)),
      codeSets: chats,
      named,
    },
    rows: Uint32Array.from(chats, (_, row) => row),
  };
}
