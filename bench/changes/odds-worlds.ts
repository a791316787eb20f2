import { createRandom, type Random } from '../../src/sandbox/world/random.ts';
import { isIn, weekdayOf } from '../../src/insights/changes/chat-table.ts';
import {
  daysOfWorld,
  METRICS,
  noise,
  poisson,
  worldOf,
  type MadeChat,
  type Metric,
  type Truth,
  type World,
} from './world.ts';

// Desks on which each chat goes well or badly by its own chance: log odds of agent, country, hour, day and load.

export const ODDS_CAUSES = [
  'away',
  'outage',
  'slow agent',
  'country',
  'hour',
  'mix',
  'load',
  'two',
  'week off',
] as const;
export type OddsCause = (typeof ODDS_CAUSES)[number];

const WEEKDAYS = [1.2, 1.15, 1.1, 1.05, 1, 0.75, 0.7];
const OPEN = { from: 8, to: 20 } as const;
const EFFECTS = { away: 4.5, outage: 4, 'slow agent': 1.5, country: 1.5, hour: 2, 'week off': 0.8 } as const;
const METRIC_WEIGHTS = [0.5, 0.2, 0.1, 0.2];

function deskOf(random: Random, perDay: number) {
  const size = perDay < 100 ? random.integer(5, 9) : random.integer(10, 20);
  return {
    agents: Array.from({ length: size }, (_, index) => ({
      weight: random.around(1, 0.25),
      effect: noise(random, 0.3),
      offDays: [index % 7, (index + random.integer(1, 2)) % 7],
      isEarly: index % 2 === 0,
    })),
    countries: Array.from({ length: 6 }, (_, index) => ({ weight: 1 / (index + 1), effect: noise(random, 0.2) })),
    hours: Array.from({ length: 24 }, (_, hour) => ({
      volume:
        hour < OPEN.from || hour >= OPEN.to ? 0 : 1 + 0.5 * Math.sin(((hour - 8) / 12) * Math.PI) + noise(random, 0.1),
      effect: noise(random, 0.25),
    })),
  };
}

/** Makes a world of odds. `roughness` multiplies how much days, agents' days and hours differ by chance. */
export function oddsWorld(seed: number, perDay: number, cause: OddsCause | undefined, roughness = 1): World {
  const random = createRandom('odds', seed, perDay);
  const desk = deskOf(random, perDay);
  const { periods, target, first } = daysOfWorld(random, [7, 7, 7, 14, 30]);
  const metric = METRICS[random.weighted(METRIC_WEIGHTS)] ?? 'missed';
  const pair = random.pick([
    ['away', 'country'],
    ['slow agent', 'hour'],
  ] as const);
  const causes: readonly OddsCause[] = cause === 'two' ? pair : cause === undefined ? [] : [cause];
  const has = (kind: OddsCause) => causes.includes(kind);
  const byWeight = [...desk.agents.keys()].sort(
    (one, two) => (desk.agents[two]?.weight ?? 0) - (desk.agents[one]?.weight ?? 0),
  );
  const agent = byWeight[random.integer(0, Math.ceil(byWeight.length / 2) - 1)] ?? 0;
  const [country, hour] = [random.integer(1, 2), random.integer(10, 16)];
  const days = Array.from({ length: target.to - target.from }, (_, index) => target.from + index);
  const onDuty = days.filter((day) => desk.agents[agent]?.offDays.includes(weekdayOf(day, periods)) !== true);
  const start = random.integer(0, onDuty.length - 1);
  const awayDays = [0, random.integer(1, onDuty.length - 1)].map((step) => onDuty[(start + step) % onDuty.length] ?? 0);
  const afternoon = desk.agents[agent]?.isEarly === true ? { from: 12, to: 16 } : { from: 14, to: 20 };
  const outageDay = random.pick(days);
  const outage = random.pick([
    { from: 8, to: 14 },
    { from: 13, to: 20 },
  ]);
  const weekOff = target.from + (days.length > 7 ? random.integer(0, days.length - 8) : 0);
  const mixed = desk.countries[country];
  if (has('mix') && mixed !== undefined) mixed.effect = 1.3;
  const chats: MadeChat[] = [];
  const total = desk.hours.reduce((sum, { volume }) => sum + volume, 0);
  let [weekEffect, dayEffect] = [0, 0];
  for (let day = first; day < periods.now.to; day += 1) {
    if ((day - first) % 7 === 0) weekEffect = noise(random, 0.05);
    dayEffect = 0.3 * dayEffect + noise(random, 0.28 * roughness);
    const isMeant = isIn(day, target);
    const boost = has('load') && isMeant ? 1.7 : 1;
    const volume =
      boost * perDay * (WEEKDAYS[weekdayOf(day, periods)] ?? 1) * Math.exp(weekEffect + noise(random, 0.12));
    const own = desk.agents.map(() => noise(random, 0.15 * roughness));
    const sick = desk.agents.map((_, key) => random.chance(0.03) && key !== agent);
    const isOff = has('week off') && isIn(day, { from: weekOff, to: weekOff + 7 });
    const isAway = has('away') && awayDays.includes(day);
    for (let at = OPEN.from; at < OPEN.to; at += 1) {
      const expected = (volume * (desk.hours[at]?.volume ?? 0)) / total;
      const load = (has('load') ? 1.5 : 0.5) * Math.log(expected / ((perDay * (desk.hours[at]?.volume ?? 0)) / total));
      const common = dayEffect + noise(random, 0.15 * roughness) + load + (desk.hours[at]?.effect ?? 0);
      const weights = desk.agents.map(({ weight, offDays, isEarly }, key) => {
        const isFree = offDays.includes(weekdayOf(day, periods)) || sick[key] === true || (isOff && key === agent);
        if (isFree || (isEarly ? at >= 16 : at < 11)) return 0;
        return isAway && key === agent && isIn(at, afternoon) ? 2 * weight : weight;
      });
      const weightsOf = desk.countries.map(({ weight }, key) =>
        has('mix') && isMeant && key === country ? 3.5 * weight : weight,
      );
      for (let left = poisson(random, expected); left > 0; left -= 1) {
        const [by, from] = [random.weighted(weights), random.weighted(weightsOf)];
        const planted: readonly (readonly [keyof typeof EFFECTS, boolean])[] = [
          ['away', by === agent && isAway && isIn(at, afternoon)],
          ['outage', day === outageDay && isIn(at, outage)],
          ['slow agent', by === agent],
          ['country', from === country],
          ['hour', at === hour],
          ['week off', isOff],
        ];
        const effect = planted.reduce(
          (sum, [kind, isHit]) => sum + (isMeant && isHit && has(kind) ? EFFECTS[kind] : 0),
          (desk.agents[by]?.effect ?? 0) + (own[by] ?? 0) + (desk.countries[from]?.effect ?? 0) + common,
        );
        const value = valueOf(random, metric, effect);
        const isMissed = metric === 'missed' && value === 1;
        const [agentKey, countryKey, startedBy] = [by + 1, from + 1, random.chance(0.8) ? 1 : 2];
        const untimed = { start: Number.NaN, end: Number.NaN, missed: isMissed };
        chats.push({ day, hour: at, agent: agentKey, country: countryKey, startedBy, ...untimed, value });
      }
    }
  }
  const truths = causes.map((kind): Truth => {
    switch (kind) {
      case 'away':
        return { kinds: ['part'], by: 'agent', key: agent + 1, days: awayDays };
      case 'outage':
        return { kinds: ['days'], days: [outageDay] };
      case 'slow agent':
        return { kinds: ['part'], by: 'agent', key: agent + 1 };
      case 'country':
        return { kinds: ['part'], by: 'country', key: country + 1 };
      case 'hour':
        return { kinds: ['part'], by: 'hour', key: hour };
      case 'mix':
        // More came of a country whose chats always go worse: either says so.
        return { kinds: ['mix', 'surge'], by: 'country', key: country + 1 };
      case 'week off':
        return { kinds: ['absence'], by: 'agent', key: agent + 1 };
      case 'load':
      case 'two':
        return { kinds: ['load'] };
    }
  });
  return worldOf(chats, metric, periods, target, truths);
}

/** What a chat says of a figure that is worse by so much, in log odds. */
function valueOf(random: Random, metric: Metric, effect: number): number {
  switch (metric) {
    case 'missed':
      return Number(random.chance(1 / (1 + Math.exp(2.35 - effect))));
    case 'rating':
      if (random.chance(0.65)) return Number.NaN;
      return Math.min(5, Math.max(1, Math.round(4.3 - 0.4 * effect + noise(random, 0.9))));
    case 'wait':
    case 'duration':
      if (random.chance(0.09)) return Number.NaN;
      return Math.max(1, Math.round(random.around((metric === 'wait' ? 30 : 420) * Math.exp(0.5 * effect), 0.8)));
  }
}
