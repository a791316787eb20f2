import { createRandom } from '../../../src/sandbox/world/random.ts';
import type { Chat, Rating, World } from '../../../src/sandbox/world/world.ts';
import { DAY, first, HOUR, smallWorld, startDesk, type Desk } from '../../mcp/desk.ts';

/** The first moment of the week that is asked about, and of the one before. */
export const START = Date.UTC(2026, 10, 9);
export const EARLIER = START - 7 * DAY;
export const WEEK = { period: 'last_week' } as const;

/** A chat of a made desk: its agent is a number from 0. */
export interface MadeChat {
  readonly requestedAt: number;
  readonly agent: number;
  readonly country: string;
  readonly missed: boolean;
  readonly wait: number;
  readonly rating: Rating;
}

const COUNTRIES = ['Germany', 'Germany', 'Germany', 'France', 'France', 'Norway'];
export const AGENTS = 6;
const DAY_HOURS = { from: 8, count: 12 } as const;

export const hourOf = ({ requestedAt }: Pick<MadeChat, 'requestedAt'>): number =>
  Math.floor((((requestedAt % DAY) + DAY) % DAY) / HOUR);
export const dateOf = ({ requestedAt }: Pick<MadeChat, 'requestedAt'>): string =>
  new Date(requestedAt).toISOString().slice(0, 10);

/** An ordinary desk of so many weeks until the end of the week that is asked about, with about 60 chats on each day. */
export function ordinaryChats(weeks: number, seed = 1): MadeChat[] {
  const random = createRandom(seed, 'made desk');
  return Array.from({ length: weeks * 7 }, (_, index) => START + (index - (weeks - 1) * 7) * DAY).flatMap((day) =>
    Array.from({ length: 50 + random.integer(0, 20) }, (): MadeChat => {
      const hour = DAY_HOURS.from + random.integer(0, DAY_HOURS.count - 1);
      return {
        requestedAt: day + hour * HOUR + random.integer(0, HOUR - 1),
        agent: random.integer(0, AGENTS - 1),
        country: random.pick(COUNTRIES),
        missed: random.chance(0.08),
        wait: Math.round(random.around(30, 0.6)),
        rating: random.pick([3, 4, 5] as const),
      };
    }),
  );
}

/** A desk with the chats; missed ones name their agent where `named` says so. */
export async function deskWith(
  chats: readonly MadeChat[],
  settings: Parameters<typeof startDesk>[1] = {},
  named = true,
): Promise<Desk> {
  const world = smallWorld();
  const names = [...new Set(chats.map(({ country }) => country))];
  const visitors = names.map((_, index) => world.visitors[index] ?? first(world.visitors));
  const template = first(world.chats.filter(({ missed }) => !missed));
  world.chats = chats
    .toSorted((one, other) => one.requestedAt - other.requestedAt)
    .map((chat, index): Chat => {
      const { rating: _, startedAt: __, endedAt: ___, endedBy: ____, agentId: _____, ...rest } = template;
      const startedAt = chat.requestedAt + chat.wait * 1000;
      const agentId = world.agents[chat.agent]?.agentId ?? 0;
      return {
        ...rest,
        messages: [],
        chatId: 1_000_000 + index,
        requestedAt: chat.requestedAt,
        missed: chat.missed,
        startedBy: 'visitor',
        transferred: false,
        visitorId: visitors[names.indexOf(chat.country)]?.visitorId ?? 0,
        whereabouts: { ...template.whereabouts, country: chat.country },
        ...((named || !chat.missed) && { agentId }),
        ...(!chat.missed && {
          startedAt,
          endedAt: startedAt + 300_000,
          endedBy: 'visitor' as const,
          rating: chat.rating,
        }),
      };
    });
  comeFrom(world, names);
  return startDesk(world, settings);
}

/** Has the first visitors of a world come from the countries, one each. */
function comeFrom(world: World, names: readonly string[]): void {
  names.forEach((name, index) => {
    for (const record of world.visitors[index]?.records ?? []) record.whereabouts.country = name;
  });
}
