import { TOPICS, type Topic } from './phrases/phrasebook.ts';
import type { Random } from './random.ts';
import { DAY, HOUR, MINUTE, startOfDay, weekday } from './time.ts';
import type { WorldPlan } from './world-plan.ts';

/** A visitor's request for a chat. */
export interface Arrival {
  /** Epoch ms. */
  at: number;
  topic: Topic;
  /** A conversation whose length, in ms, is given; others take what they take. */
  lasts?: number;
  /** Still running at the end of the world; whoever has a place free takes it, on duty or not. */
  live?: true;
}

/** The time before the end of the world in which nobody new asks, so that all but the live chats were accepted or missed. */
const LAST_ARRIVAL = 8 * MINUTE;

/** Requests by UTC hour: a European shop with customers in the Americas and a few in Asia. */
const hourly = [2, 2, 1, 1, 1, 2, 4, 7, 11, 14, 15, 14, 12, 13, 15, 15, 13, 11, 10, 10, 9, 7, 5, 4];
/** Requests by weekday, Monday first. */
const daily = [12, 11, 10, 10, 9, 5, 4];
/** In the order of TOPICS. */
const topicShares = [34, 17, 13, 14, 12, 10];

/** The requests of the `days` that end at `now`, in time order. */
export function drawArrivals(random: Random, plan: WorldPlan, now: number): Arrival[] {
  const from = now - plan.days * DAY;
  const arrivals = [...specialArrivals(now), ...incidents(random, plan, from, now)];
  const days = Array.from({ length: plan.days + 1 }, (_, index) => startOfDay(from) + index * DAY);
  const weights = days.map((day) => daily[weekday(day)] ?? 0);
  while (arrivals.length < plan.chats) {
    const day = days[random.weighted(weights)] ?? now;
    const at = day + random.weighted(hourly) * HOUR + random.integer(0, HOUR - 1);
    if (at >= from && at < now - LAST_ARRIVAL) arrivals.push({ at, topic: drawTopic(random) });
  }
  return arrivals.sort((a, b) => a.at - b.at);
}

/** Chats that every world has: some still running, some across midnight, and one very long one. */
function specialArrivals(now: number): Arrival[] {
  const midnight = startOfDay(now);
  return [
    ...[2, 5, 11, 26].map((minutes): Arrival => ({
      at: now - minutes * MINUTE,
      topic: 'delivery',
      lasts: HOUR,
      live: true,
    })),
    { at: midnight - DAY - 7 * MINUTE, topic: 'login', lasts: 31 * MINUTE },
    { at: midnight - 3 * DAY - 2 * MINUTE, topic: 'refund', lasts: 18 * MINUTE },
    { at: midnight - 5 * DAY + 13 * HOUR, topic: 'bug', lasts: 3 * HOUR },
  ];
}

function incidents(random: Random, plan: WorldPlan, from: number, now: number): Arrival[] {
  return Array.from({ length: plan.incidents }, () => {
    const begin = startOfDay(from + random.next() * (now - from - 2 * DAY)) + DAY + random.integer(7, 21) * HOUR;
    return Array.from({ length: plan.chatsPerIncident }, (): Arrival => {
      const after = Math.min(random.around(15 * MINUTE, 0.7), 3 * HOUR);
      return { at: Math.round(Math.min(begin + after, now - 10 * MINUTE)), topic: random.pick(['bug', 'login']) };
    });
  }).flat();
}

/** Draws the topic of a request; deliveries are the most frequent. */
export function drawTopic(random: Random): Topic {
  return TOPICS[random.weighted(topicShares)] ?? 'delivery';
}
