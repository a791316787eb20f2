import { omitUndefined } from '../omit-undefined.ts';
import type { Arrival } from './arrivals.ts';
import type { Random } from './random.ts';
import { type Employee, hasLeft, isOnCall, isOnShift } from './people/staff.ts';
import { HOUR, MINUTE, SECOND } from './time.ts';
import type { Chat, Rating } from './world-records.ts';

/** The outcome of an arrival. */
export type Outcome = Pick<Chat, 'missed' | 'startedBy' | 'transferred'> & {
  served?: Served;
};

export interface Served {
  startedAt: number;
  /** When it ends; later than the end of the world for a chat that is still running. */
  endsAt: number;
  endedBy: 'visitor' | 'agent';
  employee: Employee;
  /** The colleague who accepted a chat that was transferred. */
  first?: Employee;
  rating?: Rating;
}

/** One chat at a time: an agent has as many of these as their concurrent chat limit. */
interface Seat {
  employee: Employee;
  freeAt: number;
}

/**
 * Simulates the support floor: each arrival, in time order, waits for a colleague on duty with a free place, and
 * goes away when that takes longer than its patience. So waits, missed chats and load follow from one another.
 */
export function serveArrivals(random: Random, arrivals: readonly Arrival[], employees: readonly Employee[]): Outcome[] {
  const seats = employees.flatMap((employee) =>
    Array.from({ length: employee.agent.concurrentChatLimit }, (): Seat => ({ employee, freeAt: 0 })),
  );
  let [hour, onShift] = [-1, seats];
  return arrivals.map((arrival) => {
    const { at, live } = arrival;
    if (Math.floor(at / HOUR) !== hour) {
      hour = Math.floor(at / HOUR);
      onShift = seats.filter(({ employee }) => isOnShift(employee, at));
    }
    const staffed = live
      ? seats.filter(({ employee }) => employee.leftAt === undefined)
      : onShift.filter(({ employee }) => !hasLeft(employee, at));
    return serveArrival(random, arrival, { seats, staffed }, employees);
  });
}

function serveArrival(
  random: Random,
  arrival: Arrival,
  { seats, staffed }: Readonly<Record<'seats' | 'staffed', readonly Seat[]>>,
  employees: readonly Employee[],
): Outcome {
  const candidates =
    staffed.length > 0 ? staffed : seats.filter((seat) => isOnCall(employees, seat.employee, arrival.at));
  const seat = chooseSeat(random, candidates, arrival.at);
  const idle = seat.freeAt <= arrival.at;
  const proactive = idle && !arrival.live && staffed.length > 0 && random.chance(0.06);
  const reaction = proactive ? 0 : reactionTime(random, seat.employee, staffed.length === 0);
  const startedAt = Math.round(
    Math.max(arrival.at, seat.freeAt) + (arrival.live ? Math.min(reaction, MINUTE) : reaction),
  );
  const patience = arrival.lasts === undefined ? Math.min(random.around(100 * SECOND, 0.6), 6 * MINUTE) : Infinity;
  if (startedAt - arrival.at > patience) return { missed: true, startedBy: 'visitor', transferred: false };

  const length =
    arrival.lasts ?? Math.min(Math.max(random.around(9 * MINUTE, 0.75) * seat.employee.pace, 40 * SECOND), 2 * HOUR);
  const endsAt = Math.round(startedAt + length);
  seat.freeAt = endsAt;
  const second = random.chance(0.09) ? colleagueOf(random, seat, candidates, startedAt) : undefined;
  // The colleague keeps a place for the whole time: then no row of the list exceeds anybody's limit.
  if (second) second.freeAt = endsAt;
  const rating = drawRating(random, startedAt - arrival.at, seat.employee.pace, second !== undefined);
  return {
    missed: false,
    startedBy: proactive ? 'agent' : 'visitor',
    transferred: second !== undefined,
    served: omitUndefined({
      startedAt,
      endsAt,
      endedBy: random.chance(0.62) ? 'visitor' : 'agent',
      employee: second?.employee ?? seat.employee,
      first: second && seat.employee,
      rating,
    }),
  };
}

/** Picks a free place; when all are taken, the one that is free first. */
function chooseSeat(random: Random, seats: readonly Seat[], at: number): Seat {
  const free = seats.filter((seat) => seat.freeAt <= at);
  return free.length > 0 ? random.pick(free) : seats.reduce((best, seat) => (seat.freeAt < best.freeAt ? seat : best));
}

function colleagueOf(random: Random, seat: Seat, candidates: readonly Seat[], at: number): Seat | undefined {
  const free = candidates.filter((other) => other.employee !== seat.employee && other.freeAt <= at);
  return free.length > 0 ? random.pick(free) : undefined;
}

/** The time from a free place to the first look at the chat, in ms. */
function reactionTime(random: Random, employee: Employee, onCall: boolean): number {
  return random.around(onCall ? 40 * SECOND : 14 * SECOND, 0.7) * employee.pace;
}

/** Draws a rating. Most visitors do not rate; those who do remember the wait and the pace, and were pleased or not. */
function drawRating(random: Random, wait: number, pace: number, transferred: boolean): Rating | undefined {
  const pleased =
    5.4 - wait / (45 * SECOND) - (pace - 0.7) - (transferred ? 0.5 : 0) - Math.abs(random.around(1, 0.75) - 1);
  const stars = Math.min(Math.max(Math.round(pleased), 1), 5);
  if (!random.chance(stars === 1 || stars === 5 ? 0.45 : 0.25)) return undefined;
  return ([1, 2, 3, 4, 5] as const)[stars - 1];
}
