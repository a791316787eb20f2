import { type Asked, plusDays } from '../oracle/calendar.ts';
import { agentMetricsOf, metricsOf } from '../oracle/figures.ts';
import { chatIdsOf, median, statistics } from '../oracle/truth.ts';
import type { Chat } from '../../src/sandbox/world/world.ts';
import { type Facts } from './facts.ts';
import { whichHasMost } from './groups.ts';
import { oneCall, type Question, type QuestionsOf } from './question.ts';

const FEW_RATINGS = 3;

const waitOf = (chats: readonly Chat[]) => median(statistics(chats).waits);
const durationOf = (chats: readonly Chat[]) => median(statistics(chats).durations);
const missedOf = (chats: readonly Chat[]) => statistics(chats).missed;
const volumeOf = (chats: readonly Chat[]) => chats.length;

/** The questions of managers about a period: volume, missed chats, waiting, ratings, transfers, and when and who. */
export const performanceQuestions: QuestionsOf = (facts) => [
  overall('How many chats did we have last week?', facts, { period: 'last_week' }, ['chats']),
  overall('How many chats came in yesterday?', facts, { period: 'yesterday' }, ['chats', 'missed']),
  overall('And today so far?', facts, { period: 'today' }, ['chats', 'missed']),
  overall('What share of chats did we miss in the last seven days?', facts, {}, ['missed', 'missed_rate']),
  overall('How long do people wait, typically and at worst?', facts, {}, ['wait_seconds']),
  overall('How long does one chat take us?', facts, { period: 'last_week' }, ['duration_seconds']),
  overall('How much do we pass on to colleagues this month?', facts, { period: 'this_month' }, ['transfer_rate']),
  overall('How happy were people last week?', facts, { period: 'last_week' }, ['rating']),
  overall('Give me the month so far in one line', facts, { period: 'this_month' }, Object.keys(metricsOf([]))),
  ...bestAndWorst(facts),
  ...ofOneAgent(facts),
  ...whichChats(facts),
];

function bestAndWorst(facts: Facts): Question[] {
  const month = { period: 'this_month' };
  return [
    whichHasMost(
      'Which day this month was the busiest?',
      facts,
      { ...month, group_by: 'day' },
      ({ chats }) => chats,
      volumeOf,
    ),
    whichHasMost(
      'At what hour do most people write?',
      facts,
      { ...month, group_by: 'hour' },
      ({ chats }) => chats,
      volumeOf,
    ),
    whichHasMost(
      'Which weekday is the quietest?',
      facts,
      { from: plusDays(facts.today, -14), to: plusDays(facts.today, -1), group_by: 'weekday' },
      ({ chats }) => -chats,
      (chats) => -chats.length,
    ),
    whichHasMost(
      'When during the day do we miss the most?',
      facts,
      { ...month, group_by: 'hour' },
      ({ missed }) => missed,
      missedOf,
    ),
    whichHasMost(
      'Which day last week did people wait longest?',
      facts,
      { period: 'last_week', group_by: 'day' },
      ({ wait_seconds }) => wait_seconds?.median,
      waitOf,
    ),
    whichHasMost(
      'Who took the most chats last week?',
      facts,
      { period: 'last_week', group_by: 'agent' },
      ({ chats }) => chats,
      volumeOf,
    ),
    whichHasMost(
      'Whose visitors wait the longest?',
      facts,
      { ...month, group_by: 'agent' },
      ({ wait_seconds }) => wait_seconds?.median,
      waitOf,
    ),
    whichHasMost(
      'Who is fastest to pick up?',
      facts,
      { group_by: 'agent' },
      ({ wait_seconds }) => minus(wait_seconds?.median),
      (chats) => minus(waitOf(chats)),
    ),
    whichHasMost(
      'Whose chats drag on the longest?',
      facts,
      { ...month, group_by: 'agent' },
      ({ duration_seconds }) => duration_seconds?.median,
      durationOf,
    ),
    whichHasMost(
      `Who is rated best, of those with at least ${FEW_RATINGS} ratings?`,
      facts,
      { ...month, group_by: 'agent' },
      ({ rating }) => (rating !== undefined && rating.n >= FEW_RATINGS ? tenfold(rating.mean) : undefined),
      (chats) => tenfold(meanRating(chats)),
    ),
  ];
}

/** Means of ratings are answered to a hundredth. */
const tenfold = (value: number | undefined) => (value === undefined ? undefined : value * 10);
const minus = (value: number | undefined) => (value === undefined ? undefined : -value);

function meanRating(chats: readonly Chat[]): number | undefined {
  const ratings = chats.flatMap(({ rating }) => rating ?? []);
  return ratings.length < FEW_RATINGS ? undefined : ratings.reduce((sum, stars) => sum + stars, 0) / ratings.length;
}

function ofOneAgent(facts: Facts): Question[] {
  const [, jonas, , , , claire] = facts.world.agents;
  const of = (agent: typeof jonas, asked: Asked) =>
    facts.chatsOf(asked).filter(({ agentId }) => agentId === agent?.agentId);
  return [
    oneCall(
      'How did Claire do last week?',
      'get_support_performance',
      { period: 'last_week', agent: 'Claire' },
      ({ overall }) => withFiguresOf(overall, metricsOf([]), ['missed', 'missed_of', 'missed_rate']),
      agentMetricsOf(of(claire, { period: 'last_week' })),
    ),
    whichHasMost(
      'On which day this month did Jonas Eriksen have the most to do?',
      facts,
      { period: 'this_month', group_by: 'day', agent: 'jonas eriksen' },
      ({ chats }) => chats,
      volumeOf,
      ({ agentId }) => agentId === jonas?.agentId,
    ),
    {
      asks: 'How many chats did Anna take this month? The Anna with the Russian name, if there are two',
      ask: async (ask) => {
        const refused = await ask('get_support_performance', { period: 'this_month', agent: 'Anna' });
        const id = /Anna Petrova \((\d+)/.exec(refused.text)?.[1];
        const { data } = await ask('get_support_performance', { period: 'this_month', agent: id });
        return [refused.isError, data.overall['chats']];
      },
      expected: [
        true,
        of(
          facts.world.agents.find(({ lastName }) => lastName === 'Petrova'),
          { period: 'this_month' },
        ).length,
      ],
    },
    {
      asks: 'Who missed the most chats last week?',
      ask: async (ask) => {
        const { data, text } = await ask('get_support_performance', { period: 'last_week', group_by: ['agent'] });
        const agents = (data.groups ?? []).filter(({ key }) => key !== 'none');
        return {
          missed: data.overall['missed'],
          ofAgents: agents.filter(({ metrics }) => 'missed' in metrics).length,
          saysWhy: text.includes('No loaded missed chat names an agent'),
        };
      },
      // Missed chats of this world name nobody, so the right answer is that nobody can tell.
      expected: { missed: missedOf(facts.chatsOf({ period: 'last_week' })), ofAgents: 0, saysWhy: true },
    },
  ];
}

function whichChats(facts: Facts): Question[] {
  const newest = (chats: readonly Chat[]) => chatIdsOf(chats.toReversed());
  const month = facts.chatsOf({ period: 'this_month' });
  const list = (asks: string, args: object, chats: readonly Chat[]) =>
    oneCall(
      asks,
      'list_chats',
      { ...args, limit: 100 },
      ({ total, chats: rows }) => [total, rows.map(({ chat_id }) => chat_id)],
      [chats.length, newest(chats)],
    );
  return [
    list(
      'Which chats were rated one or two stars this month?',
      { period: 'this_month', max_rating: 2 },
      month.filter(({ rating }) => rating !== undefined && rating <= 2),
    ),
    list(
      'Show me what was passed on this month',
      { period: 'this_month', transferred: true },
      month.filter(({ transferred }) => transferred),
    ),
    list(
      'Which chats did we miss this month?',
      { period: 'this_month', missed: true },
      month.filter(({ missed }) => missed),
    ),
    oneCall(
      'How many people bothered to rate Miriam last week?',
      'list_chats',
      { period: 'last_week', agent: 'Miriam', rated: true, limit: 1 },
      ({ total }) => total,
      facts
        .chatsOf({ period: 'last_week' })
        .filter(({ agentId, rating }) => agentId === facts.world.agents[0]?.agentId && rating !== undefined).length,
    ),
  ];
}

/** A question about all chats of a period. */
function overall(asks: string, facts: Facts, asked: Asked, names: readonly string[]): Question {
  const truth = metricsOf(facts.chatsOf(asked));
  return oneCall(
    asks,
    'get_support_performance',
    asked,
    (data) => names.map((name) => data.overall[name]),
    names.map((name) => truth[name]),
  );
}

/** The figures that are asked for, and those that must not be there if they are. */
function withFiguresOf(said: object, asked: object, besides: readonly string[]): object {
  const names = [...Object.keys(asked), 'transfer_rate', ...besides];
  return Object.fromEntries(Object.entries(said).filter(([name]) => names.includes(name)));
}
