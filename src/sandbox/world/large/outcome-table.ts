import { known } from '../../known.ts';
import type { Arrival } from '../arrivals.ts';
import { serveArrivals, type Outcome } from '../serving.ts';
import type { Random } from '../random.ts';
import type { Rating } from '../world-records.ts';
import { firstFrom, lastUpTo, valueAt } from './column.ts';
import { type Colleague, rosterOf } from './large-staff.ts';
import type { Workday } from './workdays.ts';

/** The outcome of each request. A chat is named by its place among all, oldest first. */
export interface OutcomeTable {
  outcome: (place: number) => Outcome;
  /** The agent the row names, and the one who passed it on, as places in the staff; undefined for none. */
  agent: (place: number) => number | undefined;
  passedOnBy: (place: number) => number | undefined;
  /** When the conversation starts, or, where it never does, when it was asked for. Epoch ms. */
  start: (place: number) => number;
  /** Whether the conversation goes on at the end of the world. */
  isRunning: (place: number) => boolean;
}

export interface OutcomeTableOptions {
  /** By time. */
  times: Float64Array;
  special: ReadonlyMap<number, Pick<Arrival, 'lasts' | 'live'>>;
  workdays: readonly Workday[];
  staff: readonly Colleague[];
  /** The chance of a workday. */
  chanceOf: (workday: number) => Random;
  now: number;
}

const STARS = 0b111;
const ENDED_BY_AGENT = 0b1000;
const STARTED_BY_AGENT = 0b10000;

/**
 * Simulates the support floor a workday at a time, when one of its chats is asked for, and keeps the results: a few bytes
 * a chat, so that no workday is simulated twice.
 */
export function createOutcomeTable({
  times,
  special,
  workdays,
  staff,
  chanceOf,
  now,
}: OutcomeTableOptions): OutcomeTable {
  const opening = Float64Array.from(workdays, ({ from }) => from);
  const simulated = new Uint8Array(workdays.length);
  const waits = new Int32Array(times.length);
  const lengths = new Int32Array(times.length);
  // Places in the staff, from 1; 0 is nobody.
  const agents = new Uint8Array(times.length);
  const firsts = new Uint8Array(times.length);
  const flags = new Uint8Array(times.length);
  const numberOf = new Map(staff.map(({ agent }, index) => [agent.agentId, index + 1]));

  function simulate(day: number): void {
    const workday = workdays[day];
    if (!workday) throw new RangeError(`There is no workday ${day}`);
    const begin = firstFrom(times, workday.from);
    const end = firstFrom(times, opening[day + 1] ?? Infinity);
    const arrivals = Array.from(times.subarray(begin, end), (at): Arrival => ({
      at,
      topic: 'delivery',
      ...special.get(at),
    }));
    const roster = rosterOf(staff, workday, day === workdays.length - 1);
    for (const [index, { startedBy, served }] of serveArrivals(chanceOf(day), arrivals, roster).entries()) {
      const place = begin + index;
      if (!served) continue;
      waits[place] = served.startedAt - valueAt(times, place);
      lengths[place] = served.endsAt - served.startedAt;
      agents[place] = numberOf.get(served.employee.agent.agentId) ?? 0;
      firsts[place] = served.first ? (numberOf.get(served.first.agent.agentId) ?? 0) : 0;
      flags[place] =
        (served.rating ?? 0) |
        (served.endedBy === 'agent' ? ENDED_BY_AGENT : 0) |
        (startedBy === 'agent' ? STARTED_BY_AGENT : 0);
    }
    simulated[day] = 1;
  }

  /** The value of a chat in one of the columns, which is known when its workday is simulated. */
  function read(column: Int32Array | Uint8Array, place: number): number {
    const day = lastUpTo(opening, valueAt(times, place));
    if (simulated[day] === 0) simulate(day);
    return valueAt(column, place);
  }

  const start = (place: number): number => valueAt(times, place) + read(waits, place);
  const numbered = (column: Uint8Array, place: number): number | undefined => {
    const number = read(column, place);
    return number === 0 ? undefined : number - 1;
  };

  return {
    outcome: (place) => {
      const employee = staff[read(agents, place) - 1];
      if (!employee) return { missed: true, startedBy: 'visitor', transferred: false };
      const first = staff[valueAt(firsts, place) - 1];
      const flag = valueAt(flags, place);
      const rating = STARRED[flag & STARS];
      const startedAt = start(place);
      return {
        missed: false,
        startedBy: flag & STARTED_BY_AGENT ? 'agent' : 'visitor',
        transferred: first !== undefined,
        served: known({
          startedAt,
          endsAt: startedAt + valueAt(lengths, place),
          endedBy: flag & ENDED_BY_AGENT ? 'agent' : 'visitor',
          employee,
          first,
          rating,
        }),
      };
    },
    agent: (place) => numbered(agents, place),
    passedOnBy: (place) => numbered(firsts, place),
    start,
    isRunning: (place) => read(agents, place) > 0 && start(place) + valueAt(lengths, place) > now,
  };
}

const STARRED: readonly (Rating | undefined)[] = [undefined, 1, 2, 3, 4, 5];
