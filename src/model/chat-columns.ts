import type { AgentId, ChatId, VisitorId } from './ids.ts';
import type { ChatCodes, NamedAgent } from './records.ts';

/**
 * Chats as columns: what figures rest on, without an object a chat. A chat has the same place in each; moments are
 * epoch milliseconds, and NaN stands for what a row does not say. Of its visitor, a chat has no more than the id.
 */
export interface ChatColumns {
  readonly count: number;
  readonly ids: Float64Array;
  readonly requests: Float64Array;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly visitors: Float64Array;
  /** The place of its codes in `codeSets`: a day has many chats, and few kinds of them. */
  readonly codes: Uint32Array;
  /** One more than the place of its agent in `named`; 0 for none. */
  readonly agents: Uint32Array;
  readonly codeSets: readonly ChatCodes[];
  /** Each agent may occur several times, under other names. */
  readonly named: readonly NamedAgent[];
}

/** Some chats among columns, by their places there, newest first. */
export interface ChatSelection {
  readonly columns: ChatColumns;
  readonly rows: Uint32Array;
}

/** The number of chats of a portion. */
const PORTION_SIZE = 4096;

/** Parts of a selection in its order, few enough chats each for one step: a day may have any number of them. */
export function* portionsOf({ columns, rows }: ChatSelection): Generator<ChatSelection, void, undefined> {
  for (let start = 0; start < rows.length; start += PORTION_SIZE) {
    yield { columns, rows: rows.subarray(start, start + PORTION_SIZE) };
  }
}

/** The id of a chat. */
export function chatIdAt({ ids }: ChatColumns, row: number): ChatId {
  const id = ids[row];
  if (!isChatId(id)) throw new RangeError('the columns have no such chat');
  return id;
}

/** The agent of a chat; undefined where its row names none. */
export function agentAt({ agents, named }: ChatColumns, row: number): NamedAgent | undefined {
  return named[(agents[row] ?? 0) - 1];
}

/** Whether a number in columns is the id of an agent. */
export function isAgentId(id: number | undefined): id is AgentId {
  return isId(id);
}

export function isChatId(id: number | undefined): id is ChatId {
  return isId(id);
}

export function isVisitorId(id: number | undefined): id is VisitorId {
  return isId(id);
}

function isId(id: number | undefined): boolean {
  return id !== undefined && Number.isSafeInteger(id) && id > 0;
}

/** Whether a number can be a moment, or stand for none. */
export function isMomentOrNone(moment: number | undefined): boolean {
  return Number.isNaN(moment) || Number.isSafeInteger(moment);
}
