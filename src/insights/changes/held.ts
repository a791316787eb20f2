import { isIn, NONE, type ChatTable, type Compared } from './chat-table.ts';
import { LEAST_WEEKS } from './numbers.ts';

/** How many chats an agent held when one began, itself included: in the period, and usually. */
export interface Held {
  readonly now: number;
  readonly usual: number;
  /** How many standard deviations between weeks lie between both. */
  readonly score: number;
}

/** An agent holds hardly more chats at once. */
const MOST_AT_ONCE = 30;
const LEAST_DEVIATION = 0.025;

/** Compares how many chats agents held at once with older weeks. Undefined with too few of them. */
export function heldOf(table: ChatTable, { period, weeks }: Compared): Held | undefined {
  if (weeks.length < LEAST_WEEKS) return undefined;
  const groups = [period, ...weeks].map((range) => ({ range, agents: new Map<number, number[]>() }));
  for (let row = 0; row < table.day.length; row += 1) {
    const [agent, day] = [table.by.agent[row] ?? NONE, table.day[row] ?? 0];
    if (agent === NONE || Number.isNaN(table.start[row])) continue;
    const agents = groups.find(({ range }) => isIn(day, range))?.agents;
    const own = agents?.get(agent);
    if (own === undefined) agents?.set(agent, [row]);
    else own.push(row);
  }
  const [now = 1, ...older] = groups.map(({ agents }) => meanHeld([...agents.values()], table));
  const usual = older.reduce((sum, one) => sum + one, 0) / older.length;
  const deviation = Math.sqrt(older.reduce((sum, one) => sum + (one - usual) ** 2, 0) / (older.length - 1));
  return { now, usual, score: (usual - now) / Math.max(1.1 * deviation, LEAST_DEVIATION) };
}

function meanHeld(agents: readonly number[][], { start, end }: ChatTable): number {
  let [held, chats] = [0, 0];
  for (const own of agents) {
    own.sort((one, other) => (start[one] ?? 0) - (start[other] ?? 0));
    own.forEach((row, place) => {
      chats += 1;
      for (let back = place - 1; back >= Math.max(0, place - MOST_AT_ONCE); back -= 1) {
        if ((end[own[back] ?? 0] ?? 0) > (start[row] ?? 0)) held += 1;
      }
    });
  }
  return 1 + held / Math.max(1, chats);
}
