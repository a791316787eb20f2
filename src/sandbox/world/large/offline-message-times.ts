import { hourly } from '../offline-messages.ts';
import type { Random } from '../random.ts';
import { hourOfDay, MINUTE } from '../time.ts';
import { firstFrom } from './column.ts';
import type { Crowd } from './crowd.ts';
import { growth } from './workdays.ts';

/** The time and the writer of each offline message. */
export interface MessageTimes {
  /** Epoch ms, oldest first. */
  times: Float64Array;
  /** As places in the crowd. */
  writers: Uint32Array;
}

/** The messages left between `from` and `now`: by people whom the chat knew, and by some who never used it. */
export function drawMessageTimes(
  random: Random,
  count: number,
  crowd: Crowd,
  chatTimes: Float64Array,
  from: number,
  now: number,
): MessageTimes {
  const times = new Float64Array(count);
  for (let filled = 0; filled < count;) {
    const at = random.integer(from, now - 5 * MINUTE);
    if (random.chance(((hourly[hourOfDay(at)] ?? 0) * growth(from, now, at)) / 15)) times[filled++] = at;
  }
  times.sort();
  const silent = crowd.knownBefore(chatTimes.length);
  const writers = Uint32Array.from(times, (at) => {
    const known = crowd.knownBefore(firstFrom(chatTimes, at));
    return known === 0 || random.chance(0.15) ? random.integer(silent, crowd.people - 1) : random.integer(0, known - 1);
  });
  return { times, writers };
}
