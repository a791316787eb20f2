import { sql } from 'kysely';
import {
  addDays,
  daysOf,
  MILLIS_PER_DAY,
  startOfDay,
  utcDayOf,
  type DayRange,
  type UtcDay,
} from '../../model/time/day.ts';
import type { AgentId } from '../../model/ids.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { statement, type Given } from '../tables/statement.ts';
import type { Tables } from '../tables/tables.ts';
import type { WalkScope } from './walk-log.ts';

/** The number of rows that a walk is expected to meet. */
export interface Expectation {
  readonly rows: number;
  /** As many as there are as good as certainly. */
  readonly atLeast: number;
  /** Whether it rests on what was read to an end before, or only on how far a walk under way has come. */
  /** Whether it was counted, and does not rest on what other days have. */
  readonly isCounted: boolean;
  readonly basis: 'learned' | 'guess';
}

/** Volume changes over the months: only so many days next to those that are asked about tell it. */
const NEAREST_DAYS = 28;

/** The days that suffice to tell the volume of others. */
const ENOUGH_DAYS = 5;

/** From so many days on, those of the week and those of weekends are told apart. */
const ENOUGH_OF_A_KIND = 2;

/** The part of an average on which a walk may count. */
const AS_GOOD_AS_CERTAIN = 0.9;

/** A walk that has come so far over its days at once does not read them in order, and tells nothing. */
const TOO_FAR = 0.9;

interface Bounds {
  readonly start: EpochMillis;
  readonly end: EpochMillis;
}

const COVERED = statement((tables, given: Given<{ readonly agentId: AgentId | 0 }>) =>
  tables
    .coveredDays()
    .where('agent_id', 'in', [0, given.value('agentId')])
    .select(['day', 'looked_at'])
    .orderBy('day'),
);

const COUNTS = statement((tables, given: Given<Bounds & { readonly agentId: AgentId | undefined }>) => {
  const chats = chatsIn(tables, given);
  return (given.has('agentId') ? chats.where('agent_id', '=', given.value('agentId')) : chats)
    .select((row) => [
      sql<number>`requested_at / ${sql.lit(MILLIS_PER_DAY)}`.as('day_number'),
      row.fn.countAll<number>().as('count'),
    ])
    .groupBy('day_number');
});

const MET = statement((tables, given: Given<Bounds & { readonly since: EpochMillis }>) =>
  chatsIn(tables, given)
    .where('seen_at', '>=', given.value('since'))
    .select((row) => [
      row.fn.countAll<number>().as('count'),
      row.fn.min('requested_at').as('oldest'),
      row.fn.max('requested_at').as('newest'),
    ]),
);

/**
 * Estimates the chats that a walk will meet: on days that were read to their end as many as then, on others as many as
 * on the known days nearest to them; where too few are known, judged by how far a walk has come that began at
 * `startedAt`.
 */
export async function estimateChats(
  tables: Tables,
  { from, to, margin, agentId }: WalkScope,
  startedAt: EpochMillis,
  now: EpochMillis,
): Promise<Expectation | undefined> {
  const byVolume = await chatsByVolume(tables, { from, to: addDays(to, margin) }, to, agentId, now);
  if (byVolume?.basis === 'learned') return byVolume;
  return (await chatsByDensity(tables, { from, to: addDays(to, margin) }, startedAt, now)) ?? byVolume;
}

/** The service may leave out the days after `lastCertain`: on those nobody can count. */
async function chatsByVolume(
  tables: Tables,
  asked: DayRange,
  lastCertain: UtcDay,
  agentId: AgentId | 0,
  now: EpochMillis,
): Promise<Expectation | undefined> {
  const volumes = await knownVolumes(tables, asked, agentId);
  if (volumes.size === 0) return undefined;
  const mean = meanOf(volumes);
  let rows = 0;
  let atLeast = 0;
  for (const day of daysOf(asked)) {
    const known = volumes.get(day);
    const elapsed = Math.min(1, Math.max(0, (now - startOfDay(day)) / MILLIS_PER_DAY));
    rows += known ?? mean(day) * elapsed;
    if (day <= lastCertain) atLeast += known ?? mean(day) * elapsed * AS_GOOD_AS_CERTAIN;
  }
  const isCounted = daysOf(asked).every((day) => volumes.has(day));
  const isLearned = volumes.size >= ENOUGH_DAYS || isCounted;
  return { rows, atLeast, isCounted, basis: isLearned ? 'learned' : 'guess' };
}

/** Undefined where the chats that a walk has met so far tell nothing of the rest. */
async function chatsByDensity(
  tables: Tables,
  asked: DayRange,
  since: EpochMillis,
  now: EpochMillis,
): Promise<Expectation | undefined> {
  const begin = startOfDay(asked.from);
  const end = Math.min(startOfDay(addDays(asked.to, 1)), now);
  const [met] = await MET(tables, { ...bounds(asked), since });
  const { count, oldest, newest } = met ?? { count: 0, oldest: null, newest: null };
  if (count < 2 || oldest === null || newest === null) return undefined;
  const isNewestFirst = end - newest < oldest - begin;
  const share = (isNewestFirst ? end - oldest : newest - begin) / (end - begin);
  return share > TOO_FAR ? undefined : { rows: count / share, atLeast: count, isCounted: false, basis: 'guess' };
}

/** The chats of each day that was read to its end after it was over: days asked about, and those nearest to them. */
async function knownVolumes(tables: Tables, asked: DayRange, agentId: AgentId | 0): Promise<Map<UtcDay, number>> {
  const covered = await COVERED(tables, { agentId });
  const whole = [
    ...new Set(covered.flatMap(({ day, looked_at }) => (looked_at >= startOfDay(addDays(day, 1)) ? [day] : []))),
  ];
  const isInside = (day: UtcDay): boolean => day >= asked.from && day <= asked.to;
  const distance = (day: UtcDay): number =>
    day < asked.from ? startOfDay(asked.from) - startOfDay(day) : startOfDay(day) - startOfDay(asked.to);
  const near = whole
    .filter((day) => !isInside(day))
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, NEAREST_DAYS);
  const days = [...whole.filter(isInside), ...near].sort();
  const [from] = days;
  const to = days.at(-1);
  if (from === undefined || to === undefined) return new Map();
  const counts = await COUNTS(tables, { ...bounds({ from, to }), agentId: agentId || undefined });
  const countOn = new Map(counts.map((row) => [utcDayOf(epochMillis(row.day_number * MILLIS_PER_DAY)), row.count]));
  return new Map(days.map((day) => [day, countOn.get(day) ?? 0]));
}

function bounds({ from, to }: DayRange): Bounds {
  return { start: startOfDay(from), end: startOfDay(addDays(to, 1)) };
}

function chatsIn(tables: Tables, given: Given<Bounds>) {
  return tables
    .chats()
    .where('requested_at', '>=', given.value('start'))
    .where('requested_at', '<', given.value('end'));
}

/** The mean of the known days of the same kind, where enough are known; else of all. */
function meanOf(volumes: ReadonlyMap<UtcDay, number>): (day: UtcDay) => number {
  const kinds = Map.groupBy(volumes, ([day]) => isWeekend(day));
  const mean = (entries: Iterable<readonly [UtcDay, number]>): number => {
    const counts = [...entries].map(([, count]) => count);
    return counts.reduce((sum, count) => sum + count, 0) / counts.length;
  };
  const overall = mean(volumes);
  const [onWeekends = overall, onWeekdays = overall] = [true, false].map((kind) => {
    const days = kinds.get(kind) ?? [];
    return days.length < ENOUGH_OF_A_KIND ? undefined : mean(days);
  });
  return (day) => (isWeekend(day) ? onWeekends : onWeekdays);
}

function isWeekend(day: UtcDay): boolean {
  return [0, 6].includes(new Date(startOfDay(day)).getUTCDay());
}
