import { createRandom, type Random } from '../../../src/sandbox/world/random.ts';
import { createWorld } from '../../../src/sandbox/world/world.ts';
import type { Chat } from '../../../src/sandbox/world/world.ts';
import type { MetricName } from '../../../src/figures/metrics/catalogue.ts';
import { DAY, type WorldChat } from './worlds.ts';

// Desks with a cause that was planted, and without. The ordinary ones are over-dispersed as real desks are: days are good and bad as a
// whole, and so are parts of days, and every agent, hour and country has its own rates.

export const NOW = Date.UTC(2026, 10, 16);
const HOUR = 3_600_000;

/** The week that is asked about, and the one before. */
export const WEEKS = ['2026-11-09', '2026-11-15', '2026-11-02', '2026-11-08'] as const;

const HOURLY = [2, 2, 1, 1, 1, 2, 4, 7, 11, 14, 15, 14, 12, 13, 15, 15, 13, 11, 10, 10, 9, 7, 5, 4];
const DAILY = [1.2, 1.1, 1, 1, 0.9, 0.5, 0.4];
export const COUNTRIES = ['Germany', 'France', 'Spain', 'Poland', 'Brazil', 'Japan'];
const COUNTRY_SHARES = [40, 20, 14, 12, 9, 5];

/** An ordinary desk of two weeks, of 40 to 400 chats a day. */
export function ordinaryDesk(seed: number): WorldChat[] {
  const random = createRandom(seed, 'ordinary desk');
  const perDay = 40 * 10 ** random.next();
  const agents = Array.from({ length: random.integer(4, 20) }, (_, index) => ({
    agentId: index + 1,
    pace: random.around(1, 0.25),
    kindness: random.around(1, 0.1),
    from: random.integer(0, 23),
  }));
  const base = 0.04 + 0.12 * random.next();
  const ofHour = HOURLY.map(() => normal(random) * 0.4);
  const ofCountry = COUNTRIES.map(() => normal(random) * 0.25);
  const chats: WorldChat[] = [];
  for (let day = 0; day < 14; day += 1) {
    const start = NOW - (14 - day) * DAY;
    const volume = perDay * (DAILY[day % 7] ?? 1) * random.around(1, 0.15);
    const mood = normal(random) * 0.2;
    const parts = Array.from({ length: 8 }, () => ({ volume: random.around(1, 0.2), mood: normal(random) * 0.3 }));
    const count = Math.round(volume + normal(random) * Math.sqrt(volume));
    const weights = HOURLY.map((weight, hour) => weight * (parts[Math.floor(hour / 3)]?.volume ?? 1));
    for (let index = 0; index < count; index += 1) {
      const hour = random.weighted(weights);
      const country = random.weighted(COUNTRY_SHARES);
      const logit =
        Math.log(base / (1 - base)) +
        mood +
        (parts[Math.floor(hour / 3)]?.mood ?? 0) +
        (ofHour[hour] ?? 0) +
        (ofCountry[country] ?? 0);
      const missed = random.chance(1 / (1 + Math.exp(-logit)));
      const onDuty = agents.filter(({ from }) => (hour - from + 24) % 24 < 10);
      const agent = random.pick(onDuty.length > 0 ? onDuty : agents);
      const requestedAt = start + hour * HOUR + random.integer(0, HOUR - 1);
      const happy = 4.3 * agent.kindness - 0.5 * Math.exp(normal(random)) - mood;
      chats.push(
        missed
          ? { requestedAt, missed, country: COUNTRIES[country] ?? '' }
          : {
              requestedAt,
              missed,
              country: COUNTRIES[country] ?? '',
              agentId: agent.agentId,
              wait: random.around(14, 0.7) * Math.exp(mood),
              duration: random.around(540, 0.7) * agent.pace,
              byAgent: random.chance(0.06),
              endedByAgent: random.chance(0.38),
              ...(random.chance(0.35) && { rating: Math.min(5, Math.max(1, Math.round(happy))) }),
            },
      );
    }
  }
  return chats;
}

function normal(random: Random): number {
  return Math.log(random.around(1, 1));
}

const worlds = new Map<number, readonly Chat[]>();

/** Two weeks that follow each other in one of the sandbox's medium worlds, moved to the weeks that are asked about. */
export function sandboxDesk(seed: number): WorldChat[] {
  const [worldSeed, pair] = [500 + Math.floor(seed / 6), seed % 6];
  const chats = worlds.get(worldSeed) ?? createWorld({ seed: worldSeed, size: 'medium', now: NOW }).chats;
  worlds.clear();
  worlds.set(worldSeed, chats);
  const moved = pair * 14 * DAY;
  return chats
    .filter(({ requestedAt }) => requestedAt + moved >= NOW - 14 * DAY && requestedAt + moved < NOW)
    .map(({ requestedAt, missed, startedAt, endedAt, agentId, rating, whereabouts, startedBy, endedBy }) => ({
      requestedAt: requestedAt + moved,
      missed,
      country: whereabouts.country,
      byAgent: startedBy === 'agent',
      endedByAgent: endedBy === 'agent',
      ...(agentId !== undefined && { agentId }),
      ...(rating !== undefined && { rating }),
      ...(startedAt !== undefined && { wait: (startedAt - requestedAt) / 1000 }),
      ...(startedAt !== undefined && endedAt !== undefined && { duration: (endedAt - startedAt) / 1000 }),
    }));
}

/** A desk with a cause in its later week, and what an answer has to name. */
export interface Planted {
  readonly what: string;
  readonly metric: MetricName;
  readonly chats: WorldChat[];
  readonly by: 'agent' | 'hour' | 'country' | 'day' | 'started_by' | 'volume';
  /** The key of the part, or the number of the day in its week. */
  readonly key: number | string;
}

const isLater = ({ requestedAt }: WorldChat) => requestedAt >= NOW - 7 * DAY;
const hourOf = ({ requestedAt }: WorldChat) => Math.floor((requestedAt % DAY) / HOUR);

function missedMore(chats: readonly WorldChat[], isHit: (chat: WorldChat) => boolean, by: number, random: Random) {
  return chats.map((chat): WorldChat => {
    if (chat.missed || !isLater(chat) || !isHit(chat) || !random.chance(by)) return chat;
    return { requestedAt: chat.requestedAt, missed: true, country: chat.country };
  });
}

const CAUSES: readonly ((chats: WorldChat[], random: Random) => Planted)[] = [
  (chats, random) => {
    const agentId = commonAgent(chats, random);
    const slower = 1.6 + random.next();
    return {
      what: 'an agent takes longer',
      metric: 'duration',
      by: 'agent',
      key: agentId,
      chats: chats.map((chat) =>
        chat.agentId === agentId && isLater(chat) ? { ...chat, duration: (chat.duration ?? 0) * slower } : chat,
      ),
    };
  },
  (chats, random) => {
    const agentId = commonAgent(chats, random);
    return {
      what: 'an agent is rated worse',
      metric: 'rating',
      by: 'agent',
      key: agentId,
      chats: chats.map((chat) =>
        chat.agentId === agentId && isLater(chat) && chat.rating !== undefined
          ? { ...chat, rating: Math.max(1, chat.rating - random.integer(1, 3)) }
          : chat,
      ),
    };
  },
  (chats, random) => {
    const hour = random.integer(8, 18);
    return {
      what: 'an hour is understaffed',
      metric: 'missed',
      by: 'hour',
      key: hour,
      chats: missedMore(chats, (chat) => hourOf(chat) === hour, 0.4 + 0.3 * random.next(), random),
    };
  },
  (chats, random) => {
    const country = random.pick(
      [...new Set(chats.map(({ country }) => country))].filter(
        (one) => chats.filter((chat) => chat.country === one).length > 0.05 * chats.length,
      ),
    );
    return {
      what: 'a country is cut off',
      metric: 'missed',
      by: 'country',
      key: country,
      chats: missedMore(chats, (chat) => chat.country === country, 0.25 + 0.35 * random.next(), random),
    };
  },
  (chats, random) => {
    const day = random.integer(0, 4);
    const start = NOW - (7 - day) * DAY;
    return {
      what: 'a bad day',
      metric: 'missed',
      by: 'day',
      key: day,
      chats: missedMore(
        chats,
        ({ requestedAt }) => requestedAt >= start && requestedAt < start + DAY,
        0.4 + 0.3 * random.next(),
        random,
      ),
    };
  },
  (chats, random) => {
    // Chats of one country always take far longer; in the later week there are more of them.
    const country = random.pick(
      [...new Set(chats.map(({ country }) => country))].filter(
        (one) => chats.filter((chat) => chat.country === one).length > 0.05 * chats.length,
      ),
    );
    const longer = chats.map((chat) =>
      chat.country === country && chat.duration !== undefined ? { ...chat, duration: chat.duration * 2.5 } : chat,
    );
    const more = longer.filter((chat) => isLater(chat) && chat.country === country);
    return {
      what: 'another mix of countries',
      metric: 'duration',
      by: 'country',
      key: country,
      chats: [
        ...longer,
        ...more.map((chat) => ({ ...chat, requestedAt: chat.requestedAt + 1 })),
        ...more.filter(() => random.chance(0.6)),
      ],
    };
  },
  (chats, random) => {
    const hour = random.integer(8, 18);
    const more = chats.filter((chat) => isLater(chat) && hourOf(chat) === hour);
    return {
      what: 'an hour has twice the chats',
      metric: 'chats',
      by: 'hour',
      key: hour,
      chats: [...chats, ...more, ...more.filter(() => random.chance(0.5))],
    };
  },
];

function commonAgent(chats: readonly WorldChat[], random: Random): number {
  const counts = new Map<number, number>();
  for (const { agentId } of chats) if (agentId !== undefined) counts.set(agentId, (counts.get(agentId) ?? 0) + 1);
  return random.pick([...counts].filter(([, count]) => count > 0.03 * chats.length).map(([agentId]) => agentId));
}

/** The desk with a number and a planted cause: every other one is the sandbox's. */
export function plantedDesk(seed: number): Planted {
  const random = createRandom(seed, 'cause');
  const chats = seed % 2 === 0 ? sandboxDesk(seed / 2) : ordinaryDesk(seed);
  const cause = CAUSES[Math.floor(seed / 2) % CAUSES.length];
  if (cause === undefined) throw new RangeError('there is no such cause');
  return cause(chats, random);
}

/** The desk with a number and no cause. */
export function desk(seed: number): WorldChat[] {
  return seed % 2 === 0 ? sandboxDesk(1000 + seed / 2) : ordinaryDesk(10_000 + seed);
}
