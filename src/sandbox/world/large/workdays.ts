import { known } from '../../known.ts';
import { daily, hourly, LAST_ARRIVAL } from '../arrivals.ts';
import type { Random } from '../random.ts';
import { valueAt } from './column.ts';
import { DAY, HOUR, MINUTE, startOfDay, weekday } from '../time.ts';

/**
 * A day at work: from 04:00 UTC to 04:00 of the next day, when all shifts have ended. No shift goes past it, so what
 * happens in one does not depend on what happened in another, and each can be simulated alone.
 */
export interface Workday {
  /** Epoch ms. */
  from: number;
  /** The end of its requests, epoch ms: the start of the next one, or a little before the end of the world. */
  to: number;
  /** When something broke and everybody asked at once, epoch ms. */
  incidentAt?: number;
}

/** The hour, UTC, at which a workday begins. */
export const FIRST_HOUR = 4;
/** The shortest last workday: with less of it, the one before goes on, for nobody is done with its chats. */
const SHORTEST = 3 * HOUR;
const INCIDENT_SHARE = 0.12;
/** By month, January first: people buy before Christmas, and bring back after it. */
const monthly = [1.1, 0.95, 0.9, 0.95, 0.95, 0.95, 0.9, 0.9, 1, 1.05, 1.25, 1.35];

/** The `count` workdays that end at `now`. */
export function planWorkdays(random: Random, count: number, now: number): Workday[] {
  const last = startOfDay(now - SHORTEST - FIRST_HOUR * HOUR) + FIRST_HOUR * HOUR;
  return Array.from({ length: count }, (_, index) => {
    const from = last - (count - 1 - index) * DAY;
    if (index === count - 1) return { from, to: now - LAST_ARRIVAL };
    const incidentAt = from + random.integer(3, 17) * HOUR;
    return known({ from, to: from + DAY, incidentAt: random.chance(0.25) ? incidentAt : undefined });
  });
}

/** The volume of requests at a time, as a multiple of that in the middle of the world: it grows. */
export function growth(from: number, to: number, at: number): number {
  return 0.55 + (0.9 * (at - from)) / (to - from);
}

/** The times of `count` requests over all workdays, oldest first; those of `special` are among them. */
export function drawTimes(
  chance: (...names: readonly (string | number)[]) => Random,
  count: number,
  workdays: readonly Workday[],
  special: readonly number[],
): Float64Array {
  const slots = workdays.map(slotsOf);
  const weights = weigh(chance('days'), workdays, slots);
  const total = weights.reduce((sum, weight) => sum + weight, 0);

  const times = new Float64Array(count);
  let [passed, filled, left] = [0, 0, count - special.length];
  for (const [index, workday] of workdays.entries()) {
    const { from, incidentAt } = workday;
    const next = workdays[index + 1]?.from ?? Infinity;
    const random = chance('times', index);
    const begin = filled;
    passed += weights[index] ?? 0;
    const requests = Math.round(((count - special.length) * passed) / total) - (count - special.length - left);
    left -= requests;
    const together = incidentAt === undefined ? 0 : Math.round(requests * INCIDENT_SHARE);
    fillInOrder(random, times.subarray(begin, (filled += requests - together)), from, slots[index] ?? []);

    const ordered = filled;
    for (const at of special) if (at >= from && at < next) times[filled++] = at;
    for (let number = 0; number < together; number += 1) {
      times[filled++] = (incidentAt ?? from) + Math.round(Math.min(random.around(15 * MINUTE, 0.7), 3 * HOUR));
    }
    if (filled > ordered) times.subarray(begin, filled).sort();
  }
  return times;
}

/** The number of requests of each workday, in relation to the others. */
function weigh(random: Random, workdays: readonly Workday[], slots: readonly (readonly Slot[])[]): number[] {
  const [from, to] = [workdays[0]?.from ?? 0, workdays.at(-1)?.to ?? 0];
  return workdays.map((workday, index) => {
    const surprise = random.around(1, 0.08) * (workday.incidentAt === undefined ? 1 : 1 + INCIDENT_SHARE);
    const month = monthly[new Date(workday.from).getUTCMonth()] ?? 1;
    const part = (slots[index]?.length ?? 0) / WHOLE_DAY.length;
    return growth(from, to, workday.from) * (daily[weekday(workday.from)] ?? 0) * month * surprise * part;
  });
}

/** A part of a workday, in ms from its start. All have the same number of requests, so busy hours have many. */
interface Slot {
  begin: number;
  length: number;
}

function slotsOf({ from, to }: Workday): readonly Slot[] {
  if (to - from === DAY) return WHOLE_DAY;
  return slotsIn(Math.ceil((to - from) / HOUR)).filter(({ begin, length }) => from + begin + length <= to);
}

function slotsIn(hours: number): Slot[] {
  return Array.from({ length: hours }, (_, hour) => {
    const weight = hourly[(FIRST_HOUR + hour) % 24] ?? 0;
    return Array.from({ length: weight }, (_, slot) => ({
      begin: (hour + slot / weight) * HOUR,
      length: HOUR / weight,
    }));
  }).flat();
}

const WHOLE_DAY = slotsIn(24);

/** Fills with times drawn evenly over the slots, in order at once: sorting a million would take longer than the rest. */
function fillInOrder(random: Random, times: Float64Array, from: number, slots: readonly Slot[]): void {
  // What lies between times drawn evenly and then sorted is distributed like this.
  const gap = (): number => -Math.log(1 - random.next());
  let sum = 0;
  for (let index = 0; index < times.length; index += 1) times[index] = sum += gap();
  const scale = slots.length / (sum + gap());
  for (let index = 0; index < times.length; index += 1) {
    const place = valueAt(times, index) * scale;
    const slot = slots[Math.floor(place)];
    if (slot) times[index] = from + Math.floor(slot.begin + (place % 1) * slot.length);
  }
}
