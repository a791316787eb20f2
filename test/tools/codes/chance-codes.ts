import { z } from 'zod';
import { DIMENSIONS, Dialect } from '../../../src/sandbox/dialects.ts';
import { codesOf, type Codes } from '../../../src/sandbox/codes.ts';
import { createRandom, type Random } from '../../../src/sandbox/world/random.ts';
import type { Agent, Chat, World } from '../../../src/sandbox/world/world.ts';
import { mediumWorld, openServer, smallWorld, startService, type Desk } from '../../mcp/desk.ts';

// Desks by chance: their size, how the service numbers its meanings and answers what the specification leaves open, how
// agents help each other, and how much of it was read. What the codebook says of each is counted against the numbering.

const USUAL = codesOf({ codes: 'a' });
const CODES = [
  'is_missed',
  'chat_started_by',
  'is_chat_transferred',
  'chat_ended_by',
  'unread',
  'enabled',
  'user_type',
] as const;

/** What a world calls a meaning, as the server calls it. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  is_chat_transferred: { yes: 'transferred', no: 'not transferred' },
  unread: { yes: 'unread', no: 'read' },
  enabled: { yes: 'enabled', no: 'disabled' },
  chat_ended_by: { none: 'nobody' },
};

/** How the values of codes that were seen are told. */
export interface Verdicts {
  settled: number;
  likely: number;
  open: number;
  /** Each with its desk, code, value and what was said of it. */
  readonly wronglySettled: string[];
  readonly wronglyLikely: string[];
  /** The same by code, apart for desks of some size that were read. */
  readonly byCode: Map<string, { settled: number; likely: number; open: number }>;
}

export function noVerdicts(): Verdicts {
  return { settled: 0, likely: 0, open: 0, wronglySettled: [], wronglyLikely: [], byCode: new Map() };
}

const READ_DESK = 150;

const Book = z.array(
  z.looseObject({
    code: z.string(),
    settled: z.boolean(),
    values: z.array(
      z.looseObject({ value: z.number(), meaning: z.string().optional(), likely: z.string().optional() }),
    ),
  }),
);

/** Asks a desk by chance, and adds what its codebook says. */
export async function judgeDesk(seed: number, verdicts: Verdicts): Promise<void> {
  const random = createRandom(seed, 'chance codes');
  const { world, about } = worldByChance(random, seed);
  const codes = numbersByChance(random);
  await using service = startService(world, random.integer(10, 60), dialectByChance(random));
  service.rewrite = renumbered(codes);
  await using desk = await openServer(service, { codes: {} });
  const reading = random.pick(['lists', 'sample', 'all'] as const);
  await read(desk, world, reading);
  const { data } = await desk.ask('get_service_status');
  const truths = meaningsOf(codes);
  for (const { code, values, settled } of Book.parse(data.codebook)) {
    if (values.length === 0) continue;
    const isRead = reading !== 'lists' && world.chats.length >= READ_DESK;
    const name = `${code}${isRead ? `, of ${READ_DESK} chats and more with transcripts read` : ''}`;
    const one = verdicts.byCode.get(name) ?? { settled: 0, likely: 0, open: 0 };
    verdicts.byCode.set(name, one);
    for (const { value, meaning, likely } of values) {
      const truth = truths.get(`${code} ${value}`) ?? (code === 'rating' ? 'a rating' : '?');
      const isRating = code === 'rating' && settled && meaning === undefined;
      const told = isRating ? 'a rating' : (meaning ?? likely);
      const state = told === undefined ? 'open' : isRating || meaning !== undefined ? 'settled' : 'likely';
      // Of ratings, what is none is the question, and the others follow from it.
      if (truth !== 'a rating') {
        verdicts[state] += 1;
        one[state] += 1;
      }
      if (told === undefined || told === truth) continue;
      const said = `seed ${seed} (${about}, ${reading}): ${code} ${value} is ${truth}, told ${told}`;
      (state === 'likely' ? verdicts.wronglyLikely : verdicts.wronglySettled).push(said);
    }
  }
}

async function read(desk: Desk, world: World, reading: 'lists' | 'sample' | 'all'): Promise<void> {
  const oldest = world.chats[0]?.requestedAt ?? world.now;
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const days = { from: day(oldest), to: day(world.now) };
  await desk.ask('list_support_agents');
  await desk.ask('list_offline_messages');
  await desk.ask('list_chats', days);
  if (reading === 'sample') await desk.ask('get_support_performance', days);
  if (reading === 'all') await desk.ask('search_transcripts', { ...days, query: 'order' });
}

/** The last chats of a small or a larger world, in which agents help and hand over as they may elsewhere. */
function worldByChance(random: Random, seed: number): { readonly world: World; readonly about: string } {
  const isMedium = random.chance(0.3);
  const world = isMedium ? mediumWorld(100 + (seed % 4)) : smallWorld(1000 + seed);
  const count = random.pick(isMedium ? [300, 800, 1500] : [10, 25, 60, 150, 300]);
  const helpers = random.pick([0, 0, 0.05, 0.16, 0.3]);
  const silent = random.pick([0, 0, 0.1, 0.3]);
  const agents = new Map(world.agents.map((agent) => [agent.agentId, agent]));
  const chats = world.chats.slice(-count).map((chat) => {
    if (chat.missed) return chat;
    if (chat.transferred) return random.chance(silent) ? withoutFirst(chat, agents) : chat;
    return random.chance(helpers) ? withHelper(chat, random.pick(world.agents)) : chat;
  });
  return {
    world: {
      ...world,
      chats,
      offlineMessages: world.offlineMessages.slice(-random.pick([5, 30, 60, 400])),
    },
    about: `${count} chats, ${helpers} helped, ${silent} silent`,
  };
}

const nameOf = ({ firstName, lastName }: Agent): string => `${firstName} ${lastName}`;

/** A colleague adds a line, and the chat is not handed over. */
function withHelper(chat: Chat, { firstName, lastName }: Agent): Chat {
  const last = chat.messages.findLast(({ author }) => author === 'agent');
  if (last === undefined) return chat;
  return { ...chat, messages: [...chat.messages, { ...last, authorName: `${firstName} ${lastName}` }] };
}

/** Who took the chat first wrote nothing. */
function withoutFirst(chat: Chat, agents: ReadonlyMap<number, Agent>): Chat {
  const left = chat.transferredFrom === undefined ? undefined : agents.get(chat.transferredFrom);
  if (left === undefined) return chat;
  return { ...chat, messages: chat.messages.filter(({ authorName }) => authorName !== nameOf(left)) };
}

/** Everything that the specification leaves open, but for the numbers, which are drawn by themselves. */
function dialectByChance(random: Random): Dialect {
  const drawn = DIMENSIONS.filter(({ name }) => !LEFT_ALONE.has(name)).map(
    ({ name, values }) => [name, random.pick(values)] as const,
  );
  return Dialect.parse(Object.fromEntries(drawn));
}

/** The numbers; who may read single records, without which nothing is read; and limits, which are of no weight here. */
const LEFT_ALONE = new Set(['codes', 'readers', 'limit_scope', 'limit_window', 'refused_attempts', 'limit_form']);

function numbersByChance(random: Random): Codes {
  const style = random.pick(['small', 'small', 'any'] as const);
  const different = (count: number): number[] => {
    const numbers = new Set<number>();
    while (numbers.size < count) {
      numbers.add(style === 'small' ? random.integer(0, count) : random.integer(-50, 70_000));
    }
    return [...numbers];
  };
  const pair = (): [number, number] => {
    const [one = 0, other = 1] = different(2);
    return [one, other];
  };
  const [served, missed] = pair();
  const [byVisitor, byAgent] = pair();
  const [notTransferred, transferred] = pair();
  const [none = 0, endedByVisitor = 1, endedByAgent = 2] = different(3);
  const [read, unread] = pair();
  const [disabled, enabled] = pair();
  const [visitor = 1, agent = 2, bot = 3, system = 4] = different(4);
  return {
    is_missed: { served, missed },
    chat_started_by: { visitor: byVisitor, agent: byAgent },
    is_chat_transferred: { no: notTransferred, yes: transferred },
    chat_ended_by: { none, visitor: endedByVisitor, agent: endedByAgent },
    unread: { no: read, yes: unread },
    enabled: { no: disabled, yes: enabled },
    rating: random.pick([
      { none: 0, star: 1 },
      { none: -1, star: 1 },
      { none: 99, star: 10 },
      { none: 0, star: 20 },
    ]),
    user_type: { visitor, agent, bot, system },
  };
}

/** Gives the codes of a service that has the usual ones other numbers, as numbers or as text. */
function renumbered(codes: Codes): (body: string) => string {
  const fields = new Map<string, ReadonlyMap<string, number>>(
    CODES.map((name) => {
      const numbers = new Map<string, number>(Object.entries(codes[name]));
      const pairs = Object.entries(USUAL[name]).map(
        ([meaning, value]) => [String(value), numbers.get(meaning) ?? value] as const,
      );
      return [name, new Map(pairs)];
    }),
  );
  fields.set('is_missed_chat', fields.get('is_missed') ?? new Map());
  const stars = [1, 2, 3, 4, 5].map((count) => [String(count * USUAL.rating.star), count * codes.rating.star] as const);
  fields.set('rating', new Map([...stars, [String(USUAL.rating.none), codes.rating.none]]));
  return (body) => {
    if (!body.startsWith('[') && !body.startsWith('{')) return body;
    return JSON.stringify(
      JSON.parse(body, (name, value: unknown) => {
        const number = fields.get(name)?.get(String(value));
        if (number === undefined) return value;
        return typeof value === 'string' ? String(number) : number;
      }),
    );
  };
}

/** Every meaning of a desk, by `code value`. */
function meaningsOf(codes: Codes): ReadonlyMap<string, string> {
  const ofCodes = CODES.flatMap((name) =>
    Object.entries(codes[name]).map(([meaning, value]): [string, string] => [
      `${name} ${String(value)}`,
      WORDS[name]?.[meaning] ?? meaning,
    ]),
  );
  return new Map([...ofCodes, [`rating ${codes.rating.none}`, 'not rated']]);
}

/** The counts in words, a line a code. */
export function verdictWords(verdicts: Verdicts): string {
  const { settled, likely, open, wronglySettled, wronglyLikely, byCode } = verdicts;
  return [
    `values: ${settled} settled (${wronglySettled.length} wrong), ${likely} likely (${wronglyLikely.length} wrong), ${open} open`,
    ...[...byCode]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([code, counts]) => `${code}: ${counts.settled} settled, ${counts.likely} likely, ${counts.open} open`),
    ...wronglySettled.map((said) => `WRONGLY SETTLED ${said}`),
    ...wronglyLikely.map((said) => `wrongly likely ${said}`),
  ].join('\n');
}
