import { createRandom, type Random } from '../../src/sandbox/world/random.ts';
import { isIn, weekdayOf, type Range } from '../../src/insights/changes/chat-table.ts';
import { daysOfWorld, noise, poisson, worldOf, type MadeChat, type Metric, type Truth, type World } from './world.ts';

// Desks as queues: visitors come, wait until an agent on duty has a free place, and leave when they wait for too long.

export const QUEUE_CAUSES = [
  'away',
  'silent agent',
  'outage',
  'slow agent',
  'country',
  'hour',
  'mix',
  'load',
  'two',
  'week off',
  'rating',
] as const;
export type QueueCause = (typeof QUEUE_CAUSES)[number];

const HOUR = 3600;
const DAY = 86_400;
const OPEN: Range = { from: 8, to: 20 };
const PROFILE = [0.8, 1, 1.2, 1.3, 1.1, 1, 1.1, 1.2, 1.1, 0.9, 0.7, 0.6];
const WEEKDAYS = [1.15, 1.1, 1.05, 1, 1, 0.6, 0.5];
const COUNTRIES = [0.4, 0.2, 0.15, 0.1, 0.08, 0.07];
const SHIFTS: readonly Range[] = [
  { from: 8, to: 14 },
  { from: 14, to: 20 },
];
const HANDLING = { small: 700, large: 480 } as const;
/** Which missed chats name an agent: all, none, or those for which somebody was on duty. */
const NAMING = ['always', 'never', 'on duty'] as const;

interface AgentOnDesk {
  readonly shift: Range;
  readonly offDays: readonly number[];
  readonly pace: number;
}

/** What is planted in a world, and when. */
interface Plan {
  readonly has: (kind: QueueCause) => boolean;
  readonly agent: number;
  readonly country: number;
  readonly hour: number;
  readonly awayDays: readonly number[];
  readonly surgeDays: readonly number[];
  readonly outageDay: number;
  readonly target: Range;
}

/** Makes a world of a queue. */
export function queueWorld(seed: number, perDay: number, cause: QueueCause | undefined): World {
  const random = createRandom('queue', seed, perDay);
  const isSmall = perDay < 100;
  const handling = isSmall ? HANDLING.small : HANDLING.large;
  const places = isSmall ? 1 : 2;
  const naming = random.pick(NAMING);
  const peak = ((perDay / 12) * handling) / HOUR;
  const onDuty = Math.max(2, Math.ceil((peak + 1.1 * Math.sqrt(peak)) / places));
  // Seven days are worked by people who work five.
  const agents = Array.from({ length: Math.ceil((onDuty * 14) / 5) }, (_, index): AgentOnDesk => {
    const off = (index >> 1) % 7;
    return { shift: SHIFTS[index % 2] ?? OPEN, offDays: [off, (off + 1) % 7], pace: random.around(1, 0.2) };
  });
  const { periods, target, first } = daysOfWorld(random, [7, 7, 7, 7, 14, 30]);
  const length = target.to - target.from;
  const causes: readonly QueueCause[] = cause === 'two' ? ['silent agent', 'country'] : cause ? [cause] : [];
  const agent = random.integer(0, agents.length - 1);
  const worked = Array.from({ length }, (_, index) => target.from + index).filter(
    (day) => agents[agent]?.offDays.includes(weekdayOf(day, periods)) !== true,
  );
  const start = random.integer(0, worked.length - 2);
  const surge = target.from + random.integer(0, length - 3);
  const plan: Plan = {
    has: (kind) => causes.includes(kind),
    agent,
    country: random.integer(1, 2),
    hour: random.integer(10, 17),
    awayDays: [worked[start] ?? 0, worked[start + 1] ?? 0],
    surgeDays: [surge, surge + 1, surge + 2],
    outageDay: random.pick(worked),
    target,
  };
  const metric = metricFor(random, cause);
  const chats: MadeChat[] = [];
  const sick: Truth[] = [];
  for (let day = first; day < periods.now.to; day += 1) {
    const volume = perDay * (WEEKDAYS[weekdayOf(day, periods)] ?? 1) * random.around(1, 0.1);
    const isFree = agents.map(({ offDays }) => offDays.includes(weekdayOf(day, periods)));
    const isSick = agents.map((_, key) => random.chance(0.02) && !(key === agent && isIn(day, target)));
    const isOff = agents.map((_, key) => isFree[key] === true || isSick[key] === true);
    isSick.forEach((isSo, key) => {
      if (isSo) sick.push({ kinds: ['absence'], by: 'agent', key: key + 1, days: [day] });
    });
    chats.push(...dayOf(random, day, volume, { agents, places, handling, naming, isOff, metric }, plan));
  }
  return worldOf(
    chats,
    metric,
    periods,
    target,
    causes.map((kind) => truthOf(kind, plan)),
    sick,
  );
}

function metricFor(random: Random, cause: QueueCause | undefined): Metric {
  if (cause === 'slow agent' || cause === 'mix') return 'duration';
  if (cause === 'rating') return 'rating';
  if (cause === 'silent agent' || cause === 'two') return 'missed';
  return cause === undefined
    ? random.pick(['missed', 'missed', 'wait', 'duration', 'rating'] as const)
    : random.pick(['missed', 'missed', 'wait'] as const);
}

interface Desk {
  readonly agents: readonly AgentOnDesk[];
  readonly places: number;
  readonly handling: number;
  readonly naming: (typeof NAMING)[number];
  readonly isOff: readonly boolean[];
  readonly metric: Metric;
}

/** The chats of one day, in the order in which they came. */
function dayOf(random: Random, day: number, volume: number, desk: Desk, plan: Plan): MadeChat[] {
  const { has, target } = plan;
  const isMeant = isIn(day, target);
  const free = desk.agents.map(() => Array.from({ length: desk.places }, () => 0));
  const profile = PROFILE.reduce((sum, one) => sum + one, 0);
  const arrivals: { at: number; country: number }[] = [];
  for (let hour = OPEN.from; hour < OPEN.to; hour += 1) {
    const usual = (volume * (PROFILE[hour - OPEN.from] ?? 1)) / profile;
    COUNTRIES.forEach((share, country) => {
      let mean = usual * share * random.around(1, 0.1);
      if (isMeant && has('load')) mean *= 1.4;
      if (isMeant && has('hour') && hour === plan.hour) mean *= 3;
      if (has('country') && plan.surgeDays.includes(day) && country === plan.country) mean *= 5;
      if (isMeant && has('mix') && country === plan.country) mean *= 3;
      for (let left = poisson(random, mean); left > 0; left -= 1) {
        arrivals.push({ at: hour * HOUR + random.next() * HOUR, country });
      }
    });
  }
  arrivals.sort((one, other) => one.at - other.at);
  return arrivals.map(({ at, country }): MadeChat => {
    const hour = Math.floor(at / HOUR);
    const isDown = has('outage') && day === plan.outageDay && hour >= 13;
    const onDuty = desk.agents.flatMap(({ shift }, key) => {
      const isGone = key === plan.agent && isMeant && (has('week off') || (has('away') && plan.awayDays.includes(day)));
      return desk.isOff[key] === true || isGone || !isIn(hour, shift) ? [] : [key];
    });
    const common = { day, hour, country: country + 1, startedBy: random.chance(0.85) ? 1 : 2 };
    const isSilent = has('silent agent') && plan.awayDays.includes(day);
    if (isSilent && onDuty.includes(plan.agent) && random.chance(1 / onDuty.length)) {
      const none = { start: Number.NaN, end: Number.NaN, missed: true };
      return { ...common, ...none, agent: plan.agent + 1, value: valueOf(random, desk.metric, undefined) };
    }
    const able = onDuty.filter((key) => !(isSilent && key === plan.agent));
    let [agent, place, start] = [-1, 0, Number.POSITIVE_INFINITY];
    for (const key of able) {
      free[key]?.forEach((until, index) => {
        const from = Math.max(at, until) + random.next();
        if (from < start) [agent, place, start] = [key, index, from];
      });
    }
    const patience = random.around(150, 0.8);
    if (isDown || start - at > patience || agent < 0) {
      const blamed = desk.naming === 'never' || able.length === 0 ? 0 : random.pick(able) + 1;
      const named = desk.naming === 'always' && blamed === 0 ? random.integer(1, desk.agents.length) : blamed;
      const none = { start: Number.NaN, end: Number.NaN, missed: true };
      return { ...common, ...none, agent: named, value: valueOf(random, desk.metric, undefined) };
    }
    const isLong = has('mix') || desk.metric !== 'duration' ? country === plan.country && has('mix') : false;
    const slow = isMeant && has('slow agent') && agent === plan.agent ? 2 : 1;
    const duration = random.around(desk.handling, 0.6) * (desk.agents[agent]?.pace ?? 1) * (isLong ? 2 : 1) * slow;
    const end = start + duration;
    const times = free[agent];
    if (times !== undefined) times[place] = end;
    const wait = start - at + random.around(12, 0.6);
    const isBad = isMeant && has('rating') && agent === plan.agent;
    const base = day * DAY;
    const value = valueOf(random, desk.metric, { wait, duration, isBad });
    return { ...common, agent: agent + 1, start: base + start, end: base + end, missed: false, value };
  });
}

function valueOf(
  random: Random,
  metric: Metric,
  served: { readonly wait: number; readonly duration: number; readonly isBad: boolean } | undefined,
): number {
  if (metric === 'missed') return Number(served === undefined);
  if (served === undefined) return Number.NaN;
  if (metric === 'wait') return Math.round(served.wait);
  if (metric === 'duration') return Math.round(served.duration);
  if (random.chance(0.6)) return Number.NaN;
  return Math.min(5, Math.max(1, Math.round((served.isBad ? 3.3 : 4.3) + noise(random, 0.9))));
}

function truthOf(kind: QueueCause, { agent, country, hour, awayDays, surgeDays, outageDay }: Plan): Truth {
  switch (kind) {
    case 'away':
      return { kinds: ['absence', 'part'], by: 'agent', key: agent + 1, days: awayDays };
    case 'silent agent':
      return { kinds: ['part', 'absence'], by: 'agent', key: agent + 1, days: awayDays };
    case 'outage':
      return { kinds: ['days'], days: [outageDay] };
    case 'slow agent':
    case 'rating':
      return { kinds: ['part'], by: 'agent', key: agent + 1 };
    case 'country':
      return { kinds: ['surge', 'part', 'mix'], by: 'country', key: country + 1, days: surgeDays };
    case 'hour':
      return { kinds: ['surge', 'part'], by: 'hour', key: hour };
    case 'mix':
      return { kinds: ['mix', 'surge'], by: 'country', key: country + 1 };
    case 'week off':
      return { kinds: ['absence'], by: 'agent', key: agent + 1 };
    case 'load':
    case 'two':
      return { kinds: ['load'] };
  }
}
