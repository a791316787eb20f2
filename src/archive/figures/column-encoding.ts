import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { isChatId, isMomentOrNone, isVisitorId, type ChatColumns } from '../../model/chat-columns.ts';
import { AgentId } from '../../model/ids.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { ChatCodes, NamedAgent } from '../../model/records.ts';
import { DeskText } from '../../model/text/trusted-text.ts';
import type { CachedRow } from '../tables/derived.ts';

// The columns of a day are stored as bytes, its chats in the order in which they were given:
//
//   4 × uint32     version, number of chats, bytes of the words, CRC-32 of what follows
//   5 × n float64  chat ids, requests, starts, ends, visitor ids (NaN for none)
//   2 × n uint32   which codes, which agent (0 for none, else from 1)
//   words          JSON texts of the codes, a line each; NUL; of the agents, a line each
//
// Numbers lie as this machine keeps them: one of the other byte order reads another version.

const VERSION = 3;
const HEAD_BYTES = 16;
/** The place of the sum among the numbers of the head. */
const SUM = 3;
const NUMBERS = 5;
const BYTES_PER_CHAT = NUMBERS * Float64Array.BYTES_PER_ELEMENT + 2 * Uint32Array.BYTES_PER_ELEMENT;

/** Returns chats as columns in bytes. */
export function encodeColumns(rows: readonly CachedRow[]): Uint8Array {
  const codes = new Map<string, number>();
  const agents = new Map<string, number>();
  const placed = rows.map((row) => ({
    row,
    codes: placeIn(codes, codesText(row)),
    agent: row.agent_id === null ? 0 : placeIn(agents, agentText(row)) + 1,
  }));
  const words = new TextEncoder().encode([codes, agents].map((texts) => [...texts.keys()].join('\n')).join('\0'));
  const bytes = new Uint8Array(HEAD_BYTES + rows.length * BYTES_PER_CHAT + words.length);
  const columns = columnsOf(bytes, rows.length);
  new Uint32Array(bytes.buffer, 0, 4).set([VERSION, rows.length, words.length, 0]);
  for (const [index, { row, codes, agent }] of placed.entries()) {
    columns.ids[index] = row.chat_id;
    columns.requests[index] = row.requested_at;
    columns.starts[index] = row.started_at ?? Number.NaN;
    columns.ends[index] = row.ended_at ?? Number.NaN;
    columns.visitors[index] = row.visitor_id ?? Number.NaN;
    columns.codes[index] = codes;
    columns.agents[index] = agent;
  }
  bytes.set(words, bytes.length - words.length);
  new Uint32Array(bytes.buffer, 0, 4)[SUM] = crc32(bytes.subarray(HEAD_BYTES));
  return bytes;
}

function placeIn(texts: Map<string, number>, text: string): number {
  const place = texts.get(text) ?? texts.size;
  texts.set(text, place);
  return place;
}

function codesText(row: CachedRow): string {
  return JSON.stringify([
    row.missed_code,
    row.started_by_code,
    row.transferred_code,
    row.ended_by_code,
    row.rating_code,
  ]);
}

function agentText(row: CachedRow): string {
  return JSON.stringify([row.agent_id, row.agent_first_name, row.agent_last_name, row.agent_email]);
}

type NumberColumns = Omit<ChatColumns, 'codeSets' | 'named'>;

function columnsOf({ buffer, byteOffset }: Uint8Array, count: number): NumberColumns {
  const numbers = (column: number) =>
    new Float64Array(buffer, byteOffset + HEAD_BYTES + column * count * Float64Array.BYTES_PER_ELEMENT, count);
  const indexes = (column: number) =>
    new Uint32Array(
      buffer,
      byteOffset +
        HEAD_BYTES +
        count * (NUMBERS * Float64Array.BYTES_PER_ELEMENT + column * Uint32Array.BYTES_PER_ELEMENT),
      count,
    );
  return {
    count,
    ids: numbers(0),
    requests: numbers(1),
    starts: numbers(2),
    ends: numbers(3),
    visitors: numbers(4),
    codes: indexes(0),
    agents: indexes(1),
  };
}

const code = z.number().nullable();
const Codes = z.tuple([code, code, code, code, code]);
const text = DeskText.nullable();
const Agent = z.tuple([AgentId, text, text, text]);

function codesIn(json: string): ChatCodes {
  const [missedCode, startedByCode, transferredCode, endedByCode, ratingCode] = Codes.parse(JSON.parse(json));
  return omitUndefined({ missedCode, startedByCode, transferredCode, endedByCode, ratingCode });
}

function agentIn(json: string): NamedAgent {
  const [agentId, firstName, lastName, email] = Agent.parse(JSON.parse(json));
  return omitUndefined({ agentId, firstName, lastName, email });
}

/** Decodes the columns of days that have most of their words in common: each word is parsed once. */
export class ColumnDecoder {
  readonly #codes = new Map<string, ChatCodes>();
  readonly #agents = new Map<string, NamedAgent>();

  /** Returns the columns that were encoded; undefined for bytes of another version, or that cannot be read. */
  decode(encoded: Uint8Array): ChatColumns | undefined {
    // Where a database puts bytes, numbers may not begin.
    const bytes = encoded.byteOffset % Float64Array.BYTES_PER_ELEMENT === 0 ? encoded : encoded.slice();
    if (bytes.length < HEAD_BYTES) return undefined;
    const [version, count = 0, wordBytes = 0, sum] = new Uint32Array(bytes.buffer, bytes.byteOffset, 4);
    if (version !== VERSION || bytes.length !== HEAD_BYTES + count * BYTES_PER_CHAT + wordBytes) return undefined;
    if (sum !== crc32(bytes.subarray(HEAD_BYTES))) return undefined;
    const [codes = '', agents = ''] = new TextDecoder().decode(bytes.subarray(bytes.length - wordBytes)).split('\0');
    try {
      const columns = {
        ...columnsOf(bytes, count),
        codeSets: linesOf(codes).map((line) => remembered(this.#codes, line, codesIn)),
        named: linesOf(agents).map((line) => remembered(this.#agents, line, agentIn)),
      };
      return isSound(columns) ? columns : undefined;
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
      throw error;
    }
  }
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function remembered<Value>(values: Map<string, Value>, text: string, read: (text: string) => Value): Value {
  const value = values.get(text) ?? read(text);
  values.set(text, value);
  return value;
}

/** Whether every number is one that a row can have. */
function isSound({
  count,
  ids,
  requests,
  starts,
  ends,
  visitors,
  codes,
  agents,
  codeSets,
  named,
}: ChatColumns): boolean {
  for (let row = 0; row < count; row += 1) {
    const isChat =
      isChatId(ids[row]) &&
      Number.isSafeInteger(requests[row]) &&
      isMomentOrNone(starts[row]) &&
      isMomentOrNone(ends[row]) &&
      (Number.isNaN(visitors[row]) || isVisitorId(visitors[row])) &&
      (codes[row] ?? 0) < codeSets.length &&
      (agents[row] ?? 0) <= named.length;
    if (!isChat) return false;
  }
  return true;
}
