import { increase, isIn, NONE, weekdayOf, type ChatTable, type Periods, type Range } from './chat-table.ts';
import { chanceOfFewer } from './chances.ts';
import { BLOCKS } from './field.ts';

/** An agent who had far fewer chats than on the same weekdays and hours of older weeks, while others did not. */
export interface Absence {
  readonly agent: number;
  readonly days: readonly number[];
  readonly blocks: readonly [number, number];
  readonly chats: number;
  readonly expected: number;
  /** Corrected for all agents, days and hours; not yet held against the figure. */
  readonly chance: number;
  /** Whether it is a run of whole days without any chat. */
  readonly isLong: boolean;
}

/** A run of so many whole days is a long absence. */
const LONG = 4;
/** An agent who usually has less than this share of all chats is not missed. */
const LEAST_SHARE = 0.03;

/** Fewer days of a weekday do not say what is usual on it. */
const LEAST_WEEKS = 3;
/** So many of the usual chats are hardly any; and the others served at least this part of theirs. */
const HARDLY = 0.25;
const OTHERS_WORKED = 0.6;
const LEAST_EXPECTED = 3;
/** How much an agent's chats vary from week to week, beyond chance: a relative variance. */
const SPREAD = 0.06;
const LONG_SPREAD = 0.1;
/** The runs of parts of a day. */
const RUNS = (BLOCKS * (BLOCKS + 1)) / 2;

/** The chats that an agent had of a day and of a run of its parts, and what is usual; and the same of all others. */
interface Served {
  readonly day: number;
  readonly own: number;
  readonly usual: number;
  readonly others: number;
  readonly othersUsual: number;
}

/** The agents who were away, each where that is surest, the surest first. */
export function absencesOf(
  table: ChatTable,
  blockOf: Uint8Array,
  period: Range,
  other: Range,
  periods: Periods,
): Absence[] {
  const length = period.to - period.from;
  const weeks = new Float64Array(7);
  for (let day = other.from; day < other.to; day += 1) {
    if (!periods.missing.has(day)) increase(weeks, weekdayOf(day, periods), 1);
  }
  const { agents, all } = countedBy(table, blockOf, period, other, periods);
  const found: Absence[] = [];
  for (const [agent, { now, usual }] of agents) {
    const long = longestRun(now, usual, weeks, all, period, periods);
    if (long !== undefined) found.push({ ...long, agent, chance: long.chance * agents.size });
    let best: Absence | undefined;
    for (let first = 0; first < BLOCKS; first += 1) {
      for (let last = first; last < BLOCKS; last += 1) {
        const days: Served[] = [];
        for (let day = 0; day < length; day += 1) {
          const weekday = weekdayOf(day + period.from, periods);
          const count = weeks[weekday] ?? 0;
          if (count < LEAST_WEEKS) continue;
          const mine = total(usual, weekday, first, last) / count;
          if (mine < 1) continue;
          const own = total(now, day, first, last);
          const others = total(all.now, day, first, last) - own;
          const othersUsual = total(all.usual, weekday, first, last) / count - mine;
          days.push({ day: day + period.from, own, usual: mine, others, othersUsual });
        }
        const one = surestDays(days);
        if (one !== undefined && one.chance < (best?.chance ?? 1))
          best = { ...one, agent, blocks: [first, last], isLong: false };
      }
    }
    if (best !== undefined) found.push({ ...best, chance: best.chance * RUNS * length * agents.size });
  }
  return found.sort((one, two) => one.chance - two.chance);
}

/** The longest run of whole days without a chat of an agent who usually has some. */
function longestRun(
  now: Float64Array,
  usual: Float64Array,
  weeks: Float64Array,
  all: Counts,
  period: Range,
  periods: Periods,
): Omit<Absence, 'agent'> | undefined {
  let best: Omit<Absence, 'agent'> | undefined;
  let [days, expected, others]: [number[], number, number] = [[], 0, 0];
  for (let day = 0; day < period.to - period.from; day += 1) {
    const weekday = weekdayOf(day + period.from, periods);
    const isKnown = (weeks[weekday] ?? 0) >= LEAST_WEEKS;
    if (!isKnown || total(now, day, 0, BLOCKS - 1) > 0) [days, expected, others] = [[], 0, 0];
    else {
      days.push(day + period.from);
      expected += total(usual, weekday, 0, BLOCKS - 1) / (weeks[weekday] ?? 1);
      others += total(all.now, day, 0, BLOCKS - 1);
      if (days.length < LONG || expected < LEAST_SHARE * others || expected <= (best?.expected ?? 0)) continue;
      const chance = chanceOfFewer(0, expected, LONG_SPREAD);
      best = { days: [...days], blocks: [0, BLOCKS - 1], chats: 0, expected, chance, isLong: true };
    }
  }
  return best;
}

/** The days with the fewest chats for what is usual, as many of them as are surest together. */
function surestDays(days: Served[]): Pick<Absence, 'days' | 'chats' | 'expected' | 'chance'> | undefined {
  days.sort((one, two) => one.own / one.usual - two.own / two.usual || two.usual - one.usual);
  let best: Pick<Absence, 'days' | 'chats' | 'expected' | 'chance'> | undefined;
  let [own, usual, others, othersUsual] = [0, 0, 0, 0];
  const used: number[] = [];
  for (const one of days) {
    own += one.own;
    usual += one.usual;
    others += one.others;
    othersUsual += one.othersUsual;
    used.push(one.day);
    if (own > HARDLY * usual) break;
    if (usual < LEAST_EXPECTED || others < OTHERS_WORKED * othersUsual) continue;
    const chance = Math.max(1e-300, chanceOfFewer(Math.round(own), usual, SPREAD));
    if (chance >= (best?.chance ?? 1)) continue;
    best = { days: used.toSorted((a, b) => a - b), chats: own, expected: usual, chance };
  }
  return best;
}

function total(counts: Float64Array, day: number, first: number, last: number): number {
  let sum = 0;
  for (let block = first; block <= last; block += 1) sum += counts[day * BLOCKS + block] ?? 0;
  return sum;
}

/** Chats of the period by day and part of it, and of the other days by weekday and part of the day. */
interface Counts {
  readonly now: Float64Array;
  readonly usual: Float64Array;
}

function countedBy(table: ChatTable, blockOf: Uint8Array, period: Range, other: Range, periods: Periods) {
  const made = (): Counts => ({
    now: new Float64Array((period.to - period.from) * BLOCKS),
    usual: new Float64Array(7 * BLOCKS),
  });
  const agents = new Map<number, Counts>();
  const all = made();
  for (let row = 0; row < table.day.length; row += 1) {
    const [agent, day] = [table.by.agent[row] ?? NONE, table.day[row] ?? 0];
    if (agent === NONE) continue;
    const isNow = isIn(day, period);
    if (!isNow && !isIn(day, other)) continue;
    let own = agents.get(agent);
    if (own === undefined) agents.set(agent, (own = made()));
    const slot = (isNow ? day - period.from : weekdayOf(day, periods)) * BLOCKS + (blockOf[table.hour[row] ?? 0] ?? 0);
    for (const one of [own, all]) increase(isNow ? one.now : one.usual, slot, 1);
  }
  return { agents, all };
}

/** An agent of the period whom older weeks do not have. */
export interface Newcomer {
  readonly agent: number;
  readonly chats: number;
  readonly days: ReadonlySet<number>;
  /** From the first hour with a chat until the end of the last one. */
  readonly hours: readonly [number, number];
}

/** The agents whom only the period has, with at least `least` chats. */
export function newcomersOf(table: ChatTable, period: Range, least: number): Newcomer[] {
  const old = new Set<number>();
  const named = new Map<number, { chats: number; days: Set<number>; low: number; high: number }>();
  for (let row = 0; row < table.day.length; row += 1) {
    const [agent, day, hour] = [table.by.agent[row] ?? NONE, table.day[row] ?? 0, table.hour[row] ?? 0];
    if (agent === NONE) continue;
    if (day < period.from) old.add(agent);
    if (!isIn(day, period)) continue;
    const own = named.get(agent) ?? { chats: 0, days: new Set<number>(), low: 24, high: 0 };
    own.chats += 1;
    own.days.add(day);
    [own.low, own.high] = [Math.min(own.low, hour), Math.max(own.high, hour + 1)];
    named.set(agent, own);
  }
  return [...named].flatMap(([agent, { chats, days, low, high }]): Newcomer[] =>
    old.has(agent) || chats < least ? [] : [{ agent, chats, days, hours: [low, high] }],
  );
}

/** How many chats an agent held when one began, itself included: in the period, and usually. */
export interface Held {
  readonly now: number;
  readonly usual: number;
  /** How many standard deviations between weeks lie between both. */
  readonly score: number;
}

/** An agent holds hardly more chats at once. */
const MOST_AT_ONCE = 30;
const LEAST_DEVIATION = 0.025;

/** Compares how many chats agents held at once with older weeks. Undefined with fewer than three of them. */
export function heldOf(table: ChatTable, period: Range, other: Range): Held | undefined {
  const weeks = Math.floor((other.to - other.from) / 7);
  if (weeks < LEAST_WEEKS) return undefined;
  const groups = Array.from({ length: weeks + 1 }, () => new Map<number, number[]>());
  for (let row = 0; row < table.day.length; row += 1) {
    const [agent, day] = [table.by.agent[row] ?? NONE, table.day[row] ?? 0];
    if (agent === NONE || Number.isNaN(table.start[row])) continue;
    const week = isIn(day, period) ? 0 : isIn(day, other) ? 1 + Math.floor((other.to - 1 - day) / 7) : -1;
    const own = groups[week]?.get(agent);
    if (own === undefined) groups[week]?.set(agent, [row]);
    else own.push(row);
  }
  const [now = 1, ...older] = groups.map((agents) => meanHeld([...agents.values()], table));
  const usual = older.reduce((sum, one) => sum + one, 0) / older.length;
  const deviation = Math.sqrt(older.reduce((sum, one) => sum + (one - usual) ** 2, 0) / (older.length - 1));
  return { now, usual, score: (usual - now) / Math.max(1.1 * deviation, LEAST_DEVIATION) };
}

function meanHeld(agents: readonly number[][], { start, end }: ChatTable): number {
  let [held, chats] = [0, 0];
  for (const own of agents) {
    own.sort((one, other) => (start[one] ?? 0) - (start[other] ?? 0));
    own.forEach((row, place) => {
      chats += 1;
      for (let back = place - 1; back >= Math.max(0, place - MOST_AT_ONCE); back -= 1) {
        if ((end[own[back] ?? 0] ?? 0) > (start[row] ?? 0)) held += 1;
      }
    });
  }
  return 1 + held / Math.max(1, chats);
}
