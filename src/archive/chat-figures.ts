import { addDays, contiguousRanges, daysOf, startOfDay, utcDayOf, type DayRange, type UtcDay } from '../model/day.ts';
import { ArchiveUnusable } from '../model/errors.ts';
import type { AgentId } from '../model/ids.ts';
import type { ChatFigures } from '../model/records.ts';
import { epochMillis, type EpochMillis } from '../model/units.ts';
import { pack, PACKED_COLUMNS, Unpacking, type PackedDay, type PackedRow } from './packed-days.ts';
import { statement, type Given } from './statement.ts';
import type { AccountTables, Tables } from './tables.ts';

/** Chats requested from `start` until just before `end`, of all agents or of one. */
export interface FigureSelection {
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

const ROWS = statement((tables, given: Given<Pick<FigureSelection, 'start' | 'end'>>) =>
  tables
    .chats()
    .where('requested_at', '>=', given.value('start'))
    .where('requested_at', '<', given.value('end'))
    .orderBy('requested_at', 'desc')
    .orderBy('chat_id', 'desc')
    .select(PACKED_COLUMNS),
);

/**
 * The figures of the listed chats of a selection, newest first: out of the packs of their days, and where there is none,
 * out of the rows. Days that were read, up to `today`, get their packs by that.
 */
export async function figuresOf(
  tables: AccountTables,
  { start, end, agentId }: FigureSelection,
  today: UtcDay,
): Promise<ChatFigures[]> {
  if (end <= start) return [];
  const range = { from: utcDayOf(epochMillis(Math.max(start, 0))), to: utcDayOf(epochMillis(Math.max(end - 1, 0))) };
  const unpacking = new Unpacking();
  const packs = await packsOf(tables, range, unpacking);
  const lacking = daysOf(range).filter((day) => !packs.has(day));
  for (const day of await worthPacking(tables, lacking, today)) {
    const packed = await packDay(tables, day);
    if (packed === undefined) break;
    keep(packs, day, unpacking.unpack(packed));
  }
  // A run of days is one query, and goes by its first day.
  for (const run of contiguousRanges(lacking.filter((day) => !packs.has(day)))) {
    keep(packs, run.from, unpacking.unpack(pack(await rowsOf(tables, run))));
  }
  const chats: ChatFigures[] = [];
  for (const [, day] of [...packs].sort(([one], [other]) => (one < other ? 1 : -1))) {
    day.addTo(chats, start, end, agentId);
  }
  return chats;
}

async function packsOf(tables: Tables, range: DayRange, unpacking: Unpacking): Promise<Map<UtcDay, PackedDay>> {
  const packs = new Map<UtcDay, PackedDay>();
  for (const { day, packed } of await PACKS(tables, range)) keep(packs, day, unpacking.unpack(packed));
  return packs;
}

function keep(packs: Map<UtcDay, PackedDay>, day: UtcDay, pack: PackedDay | undefined): void {
  if (pack !== undefined) packs.set(day, pack);
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
