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
import { inParts } from '../tables/in-parts.ts';
import { pack, PACKED_COLUMNS, Unpacking, type PackedRow } from './packed-days.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';

/** Chats requested from `start` until just before `end`, of all agents or of one. */
export interface ColumnSelection {
  readonly start: EpochMillis;
  readonly end: EpochMillis;
  readonly agentId?: AgentId | undefined;
}

const PACKS = statement((tables, given: Given<DayRange>) =>
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
    .select(PACKED_COLUMNS),
);

/** So many days are read at once: of a long period, no more than these are in memory. */
const DAYS_AT_ONCE = 16;

/**
 * The listed chats of a selection as columns, newest first: out of the packs of their days, and where there is none, out
 * of the rows. Days that were read, up to `today`, get their packs by that.
 */
export async function* columnsOf(
  tables: AccountTables,
  { start, end, agentId }: ColumnSelection,
  today: UtcDay,
  cache = new ColumnCache(),
): AsyncGenerator<ChatSelection> {
  if (end <= start) return;
  const revision = await cache.begin(tables);
  const range = { from: utcDayOf(epochMillis(Math.max(start, 0))), to: utcDayOf(epochMillis(Math.max(end - 1, 0))) };
  const unpacking = new Unpacking();
  const keepDay = (day: UtcDay, columns: ChatColumns) => cache.keep(day, columns, revision);
  for (const days of inParts(daysOf(range).toReversed(), DAYS_AT_ONCE)) {
    // Held from here on: while this question waits, another one may let go of them.
    const kept = new Map(days.map((day) => [day, cache.get(day)]));
    const missing = days.filter((day) => kept.get(day) === undefined).toReversed();
    const read = await columnsOfDays(tables, missing, today, unpacking, keepDay);
    for (const day of days) {
      const columns = kept.get(day) ?? read.get(day);
      const rows = columns && rowsIn(columns, start, end, agentId);
      if (columns !== undefined && rows !== undefined && rows.length > 0) yield { columns, rows };
    }
  }
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

/** Some days, in order; those without a pack that follow each other are one, of the first of them. */
async function columnsOfDays(
  tables: AccountTables,
  days: readonly UtcDay[],
  today: UtcDay,
  unpacking: Unpacking,
  keepDay: (day: UtcDay, columns: ChatColumns) => void,
): Promise<Map<UtcDay, ChatColumns>> {
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return new Map();
  const packs = await packsOf(tables, { from, to }, unpacking);
  const lacking = days.filter((day) => !packs.has(day));
  for (const day of await worthPacking(tables, lacking, today)) {
    const packed = await packDay(tables, day);
    if (packed === undefined) break;
    keep(packs, day, unpacking.unpack(packed));
  }
  for (const [day, columns] of packs) keepDay(day, columns);
  // A run of days is one query, and goes by its first day.
  for (const run of contiguousRanges(lacking.filter((day) => !packs.has(day)))) {
    keep(packs, run.from, unpacking.unpack(pack(await rowsOf(tables, run))));
  }
  return packs;
}

async function packsOf(tables: Tables, range: DayRange, unpacking: Unpacking): Promise<Map<UtcDay, ChatColumns>> {
  const packs = new Map<UtcDay, ChatColumns>();
  for (const { day, packed } of await PACKS(tables, range)) keep(packs, day, unpacking.unpack(packed));
  return packs;
}

function keep(packs: Map<UtcDay, ChatColumns>, day: UtcDay, columns: ChatColumns | undefined): void {
  if (columns !== undefined) packs.set(day, columns);
}

/** Those of some days, in order, that will hardly change before they are asked about again. */
async function worthPacking(tables: Tables, days: readonly UtcDay[], today: UtcDay): Promise<UtcDay[]> {
  const [from] = days;
  const to = days.at(-1);
  if (from === undefined || to === undefined) return [];
  const covered = await COVERED(tables, { from, to: to < today ? to : today });
  const isCovered = new Set(covered.map(({ day }) => day));
  return days.filter((day) => isCovered.has(day));
}

/** Packs a day; undefined where the archive cannot be written now: what is at hand is answered all the same. */
async function packDay(tables: AccountTables, day: UtcDay): Promise<Uint8Array | undefined> {
  try {
    return await tables.transactionIfFree(async (inside) => {
      const packed = pack(await rowsOf(inside, { from: day, to: day }));
      await inside.upsert('packed_days', [{ account: inside.account, day, packed }]);
      return packed;
    });
  } catch (error) {
    if (error instanceof ArchiveUnusable) return undefined;
    throw error;
  }
}

function rowsOf(tables: Tables, { from, to }: DayRange): Promise<PackedRow[]> {
  return ROWS(tables, { start: startOfDay(from), end: startOfDay(addDays(to, 1)) });
}
