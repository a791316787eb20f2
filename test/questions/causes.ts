import type { Chat } from '../../src/sandbox/world/world.ts';
import { wallTime } from '../oracle/calendar.ts';
import { near } from '../oracle/figures.ts';
import { oneCall, type Question, type QuestionsOf } from './question.ts';

/** The questions why a figure is another than in the week before: what each part contributes, by exact arithmetic. */
export const causeQuestions: QuestionsOf = (facts) => {
  const week = facts.chatsOf({ period: 'last_7_days' });
  const { from } = facts.daysOf({ period: 'last_7_days' });
  const before = facts.chatsOf({ from: weekBefore(from, 7), to: weekBefore(from, 1) });
  const served = (chats: readonly Chat[]) => chats.filter(({ startedAt }) => startedAt !== undefined);
  const hourOf = ({ requestedAt }: Chat) => wallTime(facts.zone, requestedAt).time.slice(0, 2);
  const missed = ({ missed: isMissed }: Chat): number => (isMissed ? 1 : 0);
  const wait = ({ requestedAt, startedAt = 0 }: Chat): number => (startedAt - requestedAt) / 1000;
  const rated = (chats: readonly Chat[]) => chats.filter(({ rating }) => rating !== undefined);
  const rating = ({ rating: stars }: Chat): number => stars ?? 0;
  const transferred = ({ transferred: isTransferred }: Chat): number => (isTransferred ? 1 : 0);
  const taken = (chats: readonly Chat[]) => chats.filter((chat) => !chat.missed);
  return [
    whole('Why do we miss more chats than the week before, or fewer?', 'missed', [before, week], missed),
    byPart('At which hours did that come about?', 'missed', 'hour', [before, week], missed, hourOf),
    whole('Why do people wait for longer, or shorter?', 'wait', [served(before), served(week)], wait),
    byPart('Whose chats changed the waits?', 'wait', 'agent', [served(before), served(week)], wait, ({ agentId }) =>
      String(agentId),
    ),
    whole('Has our rating changed?', 'rating', [rated(before), rated(week)], rating),
    byPart('And which agent made it change?', 'rating', 'agent', [rated(before), rated(week)], rating, ({ agentId }) =>
      String(agentId),
    ),
    whole('Do we pass on more chats?', 'transferred', [taken(before), taken(week)], transferred),
  ];
};

const weekBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

type Metric = 'missed' | 'wait' | 'rating' | 'transferred';
type BothPeriods = readonly [before: readonly Chat[], now: readonly Chat[]];

const meanOf = (chats: readonly Chat[], value: (chat: Chat) => number): number =>
  chats.reduce((sum, chat) => sum + value(chat), 0) / chats.length;

function whole(asks: string, metric: Metric, [before, now]: BothPeriods, value: (chat: Chat) => number): Question {
  const [old, present] = [meanOf(before, value), meanOf(now, value)];
  return oneCall(asks, 'explain_change', { metric }, ({ before, now, change }) => ({ before, now, change }), {
    before: near(old, 5),
    now: near(present, 5),
    change: near(present - old, 5),
  });
}

/**
 * What each part contributes: by its own figure, and by its share of the chats (Kitagawa 1955). Parts with few chats are one, which has
 * no name; all of them together are the change.
 */
function byPart(
  asks: string,
  metric: Metric,
  by: string,
  [before, now]: BothPeriods,
  value: (chat: Chat) => number,
  keyOf: (chat: Chat) => string,
): Question {
  const middle = (meanOf(before, value) + meanOf(now, value)) / 2;
  const contributed = (key: string): number => {
    const [one, other] = [before, now].map((chats) => chats.filter((chat) => keyOf(chat) === key));
    const [old, present] = [one ?? [], other ?? []];
    const rateNow = meanOf(present.length === 0 ? old : present, value);
    const rate = old.length === 0 ? rateNow : meanOf(old, value);
    const [share, shareNow] = [old.length / before.length, present.length / now.length];
    return ((share + shareNow) / 2) * (rateNow - rate) + (shareNow - share) * ((rate + rateNow) / 2 - middle);
  };
  const keys = new Set([...before, ...now].map(keyOf));
  return oneCall(
    asks,
    'explain_change',
    { metric },
    ({ split = [] }) => {
      const parts = split.find((view) => view.by === by)?.parts ?? [];
      const total = (of: (part: (typeof parts)[number]) => number) => parts.reduce((sum, part) => sum + of(part), 0);
      return {
        untrue: parts.filter(
          ({ key, rate, mix }) => keys.has(key) && Math.abs(rate + mix - contributed(key)) > ROUNDING,
        ),
        chats: [total((part) => part.before.n), total((part) => part.now.n)],
        change: total(({ rate, mix }) => rate + mix),
      };
    },
    {
      untrue: [],
      chats: [before.length, now.length],
      change: near(meanOf(now, value) - meanOf(before, value), 4),
    },
  );
}

const ROUNDING = 0.0001;
