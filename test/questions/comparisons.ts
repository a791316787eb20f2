import { omitUndefined } from '../../src/model/omit-undefined.ts';
import { DAY } from '../mcp/desk.ts';
import { type Asked, chatsOn, comparedDays, isoTime, plusDays } from '../oracle/calendar.ts';
import { changeOf } from '../oracle/figures.ts';
import type { Facts } from './facts.ts';
import { oneCall, type Question, type QuestionsOf } from './question.ts';

/** The questions of managers about one period against another. */
export const comparisonQuestions: QuestionsOf = (facts) => {
  const { world, today } = facts;
  const yesterday = plusDays(today, -1);
  const [miriam] = world.agents;
  return [
    compared('Did we have more chats last week than the week before?', facts, { period: 'last_week' }, ['chats']),
    compared(
      'Did waiting get worse since the new hire started last Wednesday?',
      facts,
      { from: plusDays(today, -7), to: yesterday },
      ['wait_seconds_median'],
    ),
    compared('Are we missing more than we used to?', facts, { period: 'last_7_days' }, ['missed_rate']),
    compared('Is the rating better than the week before?', facts, { period: 'last_week' }, ['rating_mean']),
    compared('Do chats take longer since Sunday?', facts, { from: plusDays(today, -3), to: yesterday }, [
      'duration_seconds_median',
    ]),
    compared('Has Miriam been slower lately?', facts, { period: 'last_7_days' }, ['wait_seconds_median', 'chats'], {
      agent: String(miriam?.agentId),
    }),
    compared('Yesterday against the day before, please', facts, { period: 'yesterday' }, [
      'chats',
      'missed_rate',
      'wait_seconds_median',
      'duration_seconds_median',
      'transfer_rate',
      'rating_mean',
    ]),
    compared(
      'Is this week busier so far than last week was by now?',
      facts,
      { period: 'this_week' },
      ['chats', 'wait_seconds_median'],
      { daysBack: 7 },
    ),
    compared('Is today worse than yesterday at this time?', facts, { period: 'today' }, ['chats', 'missed_rate'], {
      daysBack: 1,
    }),
  ];
};

/** A comparison with the previous period; `daysBack` tells how long before now one that still runs is cut. */
function compared(
  asks: string,
  facts: Facts,
  asked: Asked,
  figures: readonly string[],
  { agent, daysBack }: { readonly agent?: string; readonly daysBack?: number } = {},
): Question {
  const days = facts.daysOf(asked);
  const isTheirs = ({ agentId }: { readonly agentId?: number }) => agent === undefined || String(agentId) === agent;
  const chats = facts.world.chats.filter(isTheirs);
  const before = comparedDays(asked, days, 'previous_period', facts.today);
  const cut = daysBack === undefined ? undefined : facts.now - daysBack * DAY;
  const earlier = chatsOn(chats, before, facts.zone).filter(
    ({ requestedAt }) => cut === undefined || requestedAt < cut,
  );
  const change = changeOf(earlier, chatsOn(chats, days, facts.zone), agent !== undefined);
  return oneCall(
    asks,
    'get_support_performance',
    omitUndefined({ ...asked, compare_to: 'previous_period', agent }),
    ({ comparison }) => ({
      period: comparison?.period,
      change: figures.map((figure) => comparison?.change?.[figure]),
      running: comparison?.running,
      cutAt: comparison?.cut_at,
    }),
    {
      period: { ...before, timezone: facts.zone },
      change: figures.map((figure) => change[figure]),
      running: cut !== undefined,
      cutAt: cut === undefined ? undefined : isoTime(facts.zone, cut),
    },
  );
}
