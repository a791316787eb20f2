import { scatter } from '../random.ts';
import { DAY, HOUR } from '../time.ts';
import type { Agent, ChatChoice, Order, Rows } from '../world-records.ts';
import { firstFrom, valueAt } from './column.ts';
import type { OutcomeTable } from './outcome-table.ts';

/** No conversation starts later than this after its request. */
const LONGEST_WAIT = 3 * HOUR;
/** Long enough that whoever has asked earlier is done. */
const LONGEST_CHAT = DAY;

/** The places of the chats that a choice wants, oldest first. */
export function choosePlaces(
  { from, to, time, running, agentsChats, agents }: ChatChoice,
  times: Float64Array,
  outcomes: OutcomeTable,
  staff: readonly Agent[],
  now: number,
): Rows<number> {
  const margin = time === 'start' ? LONGEST_WAIT : 0;
  const begin = firstFrom(times, from - margin);
  const end = firstFrom(times, to);
  const surelyStarted = firstFrom(times, from);
  const surelyInTime = firstFrom(times, to - margin);
  const maybeRunning = running === 'listed' ? end : firstFrom(times, now - LONGEST_CHAT);
  const groups = agents.map((group) => staff.map(({ agentId }) => group.includes(agentId)));
  if (groups.length === 0 && margin === 0 && maybeRunning >= end) return placesBetween(begin, end);
  if (groups.some((group) => !group.includes(true))) return [];

  const has = (group: readonly boolean[], agent: number | undefined): boolean =>
    agent !== undefined && group[agent] === true;
  const isWanted = (place: number): boolean =>
    (place >= surelyStarted || outcomes.start(place) >= from) &&
    (place < surelyInTime || outcomes.start(place) < to) &&
    (place < maybeRunning || !outcomes.isRunning(place)) &&
    groups.every(
      (group) =>
        has(group, outcomes.agent(place)) || (agentsChats === 'involved' && has(group, outcomes.passedOnBy(place))),
    );

  const chosen: number[] = [];
  for (let place = begin; place < end; place += 1) if (isWanted(place)) chosen.push(place);
  return chosen;
}

/** The places from `begin` up to, not including, `end`: none of them takes memory. */
export function placesBetween(begin: number, end: number): Rows<number> {
  const length = Math.max(end - begin, 0);
  return {
    length,
    slice: (from, to) => {
      const last = Math.min(to, length);
      return Array.from({ length: Math.max(last - from, 0) }, (_, index) => begin + from + index);
    },
  };
}

/** Puts places, given oldest first, in order; shuffled is by the ids of the records there. */
export function placesInOrder(places: Rows<number>, order: Order, ids: Uint32Array): Rows<number> {
  const { length } = places;
  switch (order) {
    case 'newest':
      return {
        length,
        slice: (from, to) => places.slice(Math.max(length - to, 0), Math.max(length - from, 0)).toReversed(),
      };
    case 'oldest':
      return places;
    case 'shuffled': {
      // Rank and place in one number: numbers sort ten times as fast without a function that compares them.
      const ranked = new Float64Array(length);
      for (const [index, place] of places.slice(0, length).entries()) {
        ranked[index] = scatter(valueAt(ids, place)) * ids.length + place;
      }
      ranked.sort();
      return { length, slice: (from, to) => Array.from(ranked.subarray(from, to), (value) => value % ids.length) };
    }
  }
}

/** The rows at some places, made when they are taken. */
export function rowsAt<T>(places: Rows<number>, make: (place: number) => T): Rows<T> {
  return { length: places.length, slice: (from, to) => places.slice(from, to).map(make) };
}

/** Keeps the results of the last few questions; `remember` answers one again or for the first time. */
export function createMemory<T>(capacity: number): (question: string, answer: () => T) => T {
  const known = new Map<string, T>();
  return (question, answer) => {
    const result = known.get(question) ?? answer();
    known.delete(question);
    known.set(question, result);
    for (const oldest of known.keys()) if (known.size > capacity) known.delete(oldest);
    return result;
  };
}
