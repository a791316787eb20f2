import {
  addDays,
  contiguousRanges,
  daysOf,
  startOfDay,
  utcDayOf,
  type DayRange,
  type UtcDay,
} from '../../model/time/day.ts';
import type { ChatColumns, ChatSelection } from '../../model/chat-columns.ts';
import { ArchiveUnusable } from '../../model/errors.ts';
import type { AgentId } from '../../model/ids.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { ColumnCache } from './column-cache.ts';
import { batchesOf } from '../tables/batches.ts';
import { ColumnDecoder, encodeColumns } from './column-encoding.ts';
import { CACHED_COLUMNS, type CachedRow } from '../tables/derived.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';

/** Chats requested from `start` until just before `end`, of all agents or of one. */
export interface ColumnSelection {
  readonly start: EpochMillis;
  readonly end: EpochMillis;
  readonly agentId?: AgentId | undefined;
}

const ENCODED = statement((tables, given: Given<DayRange>) =>
  tables
    .packedDays()
    .where('day', '>=', given.value('from'))
    .where('day', '<=', given.value('to'))
    .select(['day', 'packed']),
);

const COVERED = statement((tables, given: Given<DayRange>) =>
  tables
    .coveredDays()
    .where('agent_id', '=', 0)
    .where('day', '>=', given.value('from'))
    .where('day', '<=', given.value('to'))
    .select('day'),
);

const ROWS = statement((tables, given: Given<Pick<ColumnSelection, 'start' | 'end'>>) =>
  tables
    .chats()
    .where('requested_at', '>=', given.value('start'))
    .where('requested_at', '<', given.value('end'))
    .orderBy('requested_at', 'desc')
    .orderBy('chat_id', 'desc')
    .select(CACHED_COLUMNS),
);

/** The days that are read together: of a long period, no more than these are in memory. */
const BATCH_SIZE = 16;

/**
 * Reads the listed chats of a selection as columns, newest first: those that are stored of their days, and where there are none, the
 * rows. The columns of days that were read, up to `today`, are stored then.
 */
export async function* readColumns(
  tables: AccountTables,
  { start, end, agentId }: ColumnSelection,
  today: UtcDay,
  cache = new ColumnCache(),
): AsyncGenerator<ChatSelection> {
  if (end <= start || isOfAnother(agentId, tables.own)) return;
  const wanted = tables.own ?? agentId;
  const revision = await cache.begin(tables);
  const range = { from: utcDayOf(epochMillis(Math.max(start, 0))), to: utcDayOf(epochMillis(Math.max(end - 1, 0))) };
  const decoder = new ColumnDecoder();
  const keepDay = (day: UtcDay, columns: ChatColumns) => cache.keep(day, columns, revision);
  for (const days of batchesOf(daysOf(range).toReversed(), BATCH_SIZE)) {
    // Held from here on: while this question waits, another one may let go of them.
    const kept = new Map(days.map((day) => [day, cache.get(day)]));
    const missing = days.filter((day) => kept.get(day) === undefined).toReversed();
    const read = await columnsOfDays(tables, missing, today, decoder, keepDay);
    for (const day of days) {
      const columns = kept.get(day) ?? read.get(day);
      const rows = columns && rowsIn(columns, start, end, wanted);
      if (columns === undefined || rows === undefined || rows.length === 0) continue;
      yield { columns: tables.own === undefined ? columns : namingOnly(tables.own, columns), rows };
    }
  }
}

function isOfAnother(agentId: AgentId | undefined, own: AgentId | undefined): boolean {
  return own !== undefined && agentId !== undefined && agentId !== own;
}

/** Columns of a day, stored for everybody, that name no other agent: of those, no row is selected. */
function namingOnly(own: AgentId, columns: ChatColumns): ChatColumns {
  const named = columns.named.find(({ agentId }) => agentId === own) ?? { agentId: own };
  return { ...columns, named: columns.named.map((one) => (one.agentId === own ? one : named)) };
}

/** The places of the chats requested from `start` until just before `end`, of all agents or of one. */
function rowsIn(
  { count, requests, agents, named }: ChatColumns,
  start: EpochMillis,
  end: EpochMillis,
  agentId: AgentId | undefined,
): Uint32Array {
  const isWanted = [undefined, ...named].map((agent) => agentId === undefined || agent?.agentId === agentId);
  const rows = new Uint32Array(count);
  let length = 0;
  for (let row = 0; row < count; row += 1) {
    const requestedAt = requests[row] ?? Number.NaN;
    if (requestedAt >= start && requestedAt < end && isWanted[agents[row] ?? 0] === true) {
      rows[length] = row;
      length += 1;
    }
  }
  return rows.subarray(0, length);
}

/** Returns the columns of some days, in order; those of days in a row that have none stored are one, under the first day. */
async function columnsOfDays(
  tables: AccountTables,
  days: readonly UtcDay[],
  today: UtcDay,
  decoder: ColumnDecoder,
  keepDay: (day: UtcDay, columns: ChatColumns) => void,
): Promise<Map<UtcDay, ChatColumns>> {
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return new Map();
  const found = await storedColumns(tables, { from, to }, decoder);
  const lacking = days.filter((day) => !found.has(day));
  for (const day of await worthStoring(tables, lacking, today)) {
    const encoded = await storeDay(tables, day);
    if (encoded === undefined) break;
    keep(found, day, decoder.decode(encoded));
  }
  for (const [day, columns] of found) keepDay(day, columns);
  // A run of days is one query, and goes by its first day.
  for (const run of contiguousRanges(lacking.filter((day) => !found.has(day)))) {
    keep(found, run.from, decoder.decode(encodeColumns(await rowsOf(tables, run))));
  }
  return found;
}

async function storedColumns(
  tables: Tables,
  range: DayRange,
  decoder: ColumnDecoder,
): Promise<Map<UtcDay, ChatColumns>> {
  const stored = new Map<UtcDay, ChatColumns>();
  for (const { day, packed } of await ENCODED(tables, range)) keep(stored, day, decoder.decode(packed));
  return stored;
}

function keep(days: Map<UtcDay, ChatColumns>, day: UtcDay, columns: ChatColumns | undefined): void {
  if (columns !== undefined) days.set(day, columns);
}

/** Returns those of some days, in order, that will hardly change before they are asked about again. */
async function worthStoring(tables: Tables, days: readonly UtcDay[], today: UtcDay): Promise<UtcDay[]> {
  const [from] = days;
  const to = days.at(-1);
  if (from === undefined || to === undefined) return [];
  const covered = await COVERED(tables, { from, to: to < today ? to : today });
  const isCovered = new Set(covered.map(({ day }) => day));
  return days.filter((day) => isCovered.has(day));
}

/** Stores the columns of a day, and returns them; undefined where the archive cannot be written now: what is at hand is answered all the same. */
async function storeDay(tables: AccountTables, day: UtcDay): Promise<Uint8Array | undefined> {
  try {
    return await tables.transactionIfFree(async (inside) => {
      const encoded = encodeColumns(await rowsOf(inside, { from: day, to: day }));
      await inside.upsert('packed_days', [{ account: inside.account, day, packed: encoded }]);
      return encoded;
    });
  } catch (error) {
    if (error instanceof ArchiveUnusable) return undefined;
    throw error;
  }
}

function rowsOf(tables: Tables, { from, to }: DayRange): Promise<CachedRow[]> {
  return ROWS(tables, { start: startOfDay(from), end: startOfDay(addDays(to, 1)) });
}
