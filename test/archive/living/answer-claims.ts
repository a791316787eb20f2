import type { Asked } from './moving-service.ts';
import type { ChatRow, History, MessageRow, Row, State, VisitorRow } from './moving-world.ts';

// What an answer that calls itself complete says of the world, held against all that the world ever was. Each row that
// belonged to the question from the answer's look to its end has to be in it; each row in it has to have belonged at some
// moment of that time, just as the answer shows it.
//
// `calmAt` is when the last thing happened; an answer is only asked for again then when whatever it rests on is too old.

const DAY = 86_400_000;

/** From the look on which an answer rests until it was given, both included. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** A row as an answer shows it. */
export interface Shown {
  readonly id: number;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** The claims of an answer over a list: what was asked, and how its rows are shown. */
interface Claim<R extends Row> {
  readonly history: History<R>;
  readonly belongs: (row: R) => boolean;
  readonly shows: (row: R) => Shown['facts'];
  readonly windowOf: (row: R) => Window;
}

/** In what an answer is wrong, in words; nothing where it is right. */
export function flawsIn<R extends Row>(
  shown: readonly Shown[],
  { history, belongs, shows, windowOf }: Claim<R>,
): string[] {
  const flaws: string[] = [];
  const answered = new Map(shown.map((row) => [row.id, row]));
  if (answered.size < shown.length) flaws.push('a row is in it twice');
  for (const [id, states] of history.all()) {
    const belonging = states.filter(({ row }) => belongs(row));
    const [first] = states;
    const row = answered.get(id);
    answered.delete(id);
    if (first === undefined) continue;
    const window = windowOf(first.row);
    if (row === undefined) {
      if (lastsThrough(belonging, window)) flaws.push(`${id} is missing`);
      continue;
    }
    const then = belonging.filter(({ from, to }) => from <= window.to && to >= window.from);
    if (then.length === 0) flaws.push(`${id} should not be in it`);
    else if (!then.some((state) => isSame(shows(state.row), row.facts))) {
      flaws.push(
        `${id} is shown as ${JSON.stringify(row.facts)}, and was ${JSON.stringify(then.map((state) => shows(state.row)))}`,
      );
    }
  }
  for (const id of answered.keys()) flaws.push(`${id} was never there`);
  return flaws;
}

/**
 * Returns the least and the most rows that an answer may count: those that had something all the time, and those that
 * had it at some moment.
 */
export function countable<R extends Row>(
  { history, belongs, windowOf }: Omit<Claim<R>, 'shows'>,
  has: (row: R) => boolean = () => true,
): { readonly least: number; readonly most: number } {
  const counts = { least: 0, most: 0 };
  for (const states of history.all().values()) {
    const having = states.filter(({ row }) => belongs(row) && has(row));
    const [first] = having;
    if (first === undefined) continue;
    const window = windowOf(first.row);
    if (lastsThrough(having, window)) counts.least += 1;
    if (having.some(({ from, to }) => from <= window.to && to >= window.from)) counts.most += 1;
  }
  return counts;
}

/** Whether there was one of these states at each moment. */
function lastsThrough(states: readonly Pick<State<unknown>, 'from' | 'to'>[], { from, to }: Window): boolean {
  let until = from;
  for (const state of states) if (state.from <= until && state.to > until) until = state.to;
  return until > to;
}

/** Whether a state is as an answer shows it, as far as that does. */
function isSame(one: Shown['facts'], other: Shown['facts']): boolean {
  return Object.keys(other).every((key) => one[key] === other[key]);
}

export function shownChat({ at, startedAt, endedAt, agentId, transferred, rating }: ChatRow): Shown['facts'] {
  return {
    at,
    second: Math.floor(at / 1000),
    startedAt,
    endedAt,
    agentId,
    missed: startedAt === undefined ? 1 : 0,
    transferred: transferred ? 1 : 0,
    rating,
  };
}

export const shownVisitor = ({ at, name }: VisitorRow): Shown['facts'] => ({ at, name });

export const shownMessage = ({ at, unread, replies }: MessageRow): Shown['facts'] => ({
  at,
  unread: unread ? 1 : 0,
  replies,
});

/** A question about chats: days as their first moments, the last one included, and the agent. */
export interface ChatsAsked {
  readonly firstDay: number;
  readonly lastDay: number;
  readonly agentId?: number | undefined;
}

/** The facts about an answer as a whole, and the moment since which nothing happened. */
interface Given {
  readonly asOf: number;
  readonly answeredAt: number;
  readonly lookBackDays: number;
  readonly calmAt: number;
}

/**
 * The time for which an answer speaks of a day. `asOf` is its oldest look at days that still change. A day whose look-back
 * is over may have been read earlier or later, but not before that, and not before somebody asked for it.
 */
export function windowOfDay(
  at: number,
  { agentId }: ChatsAsked,
  { asOf, answeredAt, lookBackDays, calmAt }: Given,
  asked: readonly Asked[],
): Window {
  const day = Math.floor(at / DAY) * DAY;
  const settledAt = day + (1 + lookBackDays) * DAY;
  const firstAsked = asked.find(
    (request) =>
      request.list === 'chats' &&
      request.page === 1 &&
      request.at >= settledAt &&
      (request.from ?? 0) <= day &&
      (request.to ?? 0) >= day + DAY &&
      (request.agentId === undefined || request.agentId === agentId),
  );
  const from = firstAsked === undefined ? asOf : Math.min(asOf, Math.max(settledAt, firstAsked.at - 1000));
  // Once it is calm, today is read again for its age, and a day whose look-back ends for that.
  const isReadAgain = answeredAt < day + DAY || (settledAt > calmAt && settledAt <= answeredAt);
  return { from: isReadAgain ? Math.max(from, calmAt) : from, to: answeredAt };
}
