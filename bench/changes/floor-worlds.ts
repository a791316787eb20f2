import { createRandom, type Random } from '../../src/sandbox/world/random.ts';
import { isIn, weekdayOf, type Range } from '../../src/insights/changes/chat-table.ts';
import { daysOfWorld, noise, poisson, worldOf, type MadeChat, type Metric, type Truth, type World } from './world.ts';

// Desks as floors: two teams change shifts each week, people take breaks, hold several chats and slow down; newsletters bring floods;
// nobody is there at night and on Sundays. Other noise and other causes than the two other families.

export const FLOOR_CAUSES = [
  'silent',
  'outage',
  'slow agent',
  'campaign',
  'meeting',
  'mix',
  'load',
  'speaker away',
  'week off',
  'rude agent',
  'newcomer',
] as const;
export type FloorCause = (typeof FLOOR_CAUSES)[number];

const [HOUR, DAY] = [3600, 86_400];
const OPEN: Range = { from: 9, to: 19 };
const SATURDAY: Range = { from: 10, to: 16 };
const EARLY: Range = { from: 9, to: 15 };
const LATE: Range = { from: 13, to: 19 };
const COUNTRIES = [0.5, 0.25, 0.12, 0.08, 0.05];
const FORMS: Readonly<Record<FloorCause, readonly Metric[]>> = {
  silent: ['missed'],
  outage: ['missed'],
  'slow agent': ['duration'],
  campaign: ['missed', 'wait'],
  meeting: ['missed', 'wait'],
  mix: ['duration'],
  load: ['missed', 'wait'],
  'speaker away': ['missed', 'wait'],
  'week off': ['missed', 'wait'],
  'rude agent': ['rating'],
  newcomer: ['duration'],
};

interface Someone {
  readonly team: number;
  readonly freeDay: number;
  readonly pace: number;
  readonly charm: number;
  readonly at: number[];
}

/** Makes a world of a floor. */
export function floorWorld(seed: number, perDay: number, cause: FloorCause | undefined): World {
  const random = createRandom('floor', seed, perDay);
  const { periods, target, first } = daysOfWorld(random, [7, 7, 7, 14, 28]);
  const metric = random.pick(
    cause === undefined ? (['missed', 'missed', 'wait', 'duration', 'rating'] as const) : FORMS[cause],
  );
  const handling = perDay < 100 ? 600 : 540;
  const places = perDay < 100 ? 2 : 3;
  const isNamed = cause === 'silent' || random.chance(0.5);
  const needed = (perDay / 10) * (handling / HOUR);
  const staff = Math.max(6, Math.ceil((2.6 * needed) / places) + 3);
  const people = Array.from({ length: staff + 1 }, (_, key): Someone => {
    const isNew = key === staff;
    const [pace, charm] = [random.around(isNew ? 2 : 1, 0.2), noise(random, 0.15)];
    return { team: key % 2, freeDay: key % 6, pace, charm, at: Array.from({ length: places }, () => 0) };
  });
  const isThere = (key: number, day: number): Range | undefined => {
    const someone = people[key];
    const weekday = weekdayOf(day, periods);
    if (someone === undefined || weekday === 6 || someone.freeDay === weekday) return undefined;
    if (weekday === 5) return SATURDAY;
    return (someone.team + Math.floor((day - weekday) / 7)) % 2 === 0 ? EARLY : LATE;
  };
  const [own, country] = [random.integer(0, staff - 1), random.integer(1, 3)];
  const days = Array.from({ length: target.to - target.from }, (_, index) => target.from + index);
  const worked = days.filter((day) => weekdayOf(day, periods) < 5 && isThere(own, day) !== undefined);
  const start = random.integer(0, Math.max(0, worked.length - 3));
  const some = worked.slice(start, start + (cause === 'silent' ? 2 : 3));
  const off = worked.slice(0, 5);
  const [outageDay, outageAt, meeting] = [random.pick(worked), random.integer(9, 14), random.integer(11, 16)];
  const has = (kind: FloorCause, day: number, among: readonly number[] = days) => cause === kind && among.includes(day);
  const chats: MadeChat[] = [];
  const background: Truth[] = [];
  for (let day = first; day < periods.now.to; day += 1) {
    const weekday = weekdayOf(day, periods);
    const open = weekday === 6 ? undefined : weekday === 5 ? SATURDAY : OPEN;
    const volume = perDay * (weekday === 0 ? 1.3 : weekday > 4 ? 0.5 : 1) * 1.005 ** (day / 7) * random.around(1, 0.13);
    const flood =
      random.chance(0.14) && open !== undefined
        ? { hour: random.integer(open.from, open.to - 2), from: random.integer(0, 4) }
        : undefined;
    if (flood !== undefined) {
      background.push(
        { kinds: ['surge', 'part'], by: 'hour', key: flood.hour, days: [day] },
        { kinds: ['surge', 'days'], days: [day] },
      );
      background.push({ kinds: ['surge', 'part'], by: 'country', key: flood.from + 1, days: [day] });
    }
    const sick = people.map((_, key) => key !== own && random.chance(0.02));
    sick.forEach((is, key) => is && background.push({ kinds: ['absence'], by: 'agent', key: key + 1, days: [day] }));
    const arrivals: { at: number; from: number }[] = [];
    for (let hour = 0; hour < 24; hour += 1) {
      const isOpen = open !== undefined && isIn(hour, open);
      COUNTRIES.forEach((share, from) => {
        let mean = (isOpen ? volume / 10 : volume / 300) * share * random.around(1, 0.25);
        if (flood?.hour === hour && flood.from === from) mean += volume * 0.12;
        if (isOpen && has('campaign', day, some) && from === country) mean *= 6;
        if (has('mix', day) && from === country) mean *= 3;
        if (has('load', day)) mean *= 1.6;
        for (let left = poisson(random, mean); left > 0; left -= 1)
          arrivals.push({ at: (hour + random.next()) * HOUR, from });
      });
    }
    const breaks = people.map(() => 12 * HOUR + random.integer(0, 8) * 900);
    for (const { at, from } of arrivals.sort((one, two) => one.at - two.at)) {
      const hour = Math.floor(at / HOUR);
      const onDuty = people.flatMap(({ at: _ }, key) => {
        const shift = isThere(key, day);
        const isNew = key === staff && !(cause === 'newcomer' && days.includes(day));
        const isOff = key === own && (has('week off', day, off) || has('speaker away', day, some));
        return shift === undefined || isNew || isOff || sick[key] === true || !isIn(hour, shift) ? [] : [key];
      });
      // One country is served by every fourth person, who speak its language.
      const isForeign = cause === 'speaker away' && from === country;
      const able = onDuty.filter((key) => !isForeign || key % 4 === own % 4);
      const common = { day, hour, country: from + 1, startedBy: random.chance(0.9) ? 1 : 2 };
      const missed = (agent: number): MadeChat => ({
        ...common,
        agent: isNamed ? agent : 0,
        start: Number.NaN,
        end: Number.NaN,
        missed: true,
        value: metric === 'missed' ? 1 : Number.NaN,
      });
      const isDown = has('outage', day, [outageDay]) && hour >= outageAt && hour < outageAt + 5 && random.chance(0.85);
      const isSilent = has('silent', day, some) && able.includes(own) && hour >= 12;
      if (isSilent && random.chance(1.5 / (able.length + 0.5))) {
        chats.push(missed(own + 1));
        continue;
      }
      const isMeeting = has('meeting', day) && hour === meeting;
      let best = { key: -1, place: 0, from: Number.POSITIVE_INFINITY, held: 0 };
      for (const key of able) {
        const someone = people[key];
        if (someone === undefined || (isSilent && key === own)) continue;
        const pause = breaks[key] ?? 0;
        const ready = isMeeting ? (hour + 1) * HOUR : at >= pause && at < pause + 1800 ? pause + 1800 : at;
        const held = someone.at.filter((until) => until > at).length;
        someone.at.forEach((until, place) => {
          const begin = Math.max(ready, until);
          if (begin < best.from || (begin === best.from && held < best.held)) best = { key, place, from: begin, held };
        });
      }
      const patience = -180 * Math.log(1 - random.next());
      const someone = people[best.key];
      if (isDown || someone === undefined || best.from - at > patience) {
        chats.push(missed(able.length === 0 ? 0 : random.pick(able) + 1));
        continue;
      }
      const isLong = cause === 'mix' && from === country;
      const isSlow = has('slow agent', day) && best.key === own;
      const duration =
        random.around(handling, 0.7) * someone.pace * (1 + 0.15 * best.held) * (isLong ? 2.2 : 1) * (isSlow ? 1.9 : 1);
      someone.at[best.place] = best.from + duration;
      const wait = best.from - at + random.around(15, 0.7);
      const isRude = has('rude agent', day) && best.key === own;
      const value = valueOf(random, metric, { wait, duration, charm: someone.charm - (isRude ? 1.2 : 0) });
      const [begun, ended] = [day * DAY + best.from, day * DAY + best.from + duration];
      chats.push({ ...common, agent: best.key + 1, start: begun, end: ended, missed: false, value });
    }
    for (const { at } of people) at.fill(0);
  }
  const agent = { by: 'agent', key: cause === 'newcomer' ? staff + 1 : own + 1 } as const;
  const truths: Readonly<Record<FloorCause, Truth>> = {
    silent: { kinds: ['part', 'absence'], ...agent, days: some },
    outage: { kinds: ['days'], days: [outageDay] },
    'slow agent': { kinds: ['part'], ...agent },
    campaign: { kinds: ['surge', 'part', 'mix'], by: 'country', key: country + 1, days: some },
    meeting: { kinds: ['part'], by: 'hour', key: meeting },
    mix: { kinds: ['mix', 'surge'], by: 'country', key: country + 1 },
    load: { kinds: ['load'] },
    'speaker away': { kinds: ['absence'], ...agent },
    'week off': { kinds: ['absence'], ...agent, days: off },
    'rude agent': { kinds: ['part'], ...agent },
    newcomer: { kinds: ['newcomer', 'part'], ...agent },
  };
  const planted = cause === undefined ? [] : [truths[cause]];
  if (cause === 'speaker away') planted.push({ kinds: ['part'], by: 'country', key: country + 1 });
  return worldOf(chats, metric, periods, target, planted, background);
}

function valueOf(
  random: Random,
  metric: Metric,
  { wait, duration, charm }: { wait: number; duration: number; charm: number },
): number {
  switch (metric) {
    case 'missed':
      return 0;
    case 'wait':
      return Math.round(wait);
    case 'duration':
      return Math.round(duration);
    case 'rating':
      return random.chance(0.7) ? Number.NaN : Math.min(5, Math.max(1, Math.round(4.2 + charm + noise(random, 1.1))));
  }
}
