import { createRandom, type Random } from '../../../src/sandbox/world/random.ts';

// Desks whose days differ by themselves, drawn without a thought of how chance is measured: days have gamma factors and hang together,
// so do hours, weekdays have their own volume, and both periods have an hour in which nearly nobody was served. `queue`: agents serve
// so many chats at once, and who waits too long is missed.

export const DESKS = ['rough', 'queue'] as const;
export type DeskKind = (typeof DESKS)[number];

/** What is otherwise in the later period: a factor, or, of odds and ratings, what is added. */
export interface Cause {
  readonly volume?: number;
  readonly missed?: number;
  readonly wait?: number;
  readonly duration?: number;
  readonly rating?: number;
  readonly transferred?: number;
  readonly response?: number;
  readonly dropped?: number;
  /** The agent who has more missed chats, longer waits and lower ratings than all others, in both periods. */
  readonly oddAgent?: number;
}

export interface DeskChat {
  /** From the first day of the earlier period, in hours. */
  readonly hour: number;
  readonly agent: number;
  readonly isMissed: boolean;
  readonly isTransferred: boolean;
  /** In seconds. */
  readonly wait: number;
  readonly duration: number;
  readonly rating: number | undefined;
  readonly responses: readonly number[];
  readonly isDropped: boolean;
}

export interface DeskWorld {
  readonly chats: readonly DeskChat[];
  /** The days of each of the two periods, and the weekday of the first one. */
  readonly length: number;
  readonly weekday: number;
}

const WEEKDAYS = [1.2, 1.1, 1.05, 1, 1, 0.7, 0.6];
const AGENTS = 8;

/** Draws two periods, one after the other, of a desk with so many chats a day. */
export function drawDesk(seed: number, perDay: number, length: number, kind: DeskKind, cause: Cause = {}): DeskWorld {
  const random = createRandom(seed, perDay, length, kind);
  const weekday = random.integer(0, 6);
  const weekdays = WEEKDAYS.map((one) => one * random.around(1, 0.1));
  const hours = Array.from({ length: 24 }, (_, hour) =>
    hour < 7 || hour > 21 ? 0.02 : 1 + 0.6 * Math.sin(((hour - 7) / 14) * Math.PI),
  );
  const allHours = hours.reduce((sum, one) => sum + one, 0);
  const roughness = {
    shape: random.integer(8, 48),
    together: random.pick([0, 0.3]),
    missed: 0.3 + 0.5 * random.next(),
    missedOfDay: 0.15 + 0.2 * random.next(),
  };
  const outages = [0, length].map((first) => ({
    day: first + random.integer(0, length - 1),
    hour: random.integer(8, 19),
  }));
  const offDays = Array.from({ length: AGENTS }, () => [random.integer(0, 6), random.integer(0, 6)]);
  const days = { ...drawn(random, roughness.together), bad: drawn(random, roughness.together) };
  const ofHour = { busy: drawn(random, 0.5), bad: drawn(random, 0.5) };
  const places = 3 * Math.max(2, Math.round(perDay / 25));
  const chats: DeskChat[] = [];
  let busyUntil: number[] = [];
  for (let day = 0; day < 2 * length; day += 1) {
    const own = day < length ? {} : cause;
    const volume = (gamma(random, roughness.shape) / roughness.shape) * Math.exp(0.08 * days.next());
    const [badDay, slowDay, ratedDay] = [roughness.missedOfDay * days.bad.next(), normal(random), normal(random)];
    const absent = random.chance(0.15) ? 3 : 0;
    const place = (weekday + day) % 7;
    const present = offDays.flatMap((off, agent) => (off.includes(place) ? [] : [agent]));
    for (const [hour, share] of hours.entries()) {
      const [busy, bad] = [Math.exp(0.25 * ofHour.busy.next()), roughness.missed * ofHour.bad.next()];
      const isOut = outages.some((outage) => outage.day === day && outage.hour === hour);
      const mean = (perDay * (weekdays[place] ?? 1) * share * volume * busy * (own.volume ?? 1)) / allHours;
      const times = Array.from({ length: poisson(random, mean) }, () => random.next()).sort((a, b) => a - b);
      for (const time of times) {
        const agent = present.length === 0 ? 0 : random.pick(present);
        const isOdd = agent === cause.oddAgent;
        const at = (24 * day + hour + time) * 3600;
        const served = random.around(15 * Math.exp(0.15 * slowDay) * (own.wait ?? 1) * (isOdd ? 1.6 : 1), 0.7);
        let [wait, isMissed] = [served, false];
        if (kind === 'queue') {
          busyUntil = busyUntil.filter((end) => end > at).sort((a, b) => a - b);
          const open = isOut ? 1 : Math.max(1, places - absent);
          const queued = busyUntil.length < open ? 0 : (busyUntil[busyUntil.length - open] ?? at) - at;
          isMissed = queued > -180 * Math.log(1 - random.next()) * Math.exp(-(own.missed ?? 0));
          wait = queued + served;
        } else {
          const odds = -2.6 + bad + badDay + (isOut ? 3 : 0) + (own.missed ?? 0) + (isOdd ? 1.5 : 0);
          isMissed = random.chance(1 / (1 + Math.exp(-odds)));
        }
        const duration = random.around(560 * Math.exp(0.08 * slowDay) * (own.duration ?? 1), 0.75);
        if (kind === 'queue' && !isMissed) busyUntil.push(at + wait + duration);
        const rating = 4.6 + 0.08 * ratedDay + 1.1 * normal(random) + (own.rating ?? 0) - (isOdd ? 0.8 : 0);
        const response = random.around(50 * Math.exp(0.15 * slowDay) * (own.response ?? 1), 0.6);
        chats.push({
          hour: at / 3600,
          agent,
          isMissed,
          isTransferred: random.chance(1 / (1 + Math.exp(2.5 - badDay - (own.transferred ?? 0)))),
          wait,
          duration,
          rating: random.chance(0.33) ? Math.min(5, Math.max(1, Math.round(rating))) : undefined,
          responses: Array.from({ length: 1 + poisson(random, 3) }, () => random.around(response, 0.5)),
          isDropped: random.chance(1 / (1 + Math.exp(1 - badDay - (own.dropped ?? 0)))),
        });
      }
    }
  }
  return { chats, length, weekday };
}

/** Normal numbers, each of which is as much like the one before as `together` says. */
function drawn(random: Random, together: number): { next: () => number } {
  let last = normal(random);
  return {
    next: () => {
      last = together * last + Math.sqrt(1 - together ** 2) * normal(random);
      return last;
    },
  };
}

function normal(random: Random): number {
  return Math.log(random.around(1, 1));
}

/** Marsaglia and Tsang's; of shapes from 1. */
function gamma(random: Random, shape: number): number {
  const size = shape - 1 / 3;
  for (;;) {
    const one = normal(random);
    const cube = (1 + one / Math.sqrt(9 * size)) ** 3;
    if (cube > 0 && Math.log(1 - random.next()) < one ** 2 / 2 + size * (1 - cube + Math.log(cube))) return size * cube;
  }
}

function poisson(random: Random, mean: number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const least = Math.exp(-mean);
  let count = 0;
  for (let product = random.next(); product > least; product *= random.next()) count += 1;
  return count;
}
